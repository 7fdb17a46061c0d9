"""Measure who wins how often in the Connect 4 lesson of docs/origins.md, from the empty grid.

    python -m research.minimax_lesson [games]

First two random players; then each depth from 1 to 4 against each other, for two lists of weights, and the
two lists against each other. Players choose at random among equally good moves; sides alternate.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations

from engine import connect4, warm_up
from engine.players.computer import ComputerPlayer
from engine.players.matches import MatchScore, play_game

DEPTHS = (1, 2, 3, 4)
WEIGHTS = ("alignments-w1", "alignments-w2")
#: Random players play this many times more games: they take no time, and their shares are quoted exactly.
RANDOM_GAMES = 10


def played(players: tuple[str, str], games: int, *, alternate: bool) -> MatchScore:
    """Return the result of a match, for the first player."""
    pair = (ComputerPlayer.parse(players[0]), ComputerPlayer.parse(players[1]))
    tally = MatchScore()
    for number in range(games):
        tally = tally.plus(play_game(pair, connect4.start(), 60.0, number % 2 if alternate else 0))
    return tally


def main() -> None:
    """Play on all cores and print the tables."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    pairs = [
        (f"{weights}:{high}", f"{weights}:{low}")
        for weights in WEIGHTS
        for low, high in combinations(DEPTHS, 2)
    ]
    pairs += [(f"{WEIGHTS[0]}:{depth}", f"{WEIGHTS[1]}:{depth}") for depth in DEPTHS]
    context = multiprocessing.get_context("spawn")
    warm_up("connect4")
    with ProcessPoolExecutor(os.cpu_count(), context, warm_up, ("connect4",)) as pool:
        running = pool.submit(played, ("random:1", "random:1"), RANDOM_GAMES * games, alternate=False)
        jobs = [pool.submit(played, pair, games, alternate=True) for pair in pairs]
        tally = running.result()
        won, drawn, lost = (100 * number / tally.games for number in (tally.wins, tally.draws, tally.losses))
        print(f"random against random, {tally.games} games: first {won:.1f} %, second {lost:.1f} %, ", end="")
        print(f"drawn {drawn:.2f} %\n")
        print("| A | B | games | A won | drawn | B won | score of A | Elo |")
        print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for (one, other), job in zip(pairs, jobs, strict=True):
            tally = job.result()
            shares = [100 * number / tally.games for number in (tally.wins, tally.draws, tally.losses)]
            print(
                f"| {one} | {other} | {tally.games} | {shares[0]:.1f} % | {shares[1]:.1f} % "
                f"| {shares[2]:.1f} % | {tally.score:.1%} ± {tally.error:.1%} | {tally.elo:+.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
