"""What searches on 8 × 8 read: stable squares of edges, pattern weights and the network, laid out for use."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from engine.reversi.eval import network_file, weights_file
from engine.reversi.eval.network import NETWORK_BYTES, NETWORK_MEMORY, Network, write_network
from engine.reversi.eval.pattern_sums import PATTERN_MEMORY, ROWS_BYTES
from engine.reversi.eval.patterns import STAGE_WEIGHTS, STAGES, folded, nibbles
from engine.reversi.stability import edge_table

_LINE = 64


def search_tables(weights: np.ndarray[Any, Any], network: Network | None = None) -> np.ndarray[Any, Any]:
    """The tables of a search with folded pattern weights and a network; without one, its values are 0."""
    size = NETWORK_MEMORY + NETWORK_BYTES
    memory = np.zeros(size + _LINE, np.uint8)
    start = -memory.ctypes.data % _LINE
    memory = memory[start : start + size]
    memory[:PATTERN_MEMORY] = edge_table().view(np.uint8)
    memory[PATTERN_MEMORY:][:ROWS_BYTES] = nibbles().view(np.uint8).reshape(-1)
    tables = memory[PATTERN_MEMORY + ROWS_BYTES : NETWORK_MEMORY].view(np.int16)
    for stage, table in enumerate(tables.reshape(STAGES, STAGE_WEIGHTS)):
        np.take(weights[stage], folded()[0], out=table)
    if network is not None:
        write_network(network, memory[NETWORK_MEMORY:])
    return memory.view(np.uint64)


@functools.cache
def shipped_tables() -> np.ndarray[Any, Any]:
    """The search tables with what the program comes with, made once."""
    weights, network = weights_file.read(weights_file.SHIPPED), network_file.read(network_file.SHIPPED)
    return search_tables(weights[0], network[0])
