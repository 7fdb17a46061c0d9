"""Compares searches that use the book of openings with the values of `connect4-random.txt`, found without it.

    python -m bench.connect4_book [positions a ply] [first ply] [last ply]

Prints, for each ply, how many scores were the same, how many positions the book knew at once, and the mean
and the longest processor time of the search with the book, its table empty before each position.
"""

from __future__ import annotations

import random
import sys
import time

from bench.connect4_random import COUNT, LAST_PLY, scored
from engine import Limits, search, warm_up
from engine.connect4.book import shipped
from engine.search.transposition import TranspositionTable

SEED = 7


def main() -> None:
    """Compare ply by ply."""
    count, first, last = [int(text) for text in sys.argv[1:]] + [COUNT, 1, LAST_PLY][len(sys.argv) - 1 :]
    warm_up("connect4")
    book, draw = shipped(), random.Random(SEED)
    wrong = 0
    print("| ply | positions | same | from the book | mean s | longest s |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for ply in range(first, last + 1):
        positions = list(scored(ply))
        same = known = 0
        seconds = [0.0]
        for position, score in draw.sample(positions, min(count, len(positions))):
            known += book.probe(position) is not None
            begun = time.thread_time()
            found = search(position, Limits(seconds=None), table=TranspositionTable())
            seconds.append(time.thread_time() - begun)
            same += found.exact and found.score == score
        tried = len(seconds) - 1
        wrong += tried - same
        mean = sum(seconds) / max(tried, 1)
        print(f"| {ply} | {tried} | {same} | {known} | {mean:.3f} | {max(seconds):.2f} |", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
