"""Play each level of the computer players against the next one and print the tables of research/README.md.

    python -m research.levels GAME [--games 200] [--seconds 0.2] [--first LEVEL] [--last LEVEL] [--unbounded]

Every opening is played twice, with the sides exchanged, then all again until there are enough games.
`--seconds` bounds each move of both players; it only affects levels that use all their time. The last table
has the points each level lost in a game, by its own searches; `--unbounded` lifts the bounds for a whole
game, and so shows how often they bind.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import cycle, islice, pairwise
from statistics import quantiles

from bot.settings.machine import available_cores
from engine import Position, connect4, reversi, warm_up
from engine.players.computer import ComputerPlayer, levels_of
from engine.players.matches import MatchScore, balanced_openings, play_game
from engine.search.registry import registered_games


def openings(game: str) -> list[Position]:
    """Return the balanced openings of a game in a fixed order."""
    start = {"reversi": reversi, "connect4": connect4}[game].start()
    shuffled = balanced_openings(start)
    random.Random(2).shuffle(shuffled)
    return shuffled


def players(game: str, unbounded: bool) -> dict[str, ComputerPlayer]:
    """Return the levels' players by name, weakest first; `unbounded` lifts the bound for a whole game."""
    found = {name: level.player for name, level in levels_of(game).items()}
    return (
        {name: replace(each, gives_away_in_all=None) for name, each in found.items()} if unbounded else found
    )


def print_given_away(totals: dict[str, list[float]], playing: dict[str, ComputerPlayer]) -> None:
    """Print the points each level lost in a game."""
    print("\n| level | games | median | 90 % | 95 % | most | bound |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, given in totals.items():
        if any(given):
            shares = quantiles(given, n=20, method="inclusive")
            print(
                f"| {name} | {len(given)} | {shares[9]:.1f} | {shares[17]:.1f} | {shares[18]:.1f} "
                f"| {max(given):.1f} | {playing[name].gives_away_in_all} |"
            )


def main() -> None:
    """Play the matches one by one, on all cores available to the process."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=[entry.key for entry in registered_games()])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--first", default=None)
    parser.add_argument("--last", default=None)
    parser.add_argument("--unbounded", action="store_true")
    chosen = parser.parse_args()
    playing = players(chosen.game, chosen.unbounded)
    names = list(playing)
    first = names.index(chosen.first) if chosen.first else 0
    last = names.index(chosen.last) if chosen.last else len(names) - 1
    starts = openings(chosen.game)
    warm_up(chosen.game)
    print(f"| {chosen.game} | against | games | won | drawn | lost | score | Elo | ms a move |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    context = multiprocessing.get_context("spawn")
    totals: dict[str, list[float]] = defaultdict(list)
    with ProcessPoolExecutor(available_cores(), context, warm_up, (chosen.game,)) as pool:
        for weak, strong in pairwise(names[first : last + 1]):
            tally = MatchScore()
            jobs = [
                pool.submit(play_game, (playing[strong], playing[weak]), opening, chosen.seconds, side)
                for opening in islice(cycle(starts), chosen.games // 2)
                for side in (0, 1)
            ]
            for job in jobs:
                record = job.result()
                tally = tally.plus(record)
                for name, points in zip((strong, weak), record.given_away, strict=True):
                    totals[name].append(points)
            low, high = tally.elo_interval
            print(
                f"| {strong} | {weak} | {tally.games} | {tally.wins} | {tally.draws} | {tally.losses} "
                f"| {tally.score:.1%} ± {tally.error:.1%} | {tally.elo:+.0f} ({low:+.0f} to {high:+.0f}) "
                f"| {1000 * tally.seconds_per_move(0):.2f} |",
                flush=True,
            )
    print_given_away(totals, playing)


if __name__ == "__main__":
    main()
