"""Measure the gain of a second thread on one search: `python -m research.threads [PART …]`

    endgames [NUMBER …]   the FFO endgame problems, or those with these numbers, solved exactly
    depths [DEPTH]        Reversi to a fixed depth from 12 balanced openings
    proofs                Connect 4 positions of `connect4-positions.txt`, proved
    empty [TIMES]         Connect 4 from the empty board without its book, proved TIMES times (takes 3 GB)

Every position is searched by one thread and by two in turn, each with an empty table, and then twice at once
by one thread each: the throughput of two cores together is the most that two threads can gain. Times are real
ones, so nothing else should run.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from bench.cli import CONNECT4_POSITIONS
from bench.search_core import FFO
from engine import Limits, connect4, reversi, search, warm_up
from engine.connect4.book import Solver
from engine.search.position import Position
from engine.search.tables import TranspositionTable
from research.reversi_evaluation import openings

#: Classes of Connect 4 positions with sufficiently long proofs, and how many of each are proved.
_CLASSES = {"early-longest": 20, "early-long": 20}
_OPENINGS = 12
_DEPTH = 20


class Problem(NamedTuple):
    """A position to search to a depth, and its exact score if known."""

    name: str
    position: Position
    depth: int
    score: int | None = None


class Measured(NamedTuple):
    """Measurements of one search: real seconds, processor seconds of all threads, nodes."""

    seconds: float
    processor: float
    nodes: int


def measure(problem: Problem, threads: int, table: TranspositionTable) -> Measured:
    """Search a position once, with the table emptied before. Raises AssertionError for a wrong score."""
    table.clear()
    start, processor = time.perf_counter(), time.process_time()
    found = search(problem.position, Limits(seconds=None, depth=problem.depth), table=table, threads=threads)
    measured = Measured(time.perf_counter() - start, time.process_time() - processor, found.nodes)
    assert problem.score is None or (found.exact and found.score == problem.score), (problem, found)
    return measured


def at_once(tasks: Iterable[Callable[[], object]]) -> float:
    """Return real seconds of several concurrent tasks."""
    threads = [threading.Thread(target=task) for task in tasks]
    start = time.perf_counter()
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return time.perf_counter() - start


def compare(problems: Iterable[Problem], megabytes: float) -> None:
    """Print a line of a Markdown table for each position, and one for the total."""
    tables = [TranspositionTable(megabytes) for _ in range(2)]
    print("| position | s | nodes | s, 2 threads | nodes | gain | two searches at once |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    ones: list[Measured] = []
    twos: list[Measured] = []
    both: list[float] = []
    for problem in problems:
        if not ones:
            # First touch of new memory is slow.
            for table in tables:
                measure(problem, 1, table)
        ones.append(measure(problem, 1, tables[0]))
        twos.append(measure(problem, 2, tables[0]))
        both.append(at_once(partial(measure, problem, 1, table) for table in tables))
        _print_row(problem.name, ones[-1:], twos[-1:], both[-1:])
    _print_row("all", ones, twos, both)
    processor = sum(one.processor for one in ones) / sum(two.processor for two in twos)
    print(f"\nBy processor time two threads gain {2 * processor:.2f}.", flush=True)


def _print_row(name: str, ones: list[Measured], twos: list[Measured], both: list[float]) -> None:
    one, two = sum(each.seconds for each in ones), sum(each.seconds for each in twos)
    print(
        f"| {name} | {one:.2f} | {sum(each.nodes for each in ones):,} | {two:.2f} "
        f"| {sum(each.nodes for each in twos):,} | {one / two:.2f} | {2 * one / sum(both):.2f} |",
        flush=True,
    )


def endgames(*numbers: str) -> None:
    """Solve Reversi endgames exactly."""
    warm_up("reversi", usual_board_only=True)
    wanted = [each for each in FFO if not numbers or str(each.number) in numbers]
    compare((Problem(str(each.number), reversi.parse(each.position), 60, each.score) for each in wanted), 128)


def depths(depth: str = str(_DEPTH)) -> None:
    """Search middle-game positions of Reversi."""
    warm_up("reversi", usual_board_only=True)
    compare((Problem(str(each), each, int(depth)) for each in openings()[:_OPENINGS]), 64)


def proofs() -> None:
    """Prove Connect 4 positions on 7 × 6."""
    warm_up("connect4", usual_board_only=True)
    content = CONNECT4_POSITIONS.read_text(encoding="utf-8")
    lines = [line.split() for line in content.splitlines() if line[0] != "#"]
    compare(
        (
            Problem(moves, connect4.parse(moves), 42, int(score))
            for name, most in _CLASSES.items()
            for _, moves, score in [line for line in lines if line[0] == name][:most]
        ),
        64,
    )


def empty(times: str = "2") -> None:
    """Prove Connect 4 from the start; two searches at once have a table of 1 GB each."""
    warm_up("connect4", usual_board_only=True)
    solvers = {threads: Solver(1024, threads=threads) for threads in (1, 2)}
    other = Solver(1024)
    rows: dict[int, list[Measured]] = {1: [], 2: []}
    both: list[float] = []
    # First touch of new memory is slow.
    for solver in (*solvers.values(), other):
        _prove(solver)
    print("| position | s | nodes | s, 2 threads | nodes | gain | two searches at once |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for _ in range(int(times)):
        for threads, solver in solvers.items():
            rows[threads].append(_prove(solver))
        both.append(at_once(partial(_prove, solver) for solver in (solvers[1], other)))
        _print_row("empty board", rows[1][-1:], rows[2][-1:], both[-1:])
    _print_row("all", rows[1], rows[2], both)
    solvers[2].close()


def _prove(solver: Solver) -> Measured:
    solver.clear()
    start, processor, nodes = time.perf_counter(), time.process_time(), solver.nodes
    score = solver.score(connect4.start())
    assert score == 1, score
    seconds = time.perf_counter() - start
    return Measured(seconds, time.process_time() - processor, solver.nodes - nodes)


PARTS: dict[str, Callable[..., None]] = {
    "endgames": endgames,
    "depths": depths,
    "proofs": proofs,
    "empty": empty,
}


def main() -> None:
    """Measure the part named on the command line, or all."""
    part, *rest = sys.argv[1:] or ["all"]
    for name, measure_part in PARTS.items():
        if part in (name, "all"):
            print(f"\n{name}\n")
            measure_part(*rest)


if __name__ == "__main__":
    main()
