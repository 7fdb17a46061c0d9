"""The book of 6 × 6: made in pieces, its scores those of the plain solver; the shipped one as it plays."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from engine import EngineError, Limits, StopFlag, reversi, search
from engine.players.computer import ComputerPlayer
from engine.reversi.book import (
    SHIPPED,
    SHIPPED_SMALL,
    ProvedBook,
    ReversiBook,
    key_of,
    shipped,
    shipped_for,
    unpacked,
)
from engine.search.registry import default_style
from executors.batch import in_threads
from research.training.small_reversi_book import negamax, positions_after, read_state, solve, verify, write

WITHOUT_BOOK = replace(default_style("reversi"), book=None)


def late_start() -> reversi.Position:
    """A position with ten empty squares, by moves that hug the first square."""
    position = reversi.start(6)
    while position.moves_played < 22:
        position = position.play(position.legal_moves()[0])
    return position


def solved(path: Path, plies: int = 2) -> None:
    with in_threads(2) as crew:
        solve(path, plies, crew, StopFlag(), 4, late_start())


@pytest.fixture
def small(tmp_path: Path) -> ReversiBook:
    """A book of two plies near the end."""
    solved(tmp_path / "state.txt")
    return write(tmp_path / "state.txt", tmp_path / "small.book", 2, late_start())


def test_its_scores_are_those_of_the_plain_solver_also_when_read(small: ReversiBook, tmp_path: Path) -> None:
    assert small.proved
    again = unpacked((tmp_path / "small.book").read_bytes())
    assert (again.proved, again.entries, again.recipe) == (True, small.entries, small.recipe)
    for played in (0, 1, 2):
        for key, position in positions_after(played, late_start()).items():
            found = search(position, Limits(None, depth=36), style=WITHOUT_BOOK)
            assert found.exact
            assert small.value(position) == small.entries[key] == found.score


def test_stopped_work_resumes(tmp_path: Path) -> None:
    path = tmp_path / "state.txt"
    solved(path)
    known = read_state(path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[: len(lines) // 2]) + "\n123 45")
    with pytest.raises(EngineError, match="not all positions after 2 moves are solved yet"):
        write(path, tmp_path / "half.book", 2, late_start())
    path.write_text("\n".join(lines[: len(lines) // 2]) + "\n")
    solved(path)
    assert read_state(path) == known
    assert not (tmp_path / "half.book").exists()


def test_a_wrong_score_is_found(small: ReversiBook) -> None:
    with in_threads(1) as crew:
        assert verify(small, 5, 1, crew, late_start()) == (5, 5)
        last = next(iter(positions_after(2, late_start())))
        wrong = ProvedBook({**small.entries, last: small.entries[last] + 2}, small.recipe)
        count = len(positions_after(2, late_start()))
        assert verify(wrong, count, 1, crew, late_start()) == (count, count - 1)


def test_the_shipped_one_is_complete_and_agrees_with_itself() -> None:
    book = shipped(SHIPPED_SMALL)
    assert book.value(reversi.start(6)) == -4
    plies = book.recipe["plies"]
    assert len(book) == sum(len(positions_after(played)) for played in range(plies + 1))
    for played in range(plies):
        for key, position in positions_after(played).items():
            assert book.entries[key] == negamax(book.entries, position)
    # The start is answered without a search and with all values.
    found = search(reversi.start(6), Limits(seconds=10), within=math.inf)
    assert (found.exact, found.score, found.nodes, found.certainty) == (True, -4, 0, 1.0)
    assert {candidate.score for candidate in found.candidates} == {-4}
    assert len(found.line) == plies


def test_other_boards_have_none() -> None:
    assert shipped_for(reversi.start(6)) is shipped(SHIPPED_SMALL)
    assert shipped_for(reversi.start()) is shipped(SHIPPED)
    for start in (reversi.start(10), reversi.start(6, anti=True), reversi.start(anti=True)):
        assert shipped_for(start) is None
        assert shipped(SHIPPED_SMALL).value(start) is None
        assert shipped(SHIPPED_SMALL).values(start) == {}


def test_behind_it_the_search_knows_what_to_look_for() -> None:
    """The book has the score but no move: the search finds and proves one."""
    start = late_start()
    found = search(start, Limits(None, depth=36), style=WITHOUT_BOOK)
    book = ProvedBook({key_of(start): int(found.score)}, {"size": 6, "plies": start.moves_played})
    style = replace(default_style("reversi"), book=lambda position: book)
    by_book = search(start, Limits(seconds=60), style=style)
    assert (by_book.exact, by_book.score) == (True, found.score)
    after = search(start.play(by_book.move), Limits(None, depth=36), style=WITHOUT_BOOK)
    assert -after.score == found.score


@pytest.mark.long
def test_master_plays_any_of_the_best_moves() -> None:
    position = reversi.start(6)
    while len(choices := shipped(SHIPPED_SMALL).choices(position)) < 2:
        position = position.play(next(iter(choices)))
    players = (ComputerPlayer.parse(f"network:time seed={seed}") for seed in range(40))
    found = [player.choose(position, 10.0) for player in players]
    assert {result.move for result in found} == set(choices)
    assert all(result.exact for result in found)
