"""The words that one running search keeps: its stop flag, counters, style and scratch memory.

Compiled code gets their address, which costs one register where an array would cost seven; the Python
side reads and writes the same words as `words` while the search runs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.search.context_words import (
    AGE,
    ALL_TECHNIQUES,
    GAME_TABLE,
    MAX_PLY,
    MOVE_LISTS,
    NODE_LIMIT,
    NODES,
    PLY_WORDS,
    PROGRESS,
    SALT,
    SELECTIVITY,
    SHARES,
    STOP,
    STYLE,
    TABLE,
    TABLE_MASK,
    TECHNIQUES,
    WEIGHTS,
    WHOLE,
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
        # The tables whose addresses are in the words have to live as long as they do.
        self._table = table
        self._game_table = game_table
        self.words[GAME_TABLE] = 0 if game_table is None else game_table.ctypes.data
        self.words[NODE_LIMIT] = _NO_LIMIT if nodes is None else min(nodes, _NO_LIMIT)
        self.words[TABLE] = table.address
        self.words[TABLE_MASK] = table.mask
        self.words[AGE] = table.next_age()
        self.words[TECHNIQUES] = ALL_TECHNIQUES if techniques is None else techniques
        self.words[SELECTIVITY] = PROVED

    def uses(self, technique: Any) -> bool:
        """True when a device is switched on."""
        return bool(int(self.words[TECHNIQUES]) & int(technique))

    def use_style(self, style: int, weights: tuple[int, ...] = ()) -> None:
        """Values positions by the style with this number, and the weights it takes, from now on."""
        # Values of different styles must not meet in a shared table.
        kind = hash((style, *weights)) if weights else 0x9E3779B97F4A7C15 * style
        self.words[SALT] = (self._table.salt + kind) & 0xFFFFFFFFFFFFFFFF
        self.words[STYLE] = style
        self._weights = np.array(weights, np.uint64)
        self.words[WEIGHTS] = self._weights.ctypes.data

    def reset_progress(self) -> None:
        """Nothing of the tree is behind."""
        self.words[PROGRESS] = 0

    def enter_root_move(self, index: int, count: int) -> None:
        """The branch of a root move is searched now: its share of the tree is handed to the core."""
        self.words[SHARES + 2] = index * (WHOLE // count)
        self.words[SHARES + 3] = WHOLE // count

    def leave_root_move(self, index: int, count: int) -> None:
        """The branch and those before it are behind."""
        self.words[PROGRESS] = max(int(self.words[PROGRESS]), (index + 1) * (WHOLE // count))

    @property
    def progress_share(self) -> float:
        """Share of the tree that is behind, 0 to 1: every node's share is divided among its children."""
        return int(self.words[PROGRESS]) / WHOLE

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return int(self.words[NODES])

    @property
    def stopped(self) -> bool:
        """True when the search was told to end."""
        return bool(self.words[STOP])
