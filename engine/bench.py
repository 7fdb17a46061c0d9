"""The engine measured on this machine, one thread: rules by counting leaves, the search by time and nodes."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from engine import reversi
from engine.box_words import (
    ALL_DEVICES,
    ASPIRATION,
    KILLER_MOVES,
    PROBABLE_CUTOFFS,
    RANKS,
    SUCCESSOR_CUTOFFS,
    TABLE_CUTOFFS,
    TABLE_MOVES,
)
from engine.counting import perft
from engine.endgames import FFO, Problem
from engine.limits import Limits
from engine.searching import search
from engine.table import Table
from engine.warming import warm_up

#: The parts of the search that `measure_devices` switches off in turn.
DEVICES: dict[str, Any] = {
    "table cut-offs": TABLE_CUTOFFS,
    "table moves": TABLE_MOVES,
    "killers": KILLER_MOVES,
    "ranks (mobility, squares)": RANKS,
    "successor cut-offs": SUCCESSOR_CUTOFFS,
    "probable cut-offs": PROBABLE_CUTOFFS,
    "aspiration": ASPIRATION,
}


def measure() -> dict[str, int | float]:
    """The quick measurements in one flat dictionary: a few seconds."""
    start = time.perf_counter()
    warm_up("reversi")
    warm = time.perf_counter() - start
    return {"warm_up_seconds": warm, **measure_perft(), **measure_search()}


def measure_perft(depth: int = 11) -> dict[str, int | float]:
    """Leaves of the tree of `depth` plies from the start of Reversi, counted by the generic core."""
    start = time.perf_counter()
    leaves = perft(reversi.start(), depth)
    seconds = time.perf_counter() - start
    return {
        "perft_depth": depth,
        "perft_leaves": leaves,
        "perft_seconds": seconds,
        "perft_leaves_per_second": leaves / seconds,
    }


def measure_search(depth: int = 12) -> dict[str, int | float]:
    """A search to a fixed depth from the start of Reversi."""
    result = search(reversi.start(), Limits(seconds=None, depth=depth))
    return {
        "search_depth": depth,
        "search_nodes": result.nodes,
        "search_seconds": result.seconds,
        "search_nodes_per_second": result.nodes / result.seconds,
    }


def measure_devices(depth: int = 12) -> list[dict[str, Any]]:
    """The search of `measure_search` with everything, then with each device switched off in turn."""
    rows = []
    for name, off in {"nothing": 0, **DEVICES}.items():
        devices = int(ALL_DEVICES) & ~int(off)
        result = search(reversi.start(), Limits(seconds=None, depth=depth), devices=devices)
        rows.append({"off": name, "nodes": result.nodes, "seconds": result.seconds, "score": result.score})
    return rows


def measure_endgames(problems: Iterable[Problem] = FFO, megabytes: float = 128) -> list[dict[str, Any]]:
    """End-game problems solved exactly one by one, each with an empty table; minutes for all of them.

    `seconds` are real time, `processor_seconds` those of this process, the same on an idle machine.
    """
    rows = []
    for problem in problems:
        processor = time.process_time()
        result = search(
            reversi.parse(problem.position), Limits(seconds=None, depth=60), table=Table(megabytes)
        )
        rows.append(
            {
                "number": problem.number,
                "move": result.move,
                "score": result.score,
                "right": result.exact and result.score == problem.score and result.move in problem.best,
                "nodes": result.nodes,
                "seconds": result.seconds,
                "processor_seconds": time.process_time() - processor,
            }
        )
    return rows
