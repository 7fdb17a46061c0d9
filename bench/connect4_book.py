"""Compares searches that use the book of openings with the values of `connect4-random.txt`, found without it.

    python -m bench.connect4_book [positions a ply] [first ply] [last ply]

Prints, for each ply, how many scores were the same, how many positions the book knew at once, and the mean
nodes, and the mean and the longest processor time, of the search with the book, its table empty before each.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterable, Iterator
from statistics import mean
from typing import Any

from bench.connect4_random import COUNT, LAST_PLY, scored
from engine import Limits, search, warm_up
from engine.connect4.book import shipped
from engine.search.transposition import TranspositionTable

SEED = 7
#: Numbers of discs right behind the complete part of the book, where searches begin.
BEHIND_BOOK = (10, 11, 12)


def measure_searches(plies: Iterable[int], count: int) -> Iterator[dict[str, Any]]:
    """Searches with the book of `count` random positions of each ply, the table empty before each."""
    warm_up("connect4")
    book, draw, table = shipped(), random.Random(SEED), TranspositionTable()
    # New memory is slow at first.
    table.touch()
    for ply in plies:
        positions = list(scored(ply))
        same = known = 0
        seconds, nodes = [], 0
        for position, score in draw.sample(positions, min(count, len(positions))):
            known += book.probe(position) is not None
            table.clear()
            begun = time.thread_time()
            found = search(position, Limits(seconds=None), table=table)
            seconds.append(time.thread_time() - begun)
            nodes += found.nodes
            same += found.exact and found.score == score
        yield {
            "ply": ply,
            "positions": len(seconds),
            "same": same,
            "from_the_book": known,
            "mean_nodes": nodes // len(seconds),
            "mean_s": mean(seconds),
            "longest_s": max(seconds),
        }


def measure_behind_book(count: int) -> list[dict[str, Any]]:
    """Searches of `count` positions of each ply right behind the complete part of the book."""
    return list(measure_searches(BEHIND_BOOK, count))


def main() -> None:
    """Compare ply by ply."""
    count, first, last = [int(text) for text in sys.argv[1:]] + [COUNT, 1, LAST_PLY][len(sys.argv) - 1 :]
    wrong = 0
    print("| ply | positions | same | from the book | mean nodes | mean s | longest s |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for row in measure_searches(range(first, last + 1), count):
        wrong += row["positions"] - row["same"]
        print(
            f"| {row['ply']} | {row['positions']} | {row['same']} | {row['from_the_book']} "
            f"| {row['mean_nodes']:,} | {row['mean_s']:.3f} | {row['longest_s']:.2f} |",
            flush=True,
        )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
