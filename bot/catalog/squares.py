"""Positions as texts that every game can read: to be kept, and to stand in the ids of buttons.

The squares row by row from the top left, X for the first side, O for the second, - for an empty one, then the
side to move.
"""

from __future__ import annotations

from bot.catalog.kind import GameKind
from data import set_up_on
from engine import Position

SYMBOLS = "XO"
EMPTY = "-"


def squares_of(kind: GameKind, position: Position) -> str:
    """The squares of a position, and the side to move."""
    rows = kind.rows_of(position)
    signs = (EMPTY if owner is None else SYMBOLS[owner] for row in rows for owner in row)
    return f"{''.join(signs)}{SYMBOLS[position.turn]}"


def square_count(kind: GameKind, board: str) -> int:
    """How many squares a board has."""
    return sum(map(len, kind.rows_of(kind.start(board))))


def options_from(kind: GameKind, position: Position) -> str:
    """The options, as they are stored, of a game that begins from a position; where games begin there anyway,
    those of its board."""
    board = kind.board_of(position)
    return board if kind.start(board) == position else set_up_on(board, squares_of(kind, position))
