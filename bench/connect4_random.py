"""Makes `connect4-random.txt`: values of 1,000 random Connect 4 positions at every ply, solved without book.

    python -m bench.connect4_random [first ply] [last ply] [megabytes]

Where there are fewer positions it takes all of them. They are chosen at random from a fixed seed, so the file
needs only their scores: a line has the ply, the number of its first position, the moves of that position and
the scores of up to fifty positions. A run goes on after the last full line of each ply. The mirrored
positions are solved, with fewer techniques than the book was made with, from the last ply to the first. The
table (128 MB) is empty at the start and is kept: what is proved of one position helps with others.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.connect4_sets import SEED
from engine import connect4
from engine.connect4.book import key_of
from engine.connect4.solver import Solver
from engine.search.context_words import ALL_TECHNIQUES, ETC
from training.connect4_book import EMPTY, positions_after

FILE = Path(__file__).with_name("connect4-random.txt")
COUNT = 1000
LAST_PLY = 41
_A_LINE = 50
#: Up to this ply there are fewer than COUNT positions, mirror images taken once.
_FEW_UP_TO = 4


def positions_at(ply: int) -> list[connect4.Position]:
    """The positions with so many discs, no two the same or mirrored, by their moves."""
    if ply <= _FEW_UP_TO:
        return sorted(positions_after(EMPTY, ply).values(), key=str)
    draw = random.Random(f"{SEED} {ply}")
    found: dict[int, connect4.Position] = {}
    while len(found) < COUNT:
        position = _unfinished(draw, ply)
        if position is not None:
            found.setdefault(key_of(position), position)
    return sorted(found.values(), key=str)


def _unfinished(draw: random.Random, ply: int) -> connect4.Position | None:
    """The position after so many random moves that do not end the game, None when there is no other."""
    position = EMPTY
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


def scored(ply: int) -> Iterator[tuple[connect4.Position, int]]:
    """The positions of a ply whose scores are in the file."""
    positions = positions_at(ply)
    for start, moves, scores in _lines(ply):
        if str(positions[start]) != moves:
            sys.exit(f"ply {ply}: position {start} is {positions[start]} here and {moves} in {FILE.name}")
        yield from zip(positions[start:], scores, strict=False)


def _lines(ply: int) -> Iterator[tuple[int, str, list[int]]]:
    """The lines of a ply: number and moves of the first position, scores."""
    for line in FILE.read_text().splitlines() if FILE.exists() else ():
        at, start, moves, *scores = line.split()
        if at == str(ply):
            yield int(start), moves, [int(score) for score in scores]


def main() -> None:
    """Add what the file lacks."""
    first, last, megabytes = [int(text) for text in sys.argv[1:]] + [1, LAST_PLY, 128][len(sys.argv) - 1 :]
    solver = Solver(megabytes, int(ALL_TECHNIQUES) & ~int(ETC))
    for ply in range(last, first - 1, -1):
        positions, done = positions_at(ply), {start for start, _, _ in _lines(ply)}
        starts = range(0, len(positions), _A_LINE)
        # In any order, so that a ply of which only a part is solved has some of all first moves.
        for start in random.Random(SEED).sample(starts, len(starts)):
            if start not in done:
                group = positions[start : start + _A_LINE]
                scores = " ".join(str(solver.score(position.mirrored())) for position in group)
                with FILE.open("a") as file:
                    file.write(f"{ply} {start} {group[0]} {scores}\n")
        sys.stderr.write(f"ply {ply} done\n")
    lines = FILE.read_text().splitlines(keepends=True)
    FILE.write_text("".join(sorted(lines, key=lambda line: [int(part) for part in line.split()[:2]])))


if __name__ == "__main__":
    main()
