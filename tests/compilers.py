"""Compilers for tests: nothing is compiled in any of them."""

from __future__ import annotations

import threading

from bot.core.compiler import CompileProgress, ReportProgress


class NothingToCompile:
    """Every game can be searched at once; what is missing is compiled by the first search."""

    def compile(self, game: str, report: ReportProgress) -> None:
        """Return at once."""

    def load(self, game: str) -> None:
        """Return at once."""

    def close(self) -> None:
        """There is nothing to end."""


class HeldCompiler:
    """Is at 3 of 8 steps with every game until it is let go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.closed = False
        self.error: Exception | None = None
        self._go = threading.Event()

    def compile(self, game: str, report: ReportProgress) -> None:
        """Wait for the test."""
        self.begun.append(game)
        report(CompileProgress(3, 8))
        assert self._go.wait(timeout=60)
        if self.error is not None:
            raise self.error

    def load(self, game: str) -> None:
        """Return at once."""

    def let_go(self) -> None:
        """Be done with all games."""
        self._go.set()

    def close(self) -> None:
        """As if the children had been killed."""
        self.closed = True
        self._go.set()
