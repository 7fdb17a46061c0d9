"""Make a set of hard Reversi positions with exact scores: `python -m research.reversi_hard_set FILE`

    FILE                receives lines of `board side; move:score; …`, as `research.reversi_hard` reads them
    --positions N       number of positions to reach (300)
    --empties A[-B]     empty squares of each, drawn from this range (22-30)
    --seed N            seed that picks the games they come from (1)
    --megabytes N       size of the table (512)

The positions come from games that start with balanced openings, one game each, between two levels drawn from
all with a fixed depth. A position is hard if a deeper search changes the best move, and contested if neither
side expects a clear win. What is tuned on most of them is judged on the rest (`research.reversi_hard
--part`).
A position with 30 empty squares takes minutes to hours: run this with `nice -n 19` while the machine is idle.
It can be stopped at any moment; the same command resumes. FILE holds the finished positions and FILE.moves
the proved moves of the current one, so a kill loses at most one proof. Equal options produce equal files.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from engine import Limits, reversi, search, warm_up
from engine.players.computer import thinking_levels
from engine.players.matches import balanced_openings
from engine.search.tables import TranspositionTable

#: The players of the games: all whose moves depend on the position and a seed alone.
PLAYERS = [level.player for level in thinking_levels("reversi") if level.player.depth is not None]
#: Depths of the two searches whose best moves must differ.
SHALLOW, DEEP = 8, 12
#: A position is contested if the deeper search expects no greater lead, in discs.
CONTESTED = 16
#: Minimum number of legal moves: fewer are easily ranked.
FEWEST_MOVES = 5


def empties_of(position: reversi.Position) -> int:
    """Return the number of empty squares."""
    return 64 - sum(position.counts())


def candidates(empties: range, seed: int) -> Iterator[reversi.Position]:
    """Yield a position of each game, without end: the seed says which, `empties` how late in the game."""
    openings = balanced_openings(reversi.start())
    random.Random(seed).shuffle(openings)
    for number in itertools.count():
        # A generator of its own: a game must not depend on those before it.
        rng = random.Random(f"{seed} {number}")
        wanted = rng.choice(empties)
        players = [replace(rng.choice(PLAYERS), seed=rng.getrandbits(32)) for _ in range(2)]
        given_away = [0.0, 0.0]
        position = openings[number % len(openings)]
        while position.legal_moves() and empties_of(position) > wanted:
            side = position.turn
            found = players[side].choose(position, None, given_away=given_away[side])
            given_away[side] += players[side].gave_away(found)
            position = position.play(found.move)
        if empties_of(position) == wanted:
            yield position


def is_hard(position: reversi.Position) -> bool:
    """Return whether a position is contested, and a deeper search finds another best move."""
    if len(position.legal_moves()) < FEWEST_MOVES:
        return False
    deep = search(position, Limits(None, depth=DEEP))
    if abs(deep.score) > CONTESTED:
        return False
    return search(position, Limits(None, depth=SHALLOW)).move != deep.move


def proved_score(position: reversi.Position, move: str, table: TranspositionTable) -> int:
    """Return the final score of a move, for the side that makes it, by a proof."""
    after = position.play(move)
    result = after.result()
    if result is not None:
        return -result.score
    # A depth beyond the end of the game goes for the proof at once.
    found = search(after, Limits(None, depth=position.size**2), table=table)
    assert found.exact
    return -int(found.score)


def scored(position: reversi.Position, journal: Path, table: TranspositionTable) -> dict[str, int]:
    """Return the score of each move, greatest first; those in the journal are not proved again."""
    known: dict[str, int] = {}
    if journal.exists():
        for line in journal.read_text(encoding="utf-8").splitlines():
            board, *rest = (part.strip() for part in line.split(";"))
            # A kill can cut the last line.
            if board == str(position) and len(rest) == 2 and not rest[1]:
                move, score = rest[0].split(":")
                known[move] = int(score)
    for move in position.legal_moves():
        if move not in known:
            known[move] = proved_score(position, move, table)
            with journal.open("a", encoding="utf-8") as file:
                file.write(f"{position}; {move}:{known[move]:+};\n")
    return dict(sorted(known.items(), key=lambda pair: (-pair[1], pair[0])))


def make(file: Path, positions: int, empties: range, seed: int, megabytes: float) -> None:
    """Add positions to a file until it has enough."""
    done = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    boards = {line.split(";")[0] for line in done}
    journal = file.with_name(f"{file.name}.moves")
    for position in candidates(empties, seed):
        if len(boards) >= positions:
            return
        if str(position) in boards or not is_hard(position):
            continue
        moves = scored(position, journal, TranspositionTable(megabytes))
        line = " ".join([f"{position};", *(f"{move}:{score:+};" for move, score in moves.items())])
        done.append(line)
        boards.add(str(position))
        # Written whole under another name first: a kill must not cut a line.
        whole = file.with_name(f"{file.name}.new")
        whole.write_text("\n".join([*done, ""]), encoding="utf-8")
        whole.replace(file)
        journal.unlink(missing_ok=True)
        print(f"{len(boards)} of {positions}: {line}", flush=True)


def span(text: str) -> range:
    """Return the numbers that a range such as 22-30 stands for; 22 is a range of one. Raises ValueError."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    """Make or continue a set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--empties", type=span, default=span("22-30"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--megabytes", type=float, default=512.0)
    options = parser.parse_args()
    warm_up("reversi")
    make(options.file, options.positions, options.empties, options.seed, options.megabytes)


if __name__ == "__main__":
    main()
