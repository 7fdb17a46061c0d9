"""Solved positions of Connect 4: values that are published, and a cache of them."""

from __future__ import annotations

from bot.catalog import GAMES
from bot.catalog.kind import ByColumn
from bot.core.snapshot import is_solved
from bot.study.analysis.known_values import ProvedPositions
from bot.ui.candidates import deciding_line, solved_lines
from engine import Limits, connect4
from engine.connect4 import book
from engine.search.listing import list_moves
from tests.cases import for_each

KIND = GAMES["connect4"]


def brief(moves: str) -> list[str]:
    position = connect4.parse(moves) if moves else connect4.start()
    found = list_moves(position, Limits(seconds=60.0))
    lines = solved_lines(KIND, position, found)
    assert lines is not None
    return lines[0].splitlines()[2].split()


@for_each(
    ("first", "outcome", "disc"),
    [("1", "loses", 40), ("2", "loses", 42), ("3", "draws", None), ("4", "wins", 41)],
)
def test_first_moves_end_as_published(first: str, outcome: str, disc: int | None) -> None:
    """Found by James Allen and by Victor Allis in 1988; the other columns mirror these."""
    assert isinstance(KIND, ByColumn)
    value = book.shipped().value(connect4.parse(first))
    assert value is not None
    assert outcome == ("draws" if value == 0 else "loses" if value > 0 else "wins")
    assert KIND.deciding_disc(connect4.start(), -value) == disc


def test_all_columns_are_told_with_the_disc_that_decides() -> None:
    start = connect4.start()
    assert brief("") == ["-20", "-21", "=", "+21", "=", "-21", "-20"]
    assert deciding_line(KIND, start, 1) == "The game ends with disc 41."
    assert deciding_line(KIND, start, 0) is None


@for_each(("first", "disc"), [("1", 40), ("2", 42), ("4", 41)])
def test_the_deciding_disc_is_the_same_after_the_best_moves(first: str, disc: int) -> None:
    assert isinstance(KIND, ByColumn)
    position = connect4.parse(first)
    for _ in range(6):
        score = book.shipped().score(position)
        assert score is not None
        assert KIND.deciding_disc(position, score) == disc
        position = position.play(next(iter(book.shipped().values(position))))


def test_a_win_at_once_and_a_full_column_are_told() -> None:
    assert brief("152535") == ["-1", "-1", "-1", "+1", "+17", "-1", "-1"]
    assert brief("4444441122") == ["=", "=", "+1", ".", "+16", "+14", "+15"]
    assert deciding_line(KIND, connect4.parse("152535"), 18) == "The game ends with disc 7."


def test_a_solved_position_is_known_again_but_no_estimate() -> None:
    proved = ProvedPositions()
    solved, large = connect4.parse("44"), connect4.start(columns=8, rows=7)
    found = list_moves(solved, Limits(seconds=60.0))
    assert is_solved(found)
    proved.note(KIND, solved, found)
    assert proved.known(KIND, connect4.parse("44")) is found
    guess = list_moves(large, Limits(depth=4))
    assert not is_solved(guess)
    proved.note(KIND, large, guess)
    assert proved.known(KIND, large) is None
    assert solved_lines(KIND, large, guess) is None
