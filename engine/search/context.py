"""The memory of one running search: its stop flag, counters, style and scratch space, as words.

Compiled code gets their address, which takes one register where an array would take seven; Python reads and
writes the same words while the search runs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.search.context_words import (
    AGE,
    ALL_TECHNIQUES,
    BUSY_MARKS,
    GAME_TABLE,
    MAX_PLY,
    MOVE_LISTS,
    NODE_LIMIT,
    NODES,
    PLY_WORDS,
    SALT,
    SELECTIVITY,
    STOP,
    STYLE,
    STYLE_SALT,
    TABLE,
    TABLE_MASK,
    TECHNIQUES,
    WEIGHTS,
)
from engine.search.transposition import PROVED, TranspositionTable

_WORDS = int(MOVE_LISTS) + MAX_PLY * int(PLY_WORDS)
_NO_LIMIT = 2**63 - 1


class SearchContext:
    """Memory of one search in one thread: `words` in Python, `address` in compiled code."""

    def __init__(
        self,
        table: TranspositionTable,
        nodes: int | None = None,
        game_table: np.ndarray[Any, Any] | None = None,
        techniques: int | None = None,
    ) -> None:
        self.words = np.zeros(_WORDS, np.uint64)
        self.address = np.int64(self.words.ctypes.data)
        # Tables whose addresses are in the words must live as long as the words.
        self._table = table
        self._game_table = game_table
        self.words[GAME_TABLE] = 0 if game_table is None else game_table.ctypes.data
        self.words[NODE_LIMIT] = _NO_LIMIT if nodes is None else min(nodes, _NO_LIMIT)
        self.words[TABLE] = table.address
        self.words[TABLE_MASK] = table.mask
        self.words[BUSY_MARKS] = table.marks_address
        self.words[AGE] = table.next_age()
        self.words[TECHNIQUES] = ALL_TECHNIQUES if techniques is None else techniques
        self.words[SELECTIVITY] = PROVED

    def uses(self, technique: Any) -> bool:
        """Whether a technique is switched on."""
        return bool(int(self.words[TECHNIQUES]) & int(technique))

    def use_style(self, style: int, weights: tuple[int, ...] = ()) -> None:
        """Evaluate positions by the style with this number and these weights from now on."""
        # Values of different styles must not meet in a shared table.
        salt = hash((style, *weights)) if weights else int(STYLE_SALT) * style
        self.words[SALT] = (self._table.salt + salt) & 0xFFFFFFFFFFFFFFFF
        self.words[STYLE] = style
        self._weights = np.array(weights, np.uint64)
        self.words[WEIGHTS] = self._weights.ctypes.data

    @property
    def nodes(self) -> int:
        """Number of nodes searched so far."""
        return int(self.words[NODES])

    @property
    def stopped(self) -> bool:
        """Whether the search has been stopped."""
        return bool(self.words[STOP])
