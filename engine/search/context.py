"""The memory of one running search: its stop flag, counters, style and scratch space, as words.

Compiled code gets their address, which takes one register where an array would take seven; Python reads and
writes the same words while the search runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engine.search.scores import (
    AGE,
    ALL_TECHNIQUES,
    BUSY_MARKS,
    EVALUATION_MASK,
    EVALUATIONS,
    GAME_TABLE,
    KILLERS,
    MAX_PLY,
    MOVE_LISTS,
    NODE_LIMIT,
    NODES,
    PATH,
    PATH_LENGTH,
    PATH_WORDS,
    SALT,
    SELECTIVITY,
    STOP,
    STYLE,
    STYLE_SALT,
    TABLE,
    TABLE_MASK,
    TECHNIQUES,
    UNWIND_TO,
    WEIGHTS,
)
from engine.search.tables import TranspositionTable
from engine.search.transposition import PROVED

_WORDS = int(PATH) + MAX_PLY * int(PATH_WORDS)
_NO_LIMIT = 2**63 - 1


#: Words shared by the threads that search one tree.
_SETTINGS = (STYLE, SALT, WEIGHTS, SELECTIVITY, AGE)


class SearchSettings(NamedTuple):
    """Settings of a search, such as its style: words of its context, and the weights they point to."""

    words: dict[int, np.uint64]
    weights: np.ndarray[Any, Any]


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
        self.words[EVALUATIONS] = table.evaluations
        self.words[EVALUATION_MASK] = table.evaluation_mask
        self.words[AGE] = table.next_age()
        self.words[TECHNIQUES] = ALL_TECHNIQUES if techniques is None else techniques
        self.words[SELECTIVITY] = PROVED
        self._weights = np.zeros(0, np.uint64)
        self._marks = np.zeros(0, np.uint64)

    def uses(self, technique: Any) -> bool:
        return bool(int(self.words[TECHNIQUES]) & int(technique))

    def use_style(self, style: int, weights: tuple[int, ...] = ()) -> None:
        """Evaluate positions by the style with this number and these weights from now on."""
        # Values of different styles must not meet in a shared table.
        salt = hash((style, *weights)) if weights else int(STYLE_SALT) * style
        self.words[SALT] = (self._table.salt + salt) & 0xFFFFFFFFFFFFFFFF
        self.words[STYLE] = style
        self._weights = np.array(weights, np.uint64)
        self.words[WEIGHTS] = self._weights.ctypes.data

    def value(self, function: Callable[..., Any], *arguments: Any) -> int:
        """Call a compiled function that takes a context after its other arguments."""
        return int(function(*arguments, self.address))

    def shared_value(self, function: Callable[..., Any], *arguments: Any) -> int:
        """Call a compiled function with all threads of the search, if it has several."""
        return self.value(function, *arguments)

    def forget_moves(self) -> None:
        """Forget what earlier searches taught about the order of moves."""
        self.words[int(KILLERS) : int(MOVE_LISTS)] = 0

    def stop(self) -> None:
        """End the running search at once."""
        self.words[STOP] = 1

    def share_with(self, marks: np.ndarray[Any, Any]) -> None:
        """Search the same tree as the other threads that have these marks."""
        self._marks = marks
        self.words[BUSY_MARKS] = marks.ctypes.data

    def search_alone(self) -> None:
        """Ignore other threads from now on."""
        self.words[BUSY_MARKS] = 0

    def settings(self) -> SearchSettings:
        """Set up a new search. While it runs, the words change."""
        return SearchSettings({int(word): self.words[word] for word in _SETTINGS}, self._weights)

    def begin(self, settings: SearchSettings) -> None:
        """Prepare a search with the settings of another context."""
        for number, value in settings.words.items():
            self.words[number] = value
        self._weights = settings.weights
        for word in (PATH_LENGTH, UNWIND_TO, STOP):
            self.words[word] = 0

    @property
    def nodes(self) -> int:
        """Number of nodes searched so far."""
        return int(self.words[NODES])

    @property
    def stopped(self) -> bool:
        return bool(self.words[STOP])
