"""Picture, text board and description tell the same of a position: the last moves, the turn, the end."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bot.catalog import GAMES, NO_MOVES, Diagram, GameKind, recent_moves
from engine import Position
from engine.search.position import PASS
from renderers.position import End
from tests.bot.helpers import BLACK_PASSES_TWICE
from tests.renderers.helpers import REVERSI_GRID, changed, pixels_of

STRIP_BOTTOM = 78

BEGUN = {"reversi": ("f5", "f6", "e6"), "connect4": ("4", "4", "3")}
NAMES = {"reversi": ("Black", "White"), "connect4": ("Red", "Yellow")}
each_game = pytest.mark.parametrize("kind", [GAMES["reversi"], GAMES["connect4"]], ids=lambda kind: kind.key)


def diagram_after(kind: GameKind, moves: tuple[str, ...]) -> Diagram:
    positions: list[Position] = [kind.start("")]
    for move in moves:
        positions.append(positions[-1].play(move))
    return Diagram(positions[-1], recent_moves(positions, moves), hints=True)


def marks(written: str, sign: str) -> int:
    """Count the squares of a text board with a sign before them."""
    return sum(line.count(sign) for line in written.splitlines() if line[:1].isdigit())


@each_game
@pytest.mark.parametrize("end", [End(0), End(1), End(None), End(None, called_off=True)], ids=str)
def test_no_side_is_to_move_in_a_finished_game(kind: GameKind, end: End) -> None:
    going = diagram_after(kind, BEGUN[kind.key])
    over = replace(going, end=end)
    told = kind.describe(over)
    assert "to move" in kind.describe(going)
    assert "to move" not in told
    for side in (0, 1):
        assert (f"{NAMES[kind.key][side]} has won the game." in told) == (end.winner == side)
    assert ("The game is a draw." in told) == (end == End(None))
    assert ("The game was called off." in told) == end.called_off
    written = kind.write(over)
    assert "Moves:" not in written
    assert "Columns to play:" not in written
    panels = changed(pixels_of(kind.draw(going)), pixels_of(kind.draw(over)))[:STRIP_BOTTOM]
    # The panel of the side to move loses its frame; a winner's is filled.
    turn = slice(320, None) if going.position.turn else slice(None, 320)
    assert panels[:, turn].any()
    if end.winner is None:
        plain = replace(going, end=End(None))
        assert kind.draw(over) == kind.draw(plain)


@each_game
def test_both_last_moves_are_marked_and_told_differently(kind: GameKind) -> None:
    moves = BEGUN[kind.key]
    diagram = diagram_after(kind, moves)
    written = kind.write(diagram)
    assert (marks(written, ">"), marks(written, "~")) == (1, 1)
    assert "> last move, ~ the one before" in written
    last, before = (kind.move_name(move) for move in (moves[-1], moves[-2]))
    assert f"The last moves were {before} and, in answer, {last}." in kind.describe(diagram)
    without = replace(diagram, recent=replace(diagram.recent, before=None))
    only_last, both = pixels_of(kind.draw(without)), pixels_of(kind.draw(diagram))
    place = np.argwhere(changed(only_last, both))
    assert len(place) > 200
    # What changes is on one square.
    assert np.ptp(place[:, 0]) < 100
    assert np.ptp(place[:, 1]) < 100
    as_last = replace(
        diagram, recent=replace(NO_MOVES, last=(diagram.recent.before or diagram.recent.last[0],))
    )
    assert changed(pixels_of(kind.draw(as_last)), both).any()


def test_all_moves_of_a_side_whose_opponent_passed_are_marked() -> None:
    kind, moves = GAMES["reversi"], BLACK_PASSES_TWICE
    diagram = diagram_after(kind, moves)
    assert [made.move for made in diagram.recent.last] == ["h6", "c7"]
    written = kind.write(diagram)
    assert (marks(written, ">"), marks(written, "~")) == (2, 1)
    assert "The last moves were h7 and, in answer, h6, then c7." in kind.describe(diagram)
    plain = pixels_of(kind.draw(replace(diagram, recent=NO_MOVES)))
    there = changed(plain, pixels_of(kind.draw(diagram)))
    for move in ("h6", "c7", "h7"):
        assert there[_square(move)].any(), move


def _square(move: str) -> tuple[slice, slice]:
    left, top = REVERSI_GRID.corner(REVERSI_GRID.index(move))
    return slice(top, top + REVERSI_GRID.cell), slice(left, left + REVERSI_GRID.cell)


def test_a_move_that_its_answer_turned_keeps_its_mark() -> None:
    kind, moves = GAMES["reversi"], ("d3", "c3", "b3")
    diagram = diagram_after(kind, moves)
    assert kind.rows_of(diagram.position)[2][2] == 0, "b3 turns c3"
    without = replace(diagram, recent=replace(diagram.recent, before=None))
    there = changed(pixels_of(kind.draw(without)), pixels_of(kind.draw(diagram)))
    assert there[_square("c3")].any()
    assert not there[_square("d3")].any()


def test_a_pass_is_no_move_to_mark() -> None:
    recent = recent_moves([GAMES["reversi"].start("")], ())
    assert recent.then(PASS, GAMES["reversi"].start("")).last == ()
