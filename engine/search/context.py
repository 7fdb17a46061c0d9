"""The memory of one running search, in one thread or several, as words: stop flag, counters, style, lists.

Compiled code gets their address, which takes one register where an array would take seven; Python reads and
writes the same words while the search runs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
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
from engine.search.sharing import new_marks
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

    def share_with(self, marks: np.ndarray[Any, Any]) -> None:
        """Search the same tree as the other threads that have these marks."""
        self._marks = marks
        self.words[BUSY_MARKS] = marks.ctypes.data

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


@dataclass(frozen=True, slots=True, eq=False)
class _Work:
    """A compiled function to be called, with its arguments and the settings of the search."""

    settings: SearchSettings
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Team(SearchContext):
    """The context of a search by `threads` threads, the calling one included; close it after use.

    The other arguments are those of a `SearchContext`; `nodes` is the limit for all threads together.
    """

    def __init__(
        self,
        threads: int,
        table: TranspositionTable,
        nodes: int | None = None,
        game_table: np.ndarray[Any, Any] | None = None,
        techniques: int | None = None,
    ) -> None:
        first, *shares = _shares(nodes, threads)
        super().__init__(table, first, game_table, techniques)
        self._marks = new_marks()
        self._contexts = [SearchContext(table, share, game_table, techniques) for share in shares]
        if shares:
            for context in (self, *self._contexts):
                context.share_with(self._marks)
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()
        self._work: _Work | None = None
        self._closed = False

    @property
    def nodes(self) -> int:
        """Number of nodes that all threads have searched so far."""
        return super().nodes + sum(context.nodes for context in self._contexts)

    def shared_value(self, function: Callable[..., Any], *arguments: Any) -> int:
        """Call a compiled function in all threads with their contexts, and return its value."""
        if not self._contexts:
            return self.value(function, *arguments)
        self._begin(function, arguments)
        try:
            return self.value(function, *arguments)
        finally:
            self._end()

    def forget_moves(self) -> None:
        """Forget in all threads what earlier searches taught about the order of moves."""
        super().forget_moves()
        for context in self._contexts:
            context.forget_moves()

    def close(self) -> None:
        """End the threads, and wait until they have ended."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _begin(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        # The position a thread was searching when it stopped is still marked.
        self._marks.fill(0)
        with self._changed:
            self._work = _Work(self.settings(), function, arguments)
            self._changed.notify_all()
        if not self._threads:
            self._threads = [
                threading.Thread(target=self._help, args=(context,), name="helper of a search", daemon=True)
                for context in self._contexts
            ]
            for thread in self._threads:
                thread.start()

    def _end(self) -> None:
        with self._changed:
            self._work = None
            for context in self._contexts:
                context.words[STOP] = 1

    def _help(self, context: SearchContext) -> None:
        """Run pieces of work one after the other."""
        done: _Work | None = None
        while True:
            with self._changed:
                while not self._closed and self._work in (None, done):
                    self._changed.wait()
                if self._closed or self._work is None:
                    return
                done = self._work
                # The thread that stops this work waits for the lock.
                context.begin(done.settings)
            context.value(done.function, *done.arguments)


def _shares(nodes: int | None, threads: int) -> list[int | None]:
    if nodes is None:
        return [None] * threads
    return [nodes // threads + (number < nodes % threads) for number in range(threads)]
