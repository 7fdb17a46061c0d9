"""Measure searches on positions whose moves all have exact scores: `python -m research.reversi_hard FILE …`

    FILE                lines of `board side; move:score; …`, the scores from the side to move
    --nodes N           node limit of each search (589,000 without a limit), or
    --depth N           its depth, or
    --seconds N         its time
    --first N           only the first N positions
    --without BITS      techniques that are switched off (`engine.search.context_words`)

Each search starts with an empty table. Prints how often the best move and one of the best three were chosen,
the mean loss of the chosen move, the mean error of the score and how far it is too high, all in discs, and
the mean nodes and depth.
Results with a node or depth limit do not depend on the machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from engine import Limits, reversi, search, warm_up
from engine.search.context_words import ALL_TECHNIQUES
from engine.search.transposition import MEGABYTES, TranspositionTable

NODES = 589_000
"""Nodes of a search without another limit: those of the figures in research/README.md."""


class Problem(NamedTuple):
    """A position and the exact score of each move, for the side to move."""

    position: reversi.Position
    scores: dict[str, int]


class Answer(NamedTuple):
    """What a search found: the rank and the loss of its move, in discs, and how far its score is too high."""

    rank: int
    loss: int
    error: float
    nodes: int
    depth: int


def read_problems(file: Path) -> list[Problem]:
    """Return the problems of a file."""
    problems = []
    for line in file.read_text(encoding="utf-8").splitlines():
        board, *moves = (part.strip() for part in line.split(";"))
        pairs = (move.split(":") for move in moves if move)
        problems.append(
            Problem(reversi.parse(board), {move.strip().lower(): int(score) for move, score in pairs})
        )
    return problems


def answer(problem: Problem, limits: Limits, techniques: int | None = None) -> Answer:
    """Search a problem and compare."""
    table = TranspositionTable(MEGABYTES)
    found = search(problem.position, limits, table=table, techniques=techniques)
    best = max(problem.scores.values())
    score = problem.scores[found.move]
    rank = 1 + sum(other > score for other in problem.scores.values())
    return Answer(rank, best - score, found.score - best, found.nodes, found.depth)


def summary(answers: list[Answer]) -> str:
    """Return the figures as a row of a table."""
    share = partial(_share, answers)
    means = [statistics.mean(one[column] for one in answers) for column in (1, 2, 3, 4)]
    error = statistics.mean(abs(one.error) for one in answers)
    return (
        f"| {share(1):.1%} | {share(3):.1%} | {means[0]:.2f} | {error:.2f} | {means[1]:+.2f} "
        f"| {means[2]:,.0f} | {means[3]:.1f} |"
    )


def _share(answers: list[Answer], rank: int) -> float:
    return sum(one.rank <= rank for one in answers) / len(answers)


def main() -> None:
    """Search the positions of all files and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int)
    limit.add_argument("--depth", type=int)
    limit.add_argument("--seconds", type=float)
    parser.add_argument("--first", type=int)
    parser.add_argument("--without", type=lambda text: int(text, 0), default=0)
    options = parser.parse_args()
    nodes = None if options.depth or options.seconds else options.nodes or NODES
    limits = Limits(options.seconds, depth=options.depth, nodes=nodes)
    problems = [one for file in options.files for one in read_problems(file)][: options.first]
    warm_up("reversi")
    techniques = int(ALL_TECHNIQUES) & ~options.without if options.without else None
    ask = partial(answer, limits=limits, techniques=techniques)
    if options.seconds:
        # One after the other, so that no search takes another's time.
        answers = list(map(ask, problems))
    else:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            answers = list(pool.map(ask, problems))
    print("| best move | best three | loss | error | too high | nodes | depth |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    print(summary(answers))


if __name__ == "__main__":
    main()
