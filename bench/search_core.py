"""The engine measured: rules by perft, searches by time and nodes, starts in fresh processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from bot.core.errors import HostError
from engine import connect4, reversi
from engine.connect4.book import Solver
from engine.jit.bits import Word, lowest, popcount
from engine.jit.compiling import compiled, inlined
from engine.reversi.flips import flipped_discs, legal_squares
from engine.search.deepening import search, warm_up
from engine.search.limits import Limits, StopFlag
from engine.search.position import Position
from engine.search.rules import perft
from engine.search.scores import (
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
from engine.search.tables import TranspositionTable

_ZERO, _ONE = np.uint64(0), np.uint64(1)
#: Connect 4 on 7 × 6: seven bits a column, the lowest square of each, and all squares.
_BOTTOM = np.uint64(sum(1 << 7 * column for column in range(7)))
_BOARD = _BOTTOM * np.uint64(63)


@compiled
def reversi_lines(own: Word, opp: Word, depth: Any) -> Any:
    """Return the number of lines of `depth` plies of Reversi on 8 × 8; bit 0 = a1, a pass is a ply."""
    moves = legal_squares(own, opp)
    if moves == _ZERO:
        if depth == 1 or legal_squares(opp, own) == _ZERO:
            return np.int64(1)
        return reversi_lines(opp, own, depth - 1)
    if depth == 1:
        return popcount(moves)
    lines = np.int64(0)
    while moves != _ZERO:
        square = lowest(moves)
        moves &= moves - _ONE
        flips = flipped_discs(own, opp, square)
        lines += reversi_lines(opp ^ flips, own | flips | _ONE << np.uint64(square), depth - 1)
    return lines


@inlined
def _four(discs: Word) -> Any:
    for step in (np.uint64(1), np.uint64(7), np.uint64(6), np.uint64(8)):
        pairs = discs & discs >> step
        if pairs & pairs >> step + step != _ZERO:
            return True
    return False


@compiled
def connect4_lines(own: Word, opp: Word, depth: Any) -> Any:
    """Return the number of lines of `depth` plies of Connect 4 on 7 × 6; bit = 7 column + row, the top bit is
    empty."""
    if _four(opp):
        return np.int64(1)
    moves = (own | opp) + _BOTTOM & _BOARD
    if moves == _ZERO:
        return np.int64(1)
    if depth == 1:
        return popcount(moves)
    lines = np.int64(0)
    while moves != _ZERO:
        move = moves & (~moves + _ONE)
        moves ^= move
        lines += connect4_lines(opp, own | move, depth - 1)
    return lines


class Problem(NamedTuple):
    """A position, its exact score for the side to move and the moves that keep it."""

    number: int
    position: str
    score: int
    best: tuple[str, ...]


#: Problems 40 to 49, 20 to 26 empty squares.
FFO = (
    Problem(40, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, ("a2",)),
    Problem(41, "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, ("h4",)),
    Problem(42, "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, ("g2",)),
    Problem(43, "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, ("c7", "g3")),
    Problem(44, "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, ("d2", "b8")),
    Problem(45, "---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X", 6, ("b2",)),
    Problem(46, "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X", -8, ("b3",)),
    Problem(47, "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O", 4, ("g2",)),
    Problem(48, "-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O", 28, ("f6",)),
    Problem(49, "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X", 16, ("e1",)),
)

#: Problems 50 to 59, 26 to 34 empty squares.
FFO_HARDER = (
    Problem(50, "----X-----XXX----OOOXOOO-OOOXOOO-OXOXOXO-OOXXOOO--OOXO----O--O-- X", 10, ("d8",)),
    Problem(51, "----O-X------X-----XXXO-OXXXXXOO-XXOOXOOXXOXXXOO--OOOO-O----OO-- O", 6, ("a3", "e2")),
    Problem(52, "---X-------OX--X--XOOXXXXXXOXXXXXXXOOXXXXXXOOOXX--XO---X-------- O", 0, ("a3",)),
    Problem(53, "----OO-----OOO---XXXXOOO--XXOOXO-XXXXXOO--OOOXOO--X-OX-O-----X-- X", -2, ("d8",)),
    Problem(54, "--OOO---XXOO----XXXXOOOOXXXXOX--XXXOXX--XXOOO------OOO-----O---- X", -2, ("c7",)),
    Problem(
        55,
        "--------X-X------XXXXOOOOOXOXX--OOOXXXX-OOXXXX--O-OOOX-----OO--- O",
        0,
        ("b7", "e2", "g4", "g6"),
    ),
    Problem(56, "--XXXXX---XXXX---OOOXX---OOXOX---OXXXXX-OOOOOXO----OXX---------- O", 2, ("h5",)),
    Problem(57, "-------------------XXOOO--XXXOOO--XXOXOO-OOOXXXO--OXOO-O-OOOOO-- X", -10, ("a6",)),
    Problem(58, "--XOOO----OOO----OOOXOO--OOOOXO--OXOXXX-OOXXXX----X-XX---------- X", 4, ("g1",)),
    Problem(59, "-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X X", 64, ("e8", "g8", "h4")),
)


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
            result = search(position, limits, table=table, techniques=techniques)
            times.append(time.process_time() - start)
        seconds = min(times)
        rows.append(
            {
                "switched_off": name,
                "nodes": result.nodes,
                "seconds": seconds,
                "million_nodes_per_second": result.nodes / seconds / 1e6,
                "score": result.score,
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
        result = search(reversi.parse(problem.position), Limits(seconds=None, depth=60), table=table)
        seconds = time.process_time() - start
        rows.append(
            {
                "problem": problem.number,
                "move": result.move,
                "score": result.score,
                "right": result.exact and result.score == problem.score and result.move in problem.best,
                "nodes": result.nodes,
                "seconds": seconds,
                "real_seconds": result.seconds,
                "million_nodes_per_second": result.nodes / seconds / 1e6,
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
        score = solver.score(position)
        seconds += time.process_time() - begin
        wrong += score != expected
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


MEGABYTES = 64
"""Size of the table of the measured search."""

PROGRAM = f"""
import json, os, sys, time
begin = time.perf_counter()
from engine import Limits, connect4, reversi, search, warm_up
from engine.search.tables import TranspositionTable
def megabytes():
    with open("/proc/self/statm") as numbers:
        return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
game = sys.argv[1]
warm_up(game)
position = {{"reversi": reversi, "connect4": connect4}}[game].start()
search(position, Limits(seconds=None, depth=4))
seconds, processor = time.perf_counter() - begin, time.process_time()
table, before = TranspositionTable({MEGABYTES}), megabytes()
search(position, Limits(seconds=2.0), table=table)
print(json.dumps([seconds, processor, before, megabytes() - before]))
"""


def measure_starts(game: str) -> list[dict[str, Any]]:
    """Measure a first start, which compiles, and a later one, which finds the compiled code: a row for each.

    Real and processor seconds from the start of Python to a first move; MB of the process then, and what a
    search of two seconds adds. Linux only. Raises `HostError` when a process fails.
    """
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for start in ("first", "later"):
            seconds, processor, process_mb, search_mb = _run(game, folder)
            rows.append(
                {
                    "start": start,
                    "real_seconds": seconds,
                    "seconds": processor,
                    "process_mb": process_mb,
                    "table_mb": MEGABYTES,
                    "search_mb": search_mb,
                }
            )
    return rows


def _run(game: str, folder: str) -> list[float]:
    process = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", PROGRAM, game],
        env={**os.environ, "NUMBA_CACHE_DIR": folder},
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        raise HostError(f"the search core did not start: {(process.stderr.splitlines() or ['?'])[-1]}")
    figures: list[float] = json.loads(process.stdout)
    return figures
