"""Plays each level of the computer players against the next one and prints the table of bench/README.md.

    python -m bench.levels GAME [--games 200] [--seconds 0.2] [--first LEVEL] [--last LEVEL]

Every opening is played twice, with the sides exchanged. `--seconds` bounds each move of both players; it
matters to levels that think as long as they are given, and to no other.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise

from engine import Position, connect4, reversi, warm_up
from engine.players.levels import levels_of
from engine.players.matches import GameRecord, MatchScore, play_game
from engine.players.openings import balanced_openings
from engine.search.registry import registered_games


def openings(game: str) -> list[Position]:
    """The balanced openings of a game, in an order that is always the same."""
    start = {"reversi": reversi, "connect4": connect4}[game].start()
    shuffled = balanced_openings(start)
    random.Random(2).shuffle(shuffled)
    return shuffled


def play(game: str, names: tuple[str, str], opening: Position, seconds: float, side: int) -> GameRecord:
    """One game between two levels."""
    one, other = (levels_of(game)[name].player for name in names)
    return play_game((one, other), opening, seconds, side)


def main() -> None:
    """Play the matches one by one, on all cores."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=[entry.key for entry in registered_games()])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--first", default=None)
    parser.add_argument("--last", default=None)
    chosen = parser.parse_args()
    names = list(levels_of(chosen.game))
    first = names.index(chosen.first) if chosen.first else 0
    last = names.index(chosen.last) if chosen.last else len(names) - 1
    starts = openings(chosen.game)
    warm_up(chosen.game)
    print(f"| {chosen.game} | against | games | won | drawn | lost | score | Elo | ms a move |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), context, warm_up, (chosen.game,)) as pool:
        for weak, strong in pairwise(names[first : last + 1]):
            tally = MatchScore()
            jobs = [
                pool.submit(play, chosen.game, (strong, weak), opening, chosen.seconds, side)
                for opening in starts[: chosen.games // 2]
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
