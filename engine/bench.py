"""The engine measured on this machine: rules by counting leaves, the search by nodes a second."""

from __future__ import annotations

import time

from engine import reversi
from engine.counting import perft
from engine.limits import Limits
from engine.searching import search
from engine.warming import warm_up


def measure() -> dict[str, int | float]:
    """Everything below in one flat dictionary."""
    start = time.perf_counter()
    warm_up("reversi")
    warm = time.perf_counter() - start
    return {"warm_up_seconds": warm, **measure_perft(), **measure_search()}


def measure_perft(depth: int = 11) -> dict[str, int | float]:
    """Leaves of the tree of `depth` plies from the start of Reversi, generic core, one thread."""
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
    """A search to a fixed depth from the start of Reversi, one core."""
    result = search(reversi.start(), Limits(seconds=None, depth=depth))
    return {
        "search_depth": depth,
        "search_nodes": result.nodes,
        "search_seconds": result.seconds,
        "search_nodes_per_second": result.nodes / result.seconds,
    }
