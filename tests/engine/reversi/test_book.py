"""The book of Reversi openings: made in pieces, read again, refused when damaged, played by players."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path

import pytest

from engine import EngineError, Limits, StopFlag, reversi, search
from engine.players.computer import ComputerPlayer
from engine.reversi.book import PLAYED, SHIPPED, UNIT, VARIETY, ReversiBook, key_of, packed, shipped, unpacked
from engine.search.registry import default_style
from executors.batch import in_threads
from research.training.reversi_book import START, check, header, make, position_of, read_state, searched
from tests.cases import there
from tests.engine.positions import WHITE_PASSES, WIPED_OUT, after, random_endgame

POSITIONS, DEPTH, PLIES = 24, 3, 5


def made(state: Path, file: Path, positions: int = POSITIONS, threads: int = 1) -> ReversiBook:
    with in_threads(threads) as crew:
        return make(state, file, positions, DEPTH, PLIES, crew, StopFlag())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a state and the book of it."""
    path = tmp_path_factory.mktemp("book")
    made(path / "state.txt", path / "small.book")
    return path


@pytest.fixture(scope="module")
def book(folder: Path) -> ReversiBook:
    """A small book of shallow searches."""
    return unpacked((folder / "small.book").read_bytes())


def test_symmetric_positions_have_one_key_and_others_have_their_own() -> None:
    assert len({key_of(after(move)) for move in reversi.start().legal_moves()}) == 1
    assert key_of(after("f5 d6 c3")) == key_of(after("d3 c5 f6"))
    assert len({key_of(after(f"f5 {move}")) for move in ("d6", "f6", "f4")}) == 3
    draw = random.Random(4)
    board = [[draw.choice((None, 0, 1)) for _ in range(8)] for _ in range(8)]
    keys = set()
    for _ in range(4):
        board = [list(row) for row in zip(*board[::-1], strict=True)]
        for image in (board, [row[::-1] for row in board]):
            squares = [(1 << 8 * y + x, image[y][x]) for y in range(8) for x in range(8)]
            own, other = (sum(square for square, owner in squares if owner == side) for side in (0, 1))
            keys |= {key_of(reversi.Position(own, other)), key_of(reversi.Position(other, own, turn=1))}
    assert len(keys) == 1


def test_values_are_those_of_the_best_moves(book: ReversiBook) -> None:
    opened = [position_of(key) for key in book.entries if book.values(position_of(key))]
    assert len(opened) >= POSITIONS
    for position in opened:
        values = book.values(position)
        assert max(values.values()) == next(iter(values.values())) == book.value(position)
        assert set(values) <= set(position.legal_moves())
    assert book.value(reversi.start()) == book.entries[START]
    assert book.recipe["opened"] == POSITIONS


@pytest.mark.long
def test_killed_work_resumes_with_the_same_book(folder: Path, tmp_path: Path, stopped: StopFlag) -> None:
    lines = (folder / "state.txt").read_text().splitlines(keepends=True)
    half = tmp_path / "half.txt"
    half.write_text("".join(lines[:10]) + lines[10][:-4] + "\n")
    assert len(list(read_state(half, DEPTH))) == 9
    # Nor does the number of searchers change it.
    again = made(half, tmp_path / "again.book", threads=3)
    assert again.entries == unpacked((folder / "small.book").read_bytes()).entries
    assert (tmp_path / "again.book").read_bytes() == (folder / "small.book").read_bytes()
    with in_threads(1) as crew:
        assert len(make(half, tmp_path / "more.book", 999, DEPTH, PLIES, crew, stopped)) == len(again)
        with pytest.raises(EngineError, match="other weights or another depth"):
            make(half, tmp_path / "deep.book", 30, DEPTH + 1, PLIES, crew, StopFlag())


def test_searches_with_other_weights_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = header(DEPTH)
    monkeypatch.setattr("research.training.reversi_book.NETWORK_FILE", Path(__file__))
    with pytest.raises(EngineError, match="other weights are installed"):
        searched(START, DEPTH, asked)


def test_a_damaged_book_is_refused(book: ReversiBook) -> None:
    content = packed(book)
    for at in (30, len(content) // 2, len(content) - 3):
        broken = content[:at] + bytes([content[at] ^ 16]) + content[at + 1 :]
        with pytest.raises(EngineError, match=r"x\.book: the book of Reversi openings is damaged"):
            unpacked(broken, "x.book")
    with pytest.raises(EngineError, match=r"x\.book is not a book of Reversi openings"):
        unpacked(b"PK" + content, "x.book")
    assert unpacked(content).entries == book.entries


def test_a_book_probe_equals_a_search_result(book: ReversiBook) -> None:
    found = there(book.probe(after("f5")))
    values = book.values(after("f5"))
    assert (found.score, found.exact, found.nodes) == (max(values.values()) / UNIT, False, 0)
    assert [candidate.move for candidate in found.candidates][: len(values)] == list(values)
    assert {candidate.move for candidate in found.candidates} == {"d6", "f6", "f4"}
    progress_share = [candidate for candidate in found.candidates if candidate.bound == "at most"]
    assert all(candidate.score == found.score - book.recipe["margin"] for candidate in progress_share)
    assert found.move == found.line[0] == found.candidates[0].move
    assert (found.line[1], found.depth) == (found.candidates[0].answer, DEPTH + len(found.line))
    assert (book.probe(after("f5"), within=math.inf) is None) == bool(progress_share)


def test_it_knows_nothing_of_other_boards_and_later_positions(book: ReversiBook) -> None:
    others = [reversi.start(6), reversi.start(10), reversi.start(8, anti=True)]
    for position in (*others, *map(reversi.parse, (WHITE_PASSES, WIPED_OUT)), random_endgame(3, 20)):
        assert book.probe(position) is None
        assert book.choices(position) == {}


@pytest.mark.long
def test_players_take_openings_from_it_and_vary(book: ReversiBook, monkeypatch: pytest.MonkeyPatch) -> None:
    style = replace(default_style("reversi"), book=lambda position: book)
    monkeypatch.setattr("engine.players.computer.style_named", lambda game, name: style)
    games = set()
    for seed in range(12):
        position, moves = reversi.start(), []
        while book.probe(position) is not None:
            found = ComputerPlayer(seed=seed).choose(position, 60)
            assert found.nodes == 0
            assert found.move in book.choices(position)
            assert (found.move, found.score) in {(one.move, one.score) for one in found.candidates}
            moves.append(found.move)
            position = position.play(found.move)
        games.add(tuple(moves))
    assert len(games) > 5
    first = ComputerPlayer(seed=1).choose(reversi.start(), 60)
    assert first == ComputerPlayer(seed=1).choose(reversi.start(), 60)
    # What is asked for by depth is searched, and so is a position looked at for its own sake.
    assert ComputerPlayer(depth=2).choose(reversi.start(), 60).nodes > 0
    assert search(reversi.start(), Limits(None, nodes=999), style=style).nodes > 0
    assert search(reversi.start(), Limits(None, nodes=999, early_stop=True), style=style).nodes == 0


def test_the_earlier_the_more_choice(book: ReversiBook) -> None:
    for position in map(position_of, book.entries):
        values = book.values(position)
        if values:
            chosen = [values[move] for move in book.choices(position)]
            assert max(chosen) == max(values.values())
            chances = list(book.choices(position).values())
            assert chances == sorted(chances, reverse=True)
            assert max(chosen) - min(chosen) <= VARIETY * (PLAYED - position.moves_played)


@pytest.mark.long
def test_deeper_searches_tell_what_its_moves_give_away(book: ReversiBook) -> None:
    with in_threads(1) as crew:
        lost = check(book, 10, DEPTH + 2, 5, crew)
    assert len(lost) == 10
    assert all(given >= 0 for _, given in lost)
    assert min(given for _, given in lost) == 0


def test_the_program_has_a_book_that_answers_every_usual_opening() -> None:
    book = shipped(SHIPPED)
    start = reversi.start()
    assert book.choices(start) == dict.fromkeys(start.legal_moves(), 1.0)
    assert "d6" in book.choices(after("f5"))
    for reply in ("d6", "f6", "f4"):
        assert len(there(book.probe(after(f"f5 {reply}"))).line) >= 2
    position = start
    for move in book.line(start):
        assert (book.probe(position) is not None) == (position.moves_played < PLAYED)
        position = position.play(move)
    assert position.moves_played == book.recipe["plies"]
    assert abs(book.value(start) or 0) < 2 * UNIT
