"""Measure what more time finds in Reversi: `python -m research.reversi_move_loss PART FILE …`

    search FILE [SECONDS] [POSITIONS] [SEED]
                        searches positions from quick games and appends the results to FILE
    report FILE …       prints the loss of moves chosen after given times, and by players that end their
                        searches early

Each position is searched for SECONDS (2). Every move that was best after some iteration is then searched
alone, to the depth of that search, or for twice SECONDS if it reached the end of the game; a move's loss is
its difference to the best of them. These values are estimates and ignore moves that no search found. Run one
process per core, each with its own FILE and SEED.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine import Limits, StopFlag, reversi, search, warm_up
from engine.players.matches import balanced_openings
from engine.search.context import SearchContext
from engine.search.registry import default_style
from engine.search.root import Root
from engine.search.tables import TranspositionTable
from engine.search.time_management import MiddleLevels, TimeManager, iterations

#: Empties of the positions; with fewer, searches soon end with a proof.
EMPTIES = range(20, 53)
#: Positions taken per game, and seconds per move of the games.
FROM_A_GAME = 6
GAME_SECONDS = 0.03
#: Reported shares of SECONDS.
SHARES = (0.05, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 0.7, 1.0)
#: Columns of the report: empties.
GROUPS = (range(20, 26), range(26, 31), range(31, 36), range(36, 41), range(41, 53))
#: The findings in one position, as in FILE.
Found = dict[str, Any]


def positions(rng: random.Random) -> Iterator[reversi.Position]:
    """Return positions from games between balanced openings and the end, with a choice of moves."""
    openings = balanced_openings(reversi.start())
    while True:
        position, met = rng.choice(openings), []
        while (moves := position.legal_moves()) and empties_of(position) >= EMPTIES.start:
            if len(moves) > 1:
                met.append(position)
            position = position.play(search(position, Limits(GAME_SECONDS)).move)
        yield from rng.sample(met, min(FROM_A_GAME, len(met)))


def empties_of(position: reversi.Position) -> int:
    """Return the number of empties."""
    return 64 - sum(position.counts())


def searched(position: reversi.Position, seconds: float) -> Found:
    """Return the best moves in the course of a search, and when players with less time would end it."""
    style, table, deadline = default_style("reversi"), TranspositionTable(), StopFlag()
    root = Root(position, style, SearchContext(table, None, position.search_table()))
    middle_levels, begun = MiddleLevels(position, seconds, None), time.perf_counter()
    deadline.attach(root.context.words)
    deadline.set_after(seconds)
    open_ends = {share: TimeManager(share * seconds) for share in SHARES}
    course: list[tuple[float, str]] = []
    early: dict[float, tuple[float, str]] = {}
    to_the_end = False
    for iteration in iterations(position, style, None, seconds):
        if middle_levels.left_out(root, iteration):
            continue
        now = time.perf_counter() - begun
        for share in [share for share in open_ends if course]:
            if now > share * seconds or open_ends[share].enough(root, iteration):
                del open_ends[share]
                early[share] = (min(now, share * seconds), move_at(course, share * seconds))
        if root.proved or not root.search(iteration):
            break
        course.append((time.perf_counter() - begun, root.move))
        to_the_end = iteration.exact
    deadline.cancel()
    end = time.perf_counter() - begun
    early.update(
        {share: (min(end, share * seconds), move_at(course, share * seconds)) for share in open_ends}
    )
    limits = Limits(2 * seconds) if to_the_end else Limits(None, depth=root.depth)
    return {
        "empties": empties_of(position),
        "seconds": seconds,
        "end": end,
        "course": course,
        "early": [early[share] for share in SHARES],
        "values": values(position, {move for _, move in course}, limits),
    }


def move_at(course: list[tuple[float, str]], seconds: float) -> str:
    """Return the best move of the last iteration finished by then, or of the first one."""
    return next((move for done, move in reversed(course) if done <= seconds), course[0][1])


def values(position: reversi.Position, moves: set[str], limits: Limits) -> dict[str, float]:
    """Return the values of several moves for the side to move; a single move needs none."""
    if len(moves) < 2:
        return dict.fromkeys(moves, 0.0)
    found = {}
    for move in sorted(moves):
        after = position.play(move)
        if after.legal_moves():
            found[move] = -search(after, limits, table=TranspositionTable()).score
        else:
            black, white = after.counts()
            found[move] = float(black - white) * (1 if position.turn == 0 else -1)
    return found


def loss(found: Found, move: str) -> float:
    """Return the loss of a move, in discs."""
    return float(max(found["values"].values()) - found["values"][move])


def row(name: str, all_found: list[Found], chosen: Callable[[Found], tuple[float, str]]) -> str:
    """Return a line of the report: mean time, then the loss in each group, in discs."""
    seconds = statistics.mean(chosen(found)[0] for found in all_found)
    cells = [f"{name} | {seconds:.3f}"]
    for group in GROUPS:
        losses = [loss(found, chosen(found)[1]) for found in all_found if found["empties"] in group]
        cells.append(f"{statistics.mean(losses):.3f}" if losses else "")
    return f"| {' | '.join(cells)} |"


def report(files: list[str]) -> None:
    """Print the loss of moves chosen at a fixed time, and by players that end their searches early."""
    all_found = []
    for file in files:
        with Path(file).open() as lines:
            all_found += [json.loads(line) for line in lines]
    counts = [sum(found["empties"] in group for found in all_found) for group in GROUPS]
    names = [
        f"{group.start} to {group[-1]} empty ({count})" for group, count in zip(GROUPS, counts, strict=True)
    ]
    print(f"{len(all_found)} positions; discs that a move loses")
    print(f"| time | mean s | {' | '.join(names)} |")
    print(f"| --- |{' ---: |' * (1 + len(GROUPS))}")
    for number, share in enumerate(SHARES):
        seconds = share * all_found[0]["seconds"]

        def at_once(found: Found, seconds: float = seconds) -> tuple[float, str]:
            return min(seconds, found["end"]), move_at(found["course"], seconds)

        def early(found: Found, number: int = number) -> tuple[float, str]:
            spent, move = found["early"][number]
            return spent, move

        print(row(f"{seconds:.2f} s, all of it", all_found, at_once))
        print(row(f"{seconds:.2f} s, ended early", all_found, early))


def main() -> None:
    """Run the part that the command line names."""
    if sys.argv[1:2] == ["report"] and sys.argv[2:]:
        report(sys.argv[2:])
    elif sys.argv[1:2] == ["search"] and sys.argv[2:]:
        file, seconds, count, seed = sys.argv[2:6] + ["2", "200", "1"][len(sys.argv) - 3 :]
        warm_up("reversi")
        found_in = positions(random.Random(int(seed)))
        for _ in range(int(count)):
            found = searched(next(found_in), float(seconds))
            with Path(file).open("a") as lines:
                lines.write(json.dumps(found) + "\n")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
