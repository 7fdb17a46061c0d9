"""Measure searches on positions whose moves all have exact scores: `python -m research.reversi_hard FILE …`

    FILE                lines of `board side; move:score; …`, the scores from the side to move
    --nodes N …         node limit of each search (589,000 without a limit), or several, one table each, or
    --depth N           its depth, or
    --seconds N         its time
    --first N           only the first N positions
    --without BITS      techniques that are switched off (`engine.search.scores`)
    --against BITS      also search without these, and print the difference, position by position
    --part PART         which positions: all, judge (every twentieth) or tune (the others); all
    --processes N       searches at a time (one for each core); those limited in time run alone

Each search starts with an empty table. Prints how often the best move and one of the best three were chosen,
the mean loss of the chosen move, the mean error of the score and how far it is too high, all in discs, and
the mean nodes and depth.
A ± is half of a 95 % interval. A difference is positive where the first search has more of it.
Results with a node or depth limit do not depend on the machine.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from engine import Limits, reversi, search, warm_up
from engine.search.scores import ALL_TECHNIQUES
from engine.search.tables import MEGABYTES, TranspositionTable

APART = 20
"""One position in so many is held back."""

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


def in_part(problems: list[Problem], part: str) -> list[Problem]:
    """Return the problems of one file that belong to a part: all, judge or tune."""
    return [
        problem
        for number, problem in enumerate(problems)
        if part in ("all", "tune" if number % APART else "judge")
    ]


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
    figures = _figures(answers)
    means = [
        statistics.mean(answer.nodes for answer in answers),
        statistics.mean(answer.depth for answer in answers),
    ]
    shown = [_with_interval(column, form) for column, form in zip(figures, FORMS, strict=True)]
    return f"| {' | '.join(shown)} | {means[0]:,.0f} | {means[1]:.1f} |"


def difference(answers: list[Answer], others: list[Answer]) -> str:
    """Return how far the figures of two searches of the same positions differ, as a row of that table."""
    pairs = zip(_figures(answers), _figures(others), strict=True)
    columns = [[first - second for first, second in zip(*pair, strict=True)] for pair in pairs]
    shown = [
        _with_interval(column, form.replace(":", ":+")) for column, form in zip(columns, FORMS, strict=True)
    ]
    return f"| {' | '.join(shown)} | | |"


FORMS = ("{:.1%}", "{:.1%}", "{:.2f}", "{:.2f}", "{:.2f}")


def _figures(answers: list[Answer]) -> list[list[float]]:
    """Of each figure of the table, its value at each position."""
    return [
        [float(answer.rank == 1) for answer in answers],
        [float(answer.rank <= 3) for answer in answers],
        [float(answer.loss) for answer in answers],
        [abs(answer.error) for answer in answers],
        [answer.error for answer in answers],
    ]


def _with_interval(column: list[float], form: str) -> str:
    half = 1.96 * statistics.stdev(column) / math.sqrt(len(column)) if len(column) > 1 else math.inf
    return f"{form.format(statistics.mean(column))} ± {form.replace('+', '').format(half)}"


def main(arguments: list[str] | None = None) -> None:
    """Search the positions of all files and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int, nargs="+", default=[NODES])
    limit.add_argument("--depth", type=int)
    limit.add_argument("--seconds", type=float)
    parser.add_argument("--first", type=int)
    parser.add_argument("--without", type=lambda text: int(text, 0), default=0)
    parser.add_argument("--against", type=lambda text: int(text, 0))
    parser.add_argument("--part", choices=("all", "judge", "tune"), default="all")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args(arguments)
    problems = [problem for file in options.files for problem in in_part(read_problems(file), options.part)][
        : options.first
    ]
    warm_up("reversi")
    budgets = [None] if options.depth or options.seconds else options.nodes
    # Searches limited in time run one after the other, so that none takes another's time.
    processes = 1 if options.seconds else options.processes
    with ProcessPoolExecutor(processes) as pool:
        for nodes in budgets:
            _print_table(problems, Limits(options.seconds, options.depth, nodes), options, pool)


def _print_table(
    problems: list[Problem], limits: Limits, options: argparse.Namespace, pool: ProcessPoolExecutor
) -> None:
    """Search the positions with and without techniques, and print the figures."""
    sets = [options.without] if options.against is None else [options.without, options.against]
    print("| without | best move | best three | loss | error | too high | nodes | depth |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    results = []
    for bits in sets:
        ask = partial(answer, limits=limits, techniques=int(ALL_TECHNIQUES) & ~bits if bits else None)
        results.append(list(pool.map(ask, problems)))
        print(f"| {bits} {summary(results[-1])}", flush=True)
    if len(results) == 2:
        print(f"| difference {difference(*results)}", flush=True)


if __name__ == "__main__":
    main()
