"""The entries that learned evaluations read for a position, found square by square."""

from __future__ import annotations

from engine import reversi
from engine.reversi.eval.patterns import MOVES, PATTERN_SETS
from tests.engine import oracle


def entries(position: reversi.Position) -> list[int]:
    """Return entries in the table of a stage: discs, own moves, the other side's moves, then each pattern."""
    board = oracle.board_of(str(position))
    replies = oracle.Board(board.discs, 1 - board.turn, board.size).moves()
    patterns = PATTERN_SETS[position.variant]
    digit = {None: 0, position.turn: 1, 1 - position.turn: 2}
    cells = position.cells()
    found = [
        sum(position.counts()) - 1,
        patterns.own_moves + min(len(board.moves()), MOVES - 1),
        patterns.opp_moves + min(len(replies), MOVES - 1),
    ]
    for pattern in patterns.patterns:
        index = sum(3**place * digit[cells[square]] for place, square in enumerate(pattern.squares))
        found.append(patterns.starts[pattern.class_number] + index)
    return found


def images(position: reversi.Position) -> list[reversi.Position]:
    """The position turned and mirrored in all eight ways."""
    found, size = [], position.size
    cells = [position.cells()[size * y : size * (y + 1)] for y in range(size)]
    side = str(position).split(maxsplit=1)[1]
    for _ in range(2):
        for _ in range(4):
            cells = [tuple(row) for row in zip(*cells[::-1], strict=True)]
            signs = "".join("-" if owner is None else "XO"[owner] for row in cells for owner in row)
            found.append(reversi.parse(f"{signs} {side}"))
        cells = [row[::-1] for row in cells]
    return found
