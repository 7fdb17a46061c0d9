"""Measure the errors of shallow searches by the style "mobility", which set its ProbCut on 8 × 8.

    python -m research.training.feature_errors [positions]

Positions come from random continuations of the balanced openings. Prints, for each depth and number of empty
squares, the standard deviation in 1/64 disc of the difference between a search of that depth and the
shallower one that ProbCut uses instead.
"""

from __future__ import annotations

import random
import statistics
import sys

from engine import Limits, reversi, search
from engine.players.matches import balanced_openings
from engine.search.interface import probcut_depth
from engine.search.scores import ALL_TECHNIQUES, PROBCUT

TECHNIQUES = int(ALL_TECHNIQUES) & ~int(PROBCUT)
DEPTHS = range(4, 11)


def main() -> None:
    """Search and print a table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    openings, draw = balanced_openings(reversi.start()), random.Random(3)
    print("| empty squares | " + " | ".join(f"{depth} for {probcut_depth(depth)}" for depth in DEPTHS) + " |")
    for empties in (50, 40, 30, 22):
        differences: dict[int, list[float]] = {depth: [] for depth in DEPTHS}
        for _ in range(count):
            position = draw.choice(openings)
            while (moves := position.legal_moves()) and 64 - sum(position.counts()) > empties:
                if draw.random() < 0.1:
                    position = position.play(draw.choice(moves))
                else:
                    position = position.play(search(position, Limits(None, depth=3)).move)
            if not moves:
                continue
            scores = {
                depth: search(position, Limits(None, depth=depth), techniques=TECHNIQUES).score
                for depth in range(2, DEPTHS.stop)
            }
            for depth in DEPTHS:
                difference = scores[depth] - scores[probcut_depth(depth)]
                if abs(difference) < 32:
                    differences[depth].append(64 * difference)
        row = " | ".join(f"{statistics.pstdev(differences[depth]):.0f}" for depth in DEPTHS)
        print(f"| {empties} | {row} |", flush=True)


if __name__ == "__main__":
    main()
