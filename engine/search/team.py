"""Several threads that perform one search."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.search.context import SearchContext, SearchSettings
from engine.search.sharing import new_marks
from engine.search.tables import TranspositionTable


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
                context.stop()

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
