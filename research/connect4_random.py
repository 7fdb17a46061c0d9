"""Extend `bench/connect4-random.txt`: random Connect 4 positions of every ply, solved without the book.

    python -m research.connect4_random [first ply] [last ply] [megabytes]

The positions follow from a fixed seed (`bench.connect4_book.positions_at`); the file has only their scores.
The mirrored positions are solved, with fewer techniques than the book was made with, from the last ply to the
first, in a table of 128 MB shared by all positions. An interrupted run resumes after the last full line of
each ply.
"""

from __future__ import annotations

import random
import sys

from bench.connect4_book import LAST_PLY, POSITIONS_SEED, SCORES, positions_at, read_scores
from engine.connect4.book import Solver
from engine.search.scores import ALL_TECHNIQUES, ETC

_A_LINE = 50


def main() -> None:
    """Add the missing scores."""
    first, last, megabytes = [int(text) for text in sys.argv[1:]] + [1, LAST_PLY, 128][len(sys.argv) - 1 :]
    solver = Solver(megabytes, int(ALL_TECHNIQUES) & ~int(ETC))
    for ply in range(last, first - 1, -1):
        positions, done = positions_at(ply), {start for start, _, _ in read_scores(ply)}
        starts = range(0, len(positions), _A_LINE)
        # Shuffled, so that a partly solved ply has some positions after each first move.
        for start in random.Random(POSITIONS_SEED).sample(starts, len(starts)):
            if start not in done:
                group = positions[start : start + _A_LINE]
                scores = " ".join(str(solver.score(position.mirrored())) for position in group)
                with SCORES.open("a") as file:
                    file.write(f"{ply} {start} {group[0]} {scores}\n")
        sys.stderr.write(f"ply {ply} done\n")
    lines = SCORES.read_text().splitlines(keepends=True)
    SCORES.write_text("".join(sorted(lines, key=lambda line: [int(part) for part in line.split()[:2]])))


if __name__ == "__main__":
    main()
