"""Positions for tests: random games, and how to reach the ends of them."""

from __future__ import annotations

import random

from engine import connect4, reversi
from engine.players.computer import style_named
from engine.reversi import Position
from engine.search.context import SearchContext
from engine.search.root import Root
from engine.search.tables import TranspositionTable

#: White has no move, black has: white must pass.
WHITE_PASSES = "-XXXXXXX" * 3 + "OXXXXXXX" * 4 + "XXXXXXXX" + " O"
#: Black wiped out: over with empty squares.
WIPED_OUT = "-" * 27 + "OO" + "-" * 6 + "OO" + "-" * 27 + " X"


def random_endgame(seed: int, empties: int, size: int = 8, *, anti: bool = False) -> Position:
    """Return a position of a random unfinished game with this many empties, or the first with fewer."""
    draw = random.Random(seed)
    while True:
        position = reversi.start(size, anti=anti)
        while (moves := position.legal_moves()) and size * size - sum(position.counts()) > empties:
            position = position.play(draw.choice(moves))
        if moves:
            return position


def after(moves: str, start: Position | None = None) -> Position:
    """Return the position after moves, with blanks between them."""
    position = start or reversi.start()
    for move in moves.split():
        position = position.play(move)
    return position


def root_of(position: Position, style: str = "patterns", nodes: int | None = None) -> Root:
    """Return the root of a search with a table of its own."""
    context = SearchContext(TranspositionTable(1), nodes, position.search_table())
    return Root(position, style_named("reversi", style), context)


def random_grid(seed: object, empty: int, size: tuple[int, int, int] = (7, 6, 4)) -> connect4.Position:
    """Return a position of a random game with this many empties, in which no line was made."""
    draw = random.Random(f"{size} {empty} {seed}")
    while True:
        position = connect4.start(*size)
        while (moves := position.legal_moves()) and size[0] * size[1] - position.ply > empty:
            quiet = [move for move in moves if position.play(move).result() is None]
            position = position.play(draw.choice(quiet or moves))
        if moves:
            return position
