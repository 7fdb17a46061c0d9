"""Create engine/connect4/balanced-8ply.txt: random positions that are a draw under perfect play.

python -m research.connect4_openings [positions]
"""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path

from engine import connect4
from engine.connect4.book import Solver

FILE = Path(connect4.__file__).with_name("balanced-8ply.txt")
PLIES = 8
HEADER = """\
# Connect 4 on 7 x 6 after 8 random moves, neither side able to complete four at once, proved to be a draw
# under best play; no two are the same or mirrored. Made by `python -m research.connect4_openings`.
"""


def threatened(position: connect4.Position) -> bool:
    """True if the side to move wins at once, or would lose at once if it ignored the threat."""
    for move in position.legal_moves():
        after = position.play(move)
        if after.result() is not None:
            return True
        for answer in after.legal_moves():
            if answer != move and after.play(answer).result() is not None:
                return True
    return False


def main() -> None:
    """Choose, prove and write."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    draw, solver, seen = random.Random(20261121), Solver(128), set[str]()
    with FILE.open("w", encoding="utf-8") as file:
        file.write(HEADER)
        for number in itertools.count(1):
            moves, position = "", connect4.start()
            while len(moves) < PLIES and position.result() is None:
                moves += draw.choice(position.legal_moves())
                position = connect4.parse(moves)
            if position.result() is not None or threatened(position):
                continue
            mirrored = connect4.parse("".join(str(8 - int(column)) for column in moves))
            names = {str(position), str(mirrored)}
            if names & seen:
                continue
            seen |= names
            if solver.outcome(position) == 0:
                file.write(moves + "\n")
                file.flush()
                wanted -= 1
                if wanted == 0:
                    print(f"{number} random positions were tried")
                    return


if __name__ == "__main__":
    main()
