"""Measure Reversi on boards other than 8 × 8, and anti-Reversi: `python -m research.reversi_boards PART …`

match BOARD [GAMES] [SECONDS] [PLAYER]
                    games on a board such as 10x10 or 8x8-anti, by the learned evaluation against a player
                    (mobility:time, squares and moves) at equal time a move, from random openings
prove [MB]          the proof of who wins on 6 × 6 without the book, with a table of this size
proofs [POSITIONS]  the time that proofs on 6 × 6 take, by the number of random moves before; how often
                    the value of the last selective search is the proved one
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace

from engine import Limits, Progress, reversi, search
from engine.reversi.boards import Board
from engine.search.registry import default_style
from engine.search.tables import TranspositionTable
from research.reversi_evaluation import match

#: Random moves at the beginning of a game.
OPENING = 8


def random_position(start: reversi.Position, moves: int, seed: int) -> reversi.Position:
    """A position after random moves."""
    draw = random.Random(seed)
    while True:
        position = start
        while position.moves_played < moves and (legal := position.legal_moves()):
            position = position.play(draw.choice(legal))
        if position.legal_moves():
            return position


def play_matches(name: str, games: int, seconds: float, other: str) -> None:
    """Play every opening on a board twice."""
    board = Board.named(name)
    start = reversi.start(board.size, anti=board.anti)
    print(name, end=": ", flush=True)
    match([random_position(start, OPENING, seed) for seed in range(games // 2)], seconds, other)


def prove(megabytes: int) -> None:
    """Prove the value of the start of 6 × 6."""
    start = reversi.start(6)
    search(start, Limits(None, depth=4))
    begun = time.process_time()

    def show(progress: Progress) -> None:
        if progress.fraction == 1 and progress.certainty is not None:
            taken = time.process_time() - begun
            print(
                f"{progress.score:+.0f} with certainty {progress.certainty:.1%}: "
                f"{progress.nodes:,} nodes, {taken:.1f} s of the processor",
                flush=True,
            )

    by_itself = replace(default_style("reversi"), book=None)
    table = TranspositionTable(megabytes)
    found = search(start, Limits(seconds=3600), progress=show, style=by_itself, table=table)
    print(f"proved: {found.exact}; {found.seconds:.1f} s; {' '.join(found.line)}")


def proofs(count: int) -> None:
    """Prove the values of random positions of 6 × 6."""
    search(reversi.start(6), Limits(None, depth=4))
    print("| moves played | positions | mean s of the processor | longest | selective value right |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for moves in (16, 12, 10, 8, 7, 6, 4):
        times, right = [], 0
        for seed in range(count):
            position = random_position(reversi.start(6), moves, seed)
            selective: list[float] = []

            def note(progress: Progress, found: list[float] = selective) -> None:
                if progress.fraction == 1 and progress.certainty not in (None, 1):
                    found[:] = [progress.score]

            begun = time.process_time()
            result = search(position, Limits(seconds=3600), progress=note, table=TranspositionTable(64))
            times.append(time.process_time() - begun)
            right += selective in ([], [result.score])
        print(
            f"| {moves} | {count} | {sum(times) / count:.2f} | {max(times):.2f} | {right / count:.0%} |",
            flush=True,
        )


def main() -> None:
    """Run the part that the command line names."""
    part, *rest = sys.argv[1:] or [""]
    if part == "match" and rest:
        name, games, seconds, other = rest + ["", "200", "0.02", "mobility:time"][len(rest) :]
        play_matches(name, int(games), float(seconds), other)
    elif part == "prove":
        prove(int(rest[0]) if rest else 64)
    elif part == "proofs":
        proofs(int(rest[0]) if rest else 20)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
