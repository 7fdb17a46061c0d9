"""Fit the weights of the style "mobility" to games and write them into engine/reversi/eval/features.py.

    python -m research.training.fit_features [games]

Each game starts with one of the balanced openings, is played by searches of depth 4 with a random move now
and then, and is solved when 14 squares are left. Every position is a row: its features, and the final score
for the side to move. A ridge regression for each stage gives the weights.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

from engine import Limits, reversi, search
from engine.jit.compiling import compiled
from engine.players.matches import balanced_openings
from engine.reversi.eval import features as evaluation
from engine.reversi.eval.features import FEATURES, STAGE_EMPTIES, STAGES, features
from engine.reversi.stability import edge_table
from engine.search.tables import TranspositionTable

FILE = Path(evaluation.__file__)
UNIT = 64
SOLVED_AT = 14
RANDOM_MOVES = 0.05


@compiled
def measured(own: Any, opp: Any, edges: Any) -> Any:
    """Compiled `features`."""
    return features(own, opp, edges)


def game(
    opening: reversi.Position, draw: random.Random, table: TranspositionTable
) -> tuple[list[reversi.Position], reversi.Position, float]:
    """Return the positions of a game after its opening, the last of them, and that one's exact score."""
    position, passed = opening, []
    while (moves := position.legal_moves()) and 64 - sum(position.counts()) > SOLVED_AT:
        passed.append(position)
        if draw.random() < RANDOM_MOVES:
            move = draw.choice(moves)
        else:
            move = search(position, Limits(None, depth=4), table=table).move
        position = position.play(move)
    table.clear()
    result = position.result()
    return passed, position, result.score if result else search(position, Limits(None), table=table).score


def main() -> None:
    """Play, fit and write."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    openings = balanced_openings(reversi.start())
    draw, table = random.Random(1), TranspositionTable(8)
    edges = np.int64(edge_table().ctypes.data)
    rows: list[list[list[int]]] = [[] for _ in range(STAGES)]
    scores: list[list[float]] = [[] for _ in range(STAGES)]
    for number in range(games):
        passed, last, score = game(openings[number % len(openings)], draw, table)
        end = last
        while end.legal_moves() and (64 - sum(end.counts())) > 2:
            # The positions of the last moves are those of best play.
            passed.append(end)
            end = end.play(search(end, Limits(None), table=table).move)
        for position in passed:
            state = position.state()
            stage = (64 - sum(position.counts())) // STAGE_EMPTIES
            rows[stage].append(list(measured(state.own, state.opp, edges)))
            scores[stage].append(score if position.turn == last.turn else -score)
        if (number + 1) % 200 == 0:
            print(f"{number + 1} games", flush=True)
    weights = [[0] * len(FEATURES) for _ in range(STAGES)]
    for stage in range(STAGES):
        if len(rows[stage]) < 500:
            continue
        x, y = np.array(rows[stage], float), np.array(scores[stage])
        solved = np.linalg.solve(x.T @ x + 50 * np.eye(x.shape[1]), x.T @ y)
        weights[stage] = [round(UNIT * float(value)) for value in solved]
        error = float(np.std(y - x @ solved))
        print(f"stage {stage}: {len(y)} positions, error {error:.1f} of {float(np.std(y)):.1f} discs")
    # Stages that no game passes through use the weights of their neighbour.
    for stage in range(STAGES - 2, -1, -1):
        if not any(weights[stage]):
            weights[stage] = weights[stage + 1]
    for stage in range(1, STAGES):
        if not any(weights[stage]):
            weights[stage] = weights[stage - 1]
    body = "".join(f"    {tuple(row)},\n" for row in weights)
    before, _, rest = FILE.read_text().partition("WEIGHTS = (\n")
    after = rest.partition("\n)\n")[2]
    FILE.write_text(f"{before}WEIGHTS = (\n{body})\n{after}")


if __name__ == "__main__":
    main()
