"""Create the Connect 4 positions of `connect4-positions.txt`, with their proved scores.

    python -m research.connect4_sets

The positions come from random games; their classes go by discs on the board n and plies r to the end under
best play. Each score is found twice: by the shipped solver, and by one with other techniques, another table
and the mirrored position. With at most 13 empty squares, plain minimax without table, ordering and bounds
must find it as well.
"""

from __future__ import annotations

import random
import sys
from typing import Any, NamedTuple

import numpy as np

from bench.cli import CONNECT4_POSITIONS
from bench.connect4_book import POSITIONS_SEED
from engine import connect4
from engine.connect4.book import Solver
from engine.jit.bits import count_squares, first_square, without_first
from engine.jit.compiling import compiled
from engine.search.interface import final, legal, play
from engine.search.scores import ALL_TECHNIQUES, ETC, MOVE_ORDERING, TABLE_MOVES


class Group(NamedTuple):
    """Positions with `fewest`..`most` discs and `least`..`last` plies to the end."""

    name: str
    fewest: int
    most: int
    least: int
    last: int
    size: int


GROUPS = (
    Group("late-short", 29, 41, 0, 14, 200),
    Group("middle-short", 15, 28, 0, 14, 200),
    Group("middle-long", 15, 28, 15, 28, 200),
    Group("early-short", 8, 14, 0, 14, 200),
    Group("early-long", 8, 14, 15, 28, 200),
    Group("early-longest", 8, 14, 29, 42, 20),
)


@compiled
def minimax(state: Any, alpha: Any, beta: Any) -> Any:
    """Return the score by the rules alone."""
    moves = legal(state)
    count = count_squares(moves)
    if count == 0:
        return final(state)
    while count > 0 and alpha < beta:
        alpha = max(alpha, -minimax(play(state, first_square(moves)), -beta, -alpha))
        moves = without_first(moves)
        count -= 1
    return alpha


def random_position(draw: random.Random, discs: int) -> connect4.Position:
    """Return a position after this many moves of a random game that is not over by then."""
    while True:
        position = connect4.start()
        while position.ply < discs and (moves := position.legal_moves()):
            position = position.play(draw.choice(moves))
        if position.ply == discs and position.result() is None:
            return position


def main() -> None:
    """Write the file."""
    draw = random.Random(POSITIONS_SEED)
    solver = Solver(64)
    other = Solver(16, int(ALL_TECHNIQUES) & ~int(ETC | TABLE_MOVES))
    least_ordered = Solver(16, int(ALL_TECHNIQUES) & ~int(ETC | MOVE_ORDERING))
    lines = ["# class, moves, score for the side to move; made by `python -m research.connect4_sets`\n"]
    for group in GROUPS:
        seen: set[connect4.Position] = set()
        while len(seen) < group.size:
            position = random_position(draw, draw.randint(group.fewest, group.most))
            solver.clear()
            if position in seen or not group.least <= solver.plies(position) <= group.last:
                continue
            score = solver.score(position)
            second = least_ordered if position.ply > 20 else other
            second.clear()
            if second.score(position.mirrored()) != score:
                sys.exit(f"{position}: {score} is not confirmed")
            if position.ply >= 29:
                worst = np.int64(-99)
                if int(minimax(position.state(), worst, -worst)) != score:
                    sys.exit(f"{position}: {score} is not what minimax finds")
            seen.add(position)
            lines.append(f"{group.name} {position} {score}\n")
        sys.stderr.write(f"{group.name} done\n")
    CONNECT4_POSITIONS.write_text("".join(lines))


if __name__ == "__main__":
    main()
