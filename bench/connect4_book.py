"""Compare searches that use the Connect 4 opening book with scores found without it (`connect4-random.txt`).

    python -m bench.connect4_book [positions a ply] [first ply] [last ply]

Print for each ply how many scores agree, how many positions are in the book, the mean nodes, and the mean and
longest processor time. The table is cleared before each search.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean
from typing import Any

from engine import Limits, connect4, search, warm_up
from engine.connect4.book import key_of, preference, shipped
from engine.search.tables import TranspositionTable

SCORES = Path(__file__).with_name("connect4-random.txt")
"""Scores of random positions, by lines: ply, number and moves of the first position, scores."""
POSITIONS_SEED = 20261121
COUNT = 1000
"""Maximum positions at each ply."""
LAST_PLY = 41
FEW_UP_TO = 4
"""Up to this ply there are fewer than COUNT positions, mirror images counted once."""
SAMPLE_SEED = 7
BEHIND_BOOK = (10, 11, 12)
"""Numbers of discs right behind the complete part of the book, where searches begin."""

_EMPTY = connect4.start()


def positions_at(ply: int) -> list[connect4.Position]:
    """Return the positions of a ply sorted by moves, mirror images once: all, or COUNT at random."""
    positions: dict[int, connect4.Position] = {}
    if ply <= FEW_UP_TO:
        positions = {key_of(_EMPTY): _EMPTY}
        for _ in range(ply):
            positions = _one_ply_later(positions.values())
    draw = random.Random(f"{POSITIONS_SEED} {ply}")
    while ply > FEW_UP_TO and len(positions) < COUNT:
        position = _unfinished(draw, ply)
        if position is not None:
            positions.setdefault(key_of(position), position)
    return sorted(positions.values(), key=str)


def _one_ply_later(positions: Iterable[connect4.Position]) -> dict[int, connect4.Position]:
    """Return the unfinished positions one move later by key; the first one met represents its key."""
    later: dict[int, connect4.Position] = {}
    for position in positions:
        for move in sorted(position.legal_moves(), key=lambda column: preference(position, column)):
            after = position.play(move)
            if after.result() is None:
                later.setdefault(key_of(after), after)
    return later


def _unfinished(draw: random.Random, ply: int) -> connect4.Position | None:
    """Return a position after `ply` random moves that do not end the game, None if the attempt fails."""
    position = _EMPTY
    while position.ply < ply:
        moves = list(position.legal_moves())
        while moves:
            after = position.play(moves.pop(draw.randrange(len(moves))))
            if after.result() is None:
                break
        else:
            return None
        position = after
    return position


def read_scores(ply: int) -> Iterator[tuple[int, str, list[int]]]:
    """Yield number and moves of the first position of each line of a ply, and the scores from there on."""
    for line in SCORES.read_text().splitlines() if SCORES.exists() else ():
        at, start, moves, *scores = line.split()
        if at == str(ply):
            yield int(start), moves, [int(score) for score in scores]


def scored(ply: int) -> Iterator[tuple[connect4.Position, int]]:
    positions = positions_at(ply)
    for start, moves, scores in read_scores(ply):
        if str(positions[start]) != moves:
            sys.exit(f"ply {ply}: position {start} is {positions[start]} here and {moves} in {SCORES.name}")
        yield from zip(positions[start:], scores, strict=False)


def measure_searches(plies: Iterable[int], count: int) -> Iterator[dict[str, Any]]:
    """Search `count` random positions of each ply with the book, the table cleared before each."""
    warm_up("connect4")
    book, draw, table = shipped(), random.Random(SAMPLE_SEED), TranspositionTable()
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
            result = search(position, Limits(seconds=None), table=table)
            seconds.append(time.thread_time() - begun)
            nodes += result.nodes
            same += result.exact and result.score == score
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
    """Search `count` positions of each ply right behind the complete part of the book."""
    return list(measure_searches(BEHIND_BOOK, count))


def main() -> None:
    """Compare ply by ply; exit with 1 if a score differs."""
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
