"""The engine measured in one thread: the rules by perft, the search by time and nodes.

Times are processor seconds of this process, which hardly depend on what else the machine does, unless real
time is mentioned.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from bench.ffo_problems import FFO, Problem
from bench.plain_perft import connect4_lines, reversi_lines
from engine import connect4, reversi
from engine.connect4.solver import Solver
from engine.search.context_words import (
    ALL_TECHNIQUES,
    ASPIRATION,
    ETC,
    KILLER_MOVES,
    LATE_REDUCTIONS,
    MOVE_ORDERING,
    PROBCUT,
    PROBCUT_GUIDE,
    TABLE_CUTOFFS,
    TABLE_MOVES,
)
from engine.search.deepening import search
from engine.search.limits import Limits, StopFlag
from engine.search.position import Position
from engine.search.rules import perft
from engine.search.tables import TranspositionTable
from engine.search.warm_up import warm_up

Rows = list[dict[str, Any]]

#: The parts of the search that `measure_techniques` switches off in turn.
TECHNIQUES: dict[str, Any] = {
    "table cut-offs": TABLE_CUTOFFS,
    "table moves": TABLE_MOVES,
    "killer moves": KILLER_MOVES,
    "move ordering": MOVE_ORDERING,
    "enhanced transposition cut-offs": ETC,
    "ProbCut": PROBCUT,
    "guide of ProbCut": PROBCUT_GUIDE,
    "late-move reductions": LATE_REDUCTIONS,
    "aspiration": ASPIRATION,
}

#: Published perft numbers of Reversi by depth.
PERFT = {9: 3005288, 10: 24571284, 11: 212258800}
_PLAIN_PERFTS: dict[str, tuple[Position, Callable[..., Any]]] = {
    "reversi": (reversi.start(), reversi_lines),
    "connect4": (connect4.start(), connect4_lines),
}
#: Score of the empty Connect 4 board: the first player wins with the last disc.
_CONNECT4_SCORE = 1
#: Runs of each measurement, in turn with what it is compared with; the best time counts.
_ROUNDS = 3


def _seconds(work: Callable[..., Any], *arguments: Any) -> float:
    start = time.process_time()
    work(*arguments)
    return time.process_time() - start


def measure_perft(reversi_depth: int = 10, connect4_depth: int = 10) -> Rows:
    """Measure perft by the generic core and by functions written for one game only."""
    rows = []
    for game, depth in (("reversi", reversi_depth), ("connect4", connect4_depth)):
        position, plain = _PLAIN_PERFTS[game]
        state, plies = position.state(), np.int64(depth)
        # Both are compiled before the first measurement.
        perft(position, 2)
        plain(state.own, state.opp, np.int64(2))
        generic_times, plain_times = [], []
        for _ in range(_ROUNDS):
            generic_times.append(_seconds(perft, position, depth))
            plain_times.append(_seconds(plain, state.own, state.opp, plies))
        lines = perft(position, depth)
        generic, alone = lines / min(generic_times), lines / min(plain_times)
        rows.append(
            {
                "game": game,
                "depth": depth,
                "lines": lines,
                "right": lines == int(plain(state.own, state.opp, plies))
                and (game != "reversi" or lines == PERFT.get(depth, lines)),
                "million_per_second": generic / 1e6,
                "plain_million_per_second": alone / 1e6,
                "ratio": generic / alone,
            }
        )
    return rows


def measure_techniques(game: str = "reversi", depth: int = 12) -> Rows:
    """Measure searches of a fixed depth from the start with all techniques, then without one after the
    other."""
    warm_up(game)
    position, limits = _PLAIN_PERFTS[game][0], Limits(seconds=None, depth=depth)
    table, rows = TranspositionTable(), []
    # The operating system takes time to hand out memory: this search pays for it.
    search(position, limits, table=table)
    for name, off in {"nothing": 0, **TECHNIQUES}.items():
        techniques, times = int(ALL_TECHNIQUES) & ~int(off), []
        for _ in range(_ROUNDS):
            table.clear()
            start = time.process_time()
            found = search(position, limits, table=table, techniques=techniques)
            times.append(time.process_time() - start)
        seconds = min(times)
        rows.append(
            {
                "switched_off": name,
                "nodes": found.nodes,
                "seconds": seconds,
                "million_nodes_per_second": found.nodes / seconds / 1e6,
                "score": found.score,
            }
        )
    return rows


def measure_endgames(problems: Iterable[Problem] = FFO, megabytes: float = 128) -> Rows:
    """Solve endgame problems exactly one by one, each with an empty table whose memory is there already.

    `real_seconds` are longer than `seconds` when the machine is busy.
    """
    warm_up("reversi")
    rows = []
    for problem in problems:
        table = TranspositionTable(megabytes)
        table.touch()
        start = time.process_time()
        found = search(reversi.parse(problem.position), Limits(seconds=None, depth=60), table=table)
        seconds = time.process_time() - start
        rows.append(
            {
                "problem": problem.number,
                "move": found.move,
                "score": found.score,
                "right": found.exact and found.score == problem.score and found.move in problem.best,
                "nodes": found.nodes,
                "seconds": seconds,
                "real_seconds": found.seconds,
                "million_nodes_per_second": found.nodes / seconds / 1e6,
            }
        )
    return rows


def measure_connect4(lines: Iterable[str], most: int | None = None, *, start: bool = False) -> Rows:
    """Score Connect 4 positions exactly, each with an empty table, class by class.

    `lines` are those of bench/connect4-positions.txt; of each class no more than `most`. With `start`, the
    empty board follows, with a table of 128 MB, the fastest of 64 MB to 4 GB.
    """
    classes: dict[str, list[tuple[connect4.Position, int]]] = {}
    for line in lines:
        if line.strip() and not line.startswith("#"):
            name, moves, score = line.split()
            classes.setdefault(name, []).append((connect4.parse(moves), int(score)))
    solver = Solver()
    # The first call of a process has to load compiled code.
    for positions in classes.values():
        solver.score(positions[0][0])
    rows = [_solved(name, positions[:most], solver) for name, positions in classes.items()]
    if start:
        empty = [(connect4.start(), _CONNECT4_SCORE)]
        rows.append(_solved("7x6 from the empty board without a book", empty, Solver(128)))
    return rows


def _solved(name: str, positions: list[tuple[connect4.Position, int]], solver: Solver) -> dict[str, Any]:
    """Return the row of one class of Connect 4 positions, given with their scores."""
    wrong, before, seconds = 0, solver.nodes, 0.0
    for position, expected in positions:
        solver.clear()
        begin = time.process_time()
        found = solver.score(position)
        seconds += time.process_time() - begin
        wrong += found != expected
    nodes = solver.nodes - before
    return {
        "class": name,
        "positions": len(positions),
        "right": wrong == 0,
        "mean_ms": 1000 * seconds / len(positions),
        "mean_nodes": nodes / len(positions),
        "million_nodes_per_second": nodes / seconds / 1e6,
    }


def measure_stops(tries: int = 20, seconds: float = 0.05) -> Rows:
    """Measure how late searches end, in real time: by their deadline, and by the stop flag."""
    warm_up("reversi")
    late: dict[str, list[float]] = {"deadline": [], "stop flag": []}
    for _ in range(tries):
        start = time.perf_counter()
        search(reversi.start(), Limits(seconds=seconds))
        late["deadline"].append(time.perf_counter() - start - seconds)
        stop, moment = StopFlag(), [0.0]

        def end(stop: StopFlag = stop, moment: list[float] = moment) -> None:
            moment[0] = time.perf_counter()
            stop.set()

        timer = threading.Timer(seconds, end)
        timer.start()
        search(reversi.start(), Limits(seconds=None), stop)
        late["stop flag"].append(time.perf_counter() - moment[0])
    return [
        {
            "ended_by": name,
            "searches": tries,
            "mean_ms_late": 1000 * sum(times) / tries,
            "worst_ms_late": 1000 * max(times),
        }
        for name, times in late.items()
    ]
