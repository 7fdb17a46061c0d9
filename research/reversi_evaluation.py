"""Measure the learned Reversi evaluations: `python -m research.reversi_evaluation PART …`

    errors              mean absolute errors by stage, measured on games not used in the fits
    speed               evaluations a second, and nodes a second of searches by them
    depths [SECONDS]    depth reached in 1 s from 20 balanced openings, by the network
    match [GAMES] [SECONDS] [PLAYER]
                        against a player (positional:time, the square weights) at equal time a move

`python -m research.training evaluate` compares generations, `python -m research.ffo` measures exact scores.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

from engine import Limits, reversi, search, warm_up
from engine.jit.compiling import compiled
from engine.players.computer import ComputerPlayer, style_named
from engine.players.matches import MatchScore, PlayedGame, balanced_openings, play_game
from engine.reversi.eval.network import network_value
from engine.reversi.eval.pattern_sums import pattern_value
from engine.reversi.eval.tables import NETWORK_FILE, read_network, read_weights, weights_file
from engine.reversi.states import Reversi8
from engine.search.tables import TranspositionTable
from research.training.fit import discs_of_stage

LEARNED = "network:time"


def openings() -> list[reversi.Position]:
    """Return the balanced openings in a fixed random order."""
    shuffled = balanced_openings(reversi.start())
    random.Random(3).shuffle(shuffled)
    return shuffled


def errors() -> None:
    """Print the errors of the shipped weights and the network, each on its own validation positions."""
    recipes = read_weights(weights_file())[1], read_network(NETWORK_FILE)[1]
    weights, network = ({stage["stage"]: stage for stage in recipe["stages"]} for recipe in recipes)
    print("| discs | pattern weights: not seen | error | network: not seen | error |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for stage in sorted(weights.keys() & network.keys()):
        cells = [
            f"{report['unseen']:,} | {report['unseen_error']:.2f}"
            for report in (weights[stage], network[stage])
        ]
        print(f"| {discs_of_stage(stage)} | {' | '.join(cells)} |")


@compiled
def evaluate_all(own: Any, opp: Any, tables: Any, by_network: Any, times: Any) -> Any:
    """Return the sum of the evaluations of all positions, repeated `times` times."""
    total = np.int64(0)
    for _ in range(times):
        for index in range(len(own)):
            if by_network:
                total += network_value(own[index], opp[index], tables)
            else:
                total += pattern_value(Reversi8(own[index], opp[index]), tables)
    return total


def speed() -> None:
    """Evaluate positions from games, and search to depth 18, each with an empty table."""
    draw, states = random.Random(4), []
    for opening in openings()[:100]:
        position = opening
        while moves := position.legal_moves():
            states.append(position.state())
            position = position.play(draw.choice(moves))
    own = np.array([state.own for state in states], np.uint64)
    opp = np.array([state.opp for state in states], np.uint64)
    tables = np.int64(reversi.start().search_table().ctypes.data)
    for name in ("patterns", "network"):
        by_network, style = name == "network", style_named("reversi", name)
        evaluate_all(own, opp, tables, by_network, np.int64(1))
        begun = time.process_time()
        evaluate_all(own, opp, tables, by_network, np.int64(500))
        rate = 500 * len(own) / (time.process_time() - begun)
        search(openings()[0], Limits(None, depth=4), style=style)
        begun, nodes = time.process_time(), 0
        for opening in openings()[:10]:
            table = TranspositionTable()
            nodes += search(opening, Limits(None, depth=18), table=table, style=style).nodes
        taken = time.process_time() - begun
        print(
            f"{name}: {rate / 1e6:.1f} M evaluations/s; ten searches of depth 18: {nodes:,} nodes, "
            f"{taken:.2f} s, {nodes / taken / 1e6:.1f} M nodes/s"
        )


def depths(seconds: float) -> None:
    """Print the depths reached from 20 openings."""
    found = [search(opening, Limits(seconds), table=TranspositionTable()) for opening in openings()[:20]]
    reached = sorted(result.depth for result in found)
    nodes = sum(result.nodes for result in found) / len(found)
    mean = sum(reached) / len(reached)
    print(f"{seconds} s: depth {mean:.1f} on average, {reached[0]} to {reached[-1]}; {nodes:,.0f} nodes")


def play(players: tuple[str, str], opening: reversi.Position, seconds: float, side: int) -> PlayedGame:
    """Play one game and return the outcome."""
    one, other = (ComputerPlayer.parse(player) for player in players)
    return play_game((one, other), opening, seconds, side)


def match(starts: list[reversi.Position], seconds: float, other: str) -> None:
    """Play each opening twice, on all cores."""
    warm_up("reversi")
    tally = MatchScore()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        jobs = [
            pool.submit(play, (LEARNED, other), opening, seconds, side)
            for opening in starts
            for side in (0, 1)
        ]
        for job in jobs:
            tally = tally.plus(job.result())
    print(
        f"{LEARNED} against {other}, {seconds} s a move: {tally.wins} won, {tally.draws} drawn, "
        f"{tally.losses} lost, {100 * tally.score:.1f} ± {100 * tally.error:.1f} %"
    )


def main() -> None:
    """Run the part that the command line names."""
    part, *rest = sys.argv[1:] or ["errors"]
    if part == "errors":
        errors()
    elif part == "speed":
        speed()
    elif part == "depths":
        depths(float(rest[0]) if rest else 1.0)
    elif part == "match":
        games, seconds, other = rest + ["200", "0.05", "positional:time"][len(rest) :]
        match(openings()[: int(games) // 2], float(seconds), other)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
