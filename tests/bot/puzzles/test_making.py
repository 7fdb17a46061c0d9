"""Files of puzzles made of games: equal however they are computed, and after a kill."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bot.puzzles import making
from engine import EngineError, connect4, puzzles
from engine.puzzles import Puzzle, Reason, puzzle_game, retired_file_of
from engine.puzzles.puzzle import read
from tests.cases import for_each

GAME = "connect4"


class Killed(Exception):  # noqa: N818 - what happens to a process
    """Simulates a killed process."""


@pytest.fixture(scope="module")
def worker() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


def collected(file: Path, wanted: int, worker: Executor, processes: int = 1) -> making.Collection:
    return making.make(GAME, wanted, file, making.self_play(GAME, 5), worker, processes)


@pytest.mark.long
def test_it_resumes_after_a_kill_with_the_same_file(tmp_path: Path, worker: Executor) -> None:
    def killed(collection: making.Collection) -> None:
        if collection.games == 3:
            raise Killed

    whole, in_parts = tmp_path / "whole.puzzles", tmp_path / "parts.puzzles"
    expected = collected(whole, 4, worker)
    assert len(expected.puzzles) == 4
    assert expected.games > 3
    with pytest.raises(Killed):
        making.make(GAME, 4, in_parts, making.self_play(GAME, 5), worker, 1, progress=killed)
    assert not in_parts.exists()
    journal = making.journal_of(in_parts)
    assert len(journal.read_text().splitlines()) == 3
    with journal.open("a") as lines:
        lines.write('{"game": "conn')
    # With more games ahead, as several processes have them.
    found = collected(in_parts, 4, worker, processes=2)
    assert in_parts.read_text() == whole.read_text()
    assert (found.games, found.rejected) == (expected.games, expected.rejected)
    keys = [line.split('"from": ')[1].split(",")[0] for line in journal.read_text().splitlines()]
    assert len(keys) == len(set(keys)) == expected.games
    # Fewer of them need no more games.
    fewer = making.make(GAME, 2, in_parts, iter(()), worker, 1)
    assert len(fewer.puzzles) == len(read(in_parts.read_text(), GAME, "file")) == 2


def test_it_ends_when_there_are_no_more_games(tmp_path: Path, worker: Executor) -> None:
    games = itertools.islice(making.self_play(GAME, 9), 1)
    found = making.make(GAME, 1000, tmp_path / "few.puzzles", games, worker, 2)
    assert not found.full
    assert found.games == 1


@for_each(
    ("line", "said"),
    ('{"game": "reversi", "from": "1:0", "puzzles": "", "rejected": {}}\n', "puzzles of reversi"),
    ("nonsense\n", "line 1 is no line"),
    ('{"game": "connect4"}\n', "line 1 is no line"),
    ('{"game": "connect4", "from": "1:0", "puzzles": "c2 x", "rejected": {}}\n', "8 parts"),
)
def test_a_journal_of_others_is_refused(line: str, said: str, tmp_path: Path, worker: Executor) -> None:
    file = tmp_path / "mine.puzzles"
    making.journal_of(file).write_text(line)
    with pytest.raises(EngineError, match=said):
        collected(file, 3, worker)


def rejected(wanted: int, found: list[Puzzle], *reasons: Counter[str], game: str = GAME) -> Mapping[str, int]:
    collection = making.Collection(game, wanted)
    collection.add(making.ExaminedGame("1", found, *reasons))
    return collection.rejected


def rated(found: list[Puzzle], first: float, step: float = 0.0) -> list[Puzzle]:
    return [replace(puzzle, rating=first + step * number) for number, puzzle in enumerate(found)]


def test_a_rejected_position_has_a_reason() -> None:
    shipped = puzzles.shipped(GAME)
    several = [puzzle for puzzle in shipped if len(puzzle.line) > 1]
    single = [puzzle for puzzle in shipped if len(puzzle.line) == 1 and not making.is_obvious(puzzle)]
    obvious = [puzzle for puzzle in shipped if making.is_obvious(puzzle)]
    first, one = making.Collection(GAME, 20), several[0]
    first.add(making.ExaminedGame("1", [one]))
    mirrored = str(puzzle_game(GAME).parse(one.position).mirrored())  # type: ignore[attr-defined]
    line = tuple(str(8 - int(move)) for move in one.line)
    first.add(making.ExaminedGame("2", [one, replace(one, id="c2", position=mirrored, line=line)]))
    assert (first.rejected, len(first.puzzles)) == ({making.TWIN: 2}, 1)
    later = one.position + "".join(one.line[:2])
    first.add(making.ExaminedGame("3", [replace(one, id="c3", position=later, line=one.line[2:])]))
    assert first.rejected == {making.TWIN: 3}
    assert rejected(20, rated(several[:6], 1500.0)) == {making.ENOUGH_OF_BAND: 2}
    over = Counter({"the game is over": 3})
    one_movers = rejected(20, rated(single[:10], 600.0, 100), over)
    assert one_movers == {making.ENOUGH_ONE_MOVERS: 5, **over}
    longer = [puzzle for puzzle in puzzles.shipped("reversi") if len(puzzle.line) > 1]
    best, passes, wins = ([one for one in longer if one.aim == aim] for aim in ("best", "pass", "win"))
    for_discs = rejected(25, rated(best[:5], 600.0, 200), game="reversi")
    assert for_discs == {making.ENOUGH_FOR_DISCS: 2}
    alike = rejected(40, rated([*passes[:3], *wins[:1]], 1500.0), game="reversi")
    assert alike == {making.ENOUGH_ALIKE: 2}
    assert rejected(20, obvious[:3]) == {making.ENOUGH_OBVIOUS: 1}


def test_earlier_puzzles_are_first_and_omitted_ones_are_kept(tmp_path: Path, worker: Executor) -> None:
    lost = [puzzle for puzzle in puzzles.retired("reversi") if puzzle.aim == "best"][:3]
    fine = [puzzle for puzzle in puzzles.shipped("reversi") if puzzle.aim == "win"][:2]
    # Themes follow today's rules.
    stale = [replace(puzzle, themes=("parity", "corner")) for puzzle in (*lost, *fine)]
    file = tmp_path / "new.puzzles"
    made = making.make("reversi", 80, file, iter(()), worker, 1, earlier=stale)
    assert made.rejected == {Reason.UNWANTED.value: 3}
    assert read(file.read_text(), "reversi", "file") == tuple(fine)
    left_out = read(retired_file_of(file).read_text(), "reversi", "file")
    assert {puzzle.id: puzzle for puzzle in left_out} == {puzzle.id: puzzle for puzzle in lost}


def test_a_player_that_looks_ahead_meets_one_that_moves_at_random_now_and_then() -> None:
    alone = [
        None in source._players(Random(source.key)) for source in islice(making.self_play("reversi", 6), 60)
    ]
    assert 0 < sum(alone) < 40
    assert not any(None in one._players(Random(one.key)) for one in islice(making.self_play(GAME, 6), 40))


def test_a_game_that_was_played_elsewhere() -> None:
    # The last move is illegal; those before it are examined nevertheless.
    moves = (*"44455554221166677633", "9")
    played = making.SourceMove("game 7", connect4.start(), moves)
    assert len(played.positions()) <= len(moves)
    found = making.examine(played)
    assert (found.key, found) == ("game 7", making.examine(played))


@pytest.mark.long
def test_a_game_has_few_puzzles_that_are_apart() -> None:
    counts = []
    for source in itertools.islice(making.self_play("reversi", 3), 2):
        positions = [str(position) for position in source.positions()]
        plies = sorted(positions.index(puzzle.position) for puzzle in making.examine(source).puzzles)
        assert all(later - earlier >= making.PLIES_APART for earlier, later in itertools.pairwise(plies))
        counts.append(len(plies))
    assert max(counts) <= making.PER_GAME
