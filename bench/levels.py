"""Plays each level of computer players against the next one and prints the table of bench/README.md.

    uv run python bench/levels.py GAME [games] [first level] [last level]

Every opening is played twice, with the sides exchanged; both players think for at most SECONDS a move.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path

from engine import Position, connect4, reversi, warm_up
from engine.levels import LEVELS
from engine.matches import Played, Tally, play_game, random_openings, read_openings

SECONDS = 0.1
HERE = Path(__file__).parent


def openings(game: str) -> list[Position]:
    """Balanced openings for Reversi, random ones for Connect 4."""
    if game == "reversi":
        lines = (HERE / "reversi-balanced-8ply.txt").read_text().splitlines()
        drawn = list(read_openings(reversi.start(), lines))
    else:
        drawn = list(itertools.islice(random_openings(connect4.start(), 6, random.Random(1)), 1000))
    random.Random(2).shuffle(drawn)
    return drawn


def play(game: str, names: tuple[str, str], opening: Position, side: int) -> Played:
    """One game between two levels."""
    one, other = (LEVELS[game][name].player for name in names)
    return play_game((one, other), opening, SECONDS, side)


def main() -> None:
    """Plays the matches one by one, on all cores."""
    game = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    names = list(LEVELS[game])
    first = names.index(sys.argv[3]) if len(sys.argv) > 3 else 0
    last = names.index(sys.argv[4]) if len(sys.argv) > 4 else len(names) - 1
    starts = openings(game)
    warm_up(game)
    print(f"| {game} | against | games | won | drawn | lost | score | Elo | ms a move |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        for weak, strong in pairwise(names[first : last + 1]):
            tally = Tally()
            jobs = [
                pool.submit(play, game, (strong, weak), opening, side)
                for opening in starts[: games // 2]
                for side in (0, 1)
            ]
            for job in jobs:
                tally = tally.plus(job.result())
            low, high = tally.elo_interval
            print(
                f"| {strong} | {weak} | {tally.games} | {tally.wins} | {tally.draws} | {tally.losses} "
                f"| {tally.score:.1%} ± {tally.error:.1%} | {tally.elo:+.0f} ({low:+.0f} to {high:+.0f}) "
                f"| {1000 * tally.seconds_per_move(0):.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
