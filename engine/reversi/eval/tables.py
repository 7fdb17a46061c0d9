"""The tables searches read: stable edge squares, pattern weights and the network of 8 × 8."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from engine.reversi.eval import network_file, weights_file
from engine.reversi.eval.network import NETWORK_BYTES, NETWORK_MEMORY, Network, write_network
from engine.reversi.eval.pattern_sums import PATTERN_MEMORY, rows_bytes, stage_bytes
from engine.reversi.eval.patterns import PATTERN_SETS, USUAL, PatternSet
from engine.reversi.stability import edge_table

_LINE = 64


def search_tables(
    weights: np.ndarray[Any, Any], network: Network | None = None, patterns: PatternSet = USUAL
) -> np.ndarray[Any, Any]:
    """The tables of a search with folded pattern weights and, on 8 × 8, a network (without one, zeros)."""
    weights_at = PATTERN_MEMORY + rows_bytes(patterns)
    end = weights_at + patterns.stages * stage_bytes(patterns)
    memory = np.zeros(end + (NETWORK_BYTES if patterns is USUAL else 0) + _LINE, np.uint8)
    start = -memory.ctypes.data % _LINE
    memory = memory[start : start + len(memory) - _LINE]
    memory[:PATTERN_MEMORY] = edge_table()
    memory[PATTERN_MEMORY:weights_at] = patterns.nibbles().view(np.uint8).reshape(-1)
    stages = memory[weights_at:end].view(np.int16).reshape(patterns.stages, patterns.stage_weights)
    for stage, table in enumerate(stages):
        np.take(weights[stage], patterns.folded()[0], out=table)
    if network is not None:
        write_network(network, memory[NETWORK_MEMORY:])
    return memory.view(np.uint64)


@functools.cache
def shipped_tables(size: int = 8, anti: bool = False) -> np.ndarray[Any, Any]:
    """Return the search tables of a board with the shipped weights, built once."""
    patterns = PATTERN_SETS[size, anti]
    network = network_file.read(network_file.SHIPPED)[0] if patterns is USUAL else None
    return search_tables(weights_file.read(weights_file.shipped(size, anti)).weights, network, patterns)
