"""Compares searches that use the book of openings with proofs that do not, on random positions ply by ply.

    uv run python -m bench.connect4_book [positions a ply] [first ply] [last ply]

Prints, for each ply, how many scores were the same, how many positions the book knew at once, and the mean
and the longest time of the search with the book. Early plies take long: the proof without book takes minutes
on an empty grid.
"""

from __future__ import annotations

import random
import sys
import time

from bench.connect4_sets import random_position
from engine import Limits, search, warm_up
from engine.connect4_book import shipped
from engine.connect4_solver import Solver

SEED = 7


def main() -> None:
    """Compares ply by ply."""
    numbers = [int(text) for text in sys.argv[1:]] + [1000, 8, 41][len(sys.argv) - 1 :]
    count, first, last = numbers
    warm_up("connect4")
    solver, book, draw = Solver(256), shipped(), random.Random(SEED)
    print("| ply | positions | same | from the book | mean s | longest s |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for ply in range(first, last + 1):
        same = known = 0
        seconds = []
        for _ in range(count):
            position = random_position(draw, ply)
            known += book.told(position) is not None
            begun = time.perf_counter()
            found = search(position, Limits(seconds=None))
            seconds.append(time.perf_counter() - begun)
            solver.clear()
            same += found.exact and found.score == solver.score(position)
        mean = sum(seconds) / count
        print(f"| {ply} | {count} | {same} | {known} | {mean:.3f} | {max(seconds):.2f} |", flush=True)


if __name__ == "__main__":
    main()
