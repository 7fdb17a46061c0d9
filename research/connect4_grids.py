"""Solve Connect 4 on small grids from the empty board with one thread.

    python -m research.connect4_grids [COLUMNSxROWS ...] [--megabytes 1024]

Without names it solves the grids that take less than a minute. It prints the winner, then the score, with
nodes and processor seconds for both together. The table is emptied before each grid.
"""

from __future__ import annotations

import argparse
import time

from engine import connect4
from engine.connect4.book import Solver

GRIDS = (
    "4x4",
    "5x4",
    "4x5",
    "5x5",
    "6x4",
    "4x6",
    "6x5",
    "5x6",
    "7x4",
    "4x7",
    "5x7",
    "6x6",
    "7x5",
    "8x4",
    "4x8",
    "9x4",
    "8x5",
)
_OUTCOMES = {1: "first player wins", 0: "draw", -1: "second player wins"}


def main() -> None:
    """Print one line of a Markdown table for each grid."""
    parser = argparse.ArgumentParser(prog="python -m research.connect4_grids", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("grids", nargs="*", metavar="COLUMNSxROWS", default=GRIDS)
    parser.add_argument("--megabytes", type=float, default=1024.0, help="size of the transposition table")
    chosen = parser.parse_args()
    solver = Solver(chosen.megabytes)
    # The first calls in a process load compiled code and touch new memory.
    solver.score(connect4.parse("5x4:"))
    print("| grid | result | score | nodes | processor s |")
    print("| --- | --- | ---: | ---: | ---: |")
    for grid in chosen.grids:
        position = connect4.parse(f"{grid}:")
        solver.clear()
        before, start = solver.nodes, time.process_time()
        outcome, score = solver.outcome(position), solver.score(position)
        seconds = time.process_time() - start
        print(
            f"| {grid} | {_OUTCOMES[outcome]} | {score} | {solver.nodes - before:,} | {seconds:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
