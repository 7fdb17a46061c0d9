"""Searches of the positions that people analyse, deeper from one look to the next.

They run aside, as work that takes no time from anybody's game, one position at a time for each person. A look
that somebody's move has cut short is taken again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum

from bot.analysis.study import Study
from bot.computer.pool import SearchPool, Urgency
from bot.computer.search_core import SearchCore
from bot.games.people import Person
from bot.refusals import AnalysisOver
from bot.runtime import Wait, wait_here
from engine import SearchResult, StopFlag
from executors.tasks import ListMoves

ANALYSIS_SECONDS = 10.0
"""The looks at a position take this long together, on one core."""

LOOKS = (0.05, 0.15, 0.3, 0.5)
"""The share of each look in that time."""

MAX_ATTEMPTS = 3
"""A look is taken so many times before it is left as it is."""

WHOLE_LOOK = 0.8
"""Who has had this share of its time was not cut short."""


class Status(Enum):
    """How far an analysis is."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Report:
    """What is shown of an analysis: what the deepest look has found, None before the first one."""

    study: Study
    status: Status
    found: SearchResult | None = None


Show = Callable[[Report], Awaitable[bool]]
"""Shows how far an analysis is, in the message that it belongs to; returns whether anybody sees that."""


@dataclass(eq=False, slots=True)
class _Run:
    """An analysis under way, shown in a message."""

    message_id: int
    stopped: bool = False
    replaced: bool = False
    """Whether its message shows another one."""
    look: StopFlag | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def stop(self) -> None:
        """End the look that is being taken, and take no other."""
        self.stopped = True
        if self.look is not None:
            self.look.set()


class Analyses:
    """Analyses positions."""

    def __init__(
        self,
        pool: SearchPool,
        search_core: SearchCore,
        *,
        seconds: float = ANALYSIS_SECONDS,
        wait: Wait = wait_here,
    ) -> None:
        """`seconds` is how long one analysis takes."""
        self._pool = pool
        self._search_core = search_core
        self._seconds = seconds
        self._wait = wait
        self._runs: dict[int, _Run] = {}

    async def end(self, who: Person, message_id: int) -> None:
        """End the analysis in a message that is to show another one; returns when it shows nothing more."""
        run = self._runs.get(who.id)
        if run is not None and run.message_id == message_id:
            run.replaced = True
            run.stop()
            await self._wait(run.ended.wait())

    async def run(self, study: Study, who: Person, message_id: int, show: Show) -> None:
        """Analyse a position and show it in a message, look after look, until it is done, stopped or replaced
        by another analysis of the same person. The game must not be over there."""
        run = _Run(message_id)
        await self._replace(who, run)
        found: SearchResult | None = None
        try:
            await self._search_core.ready(study.kind.key)
            for share in LOOKS:
                found = await self._look(study, share * self._seconds, run, found)
                if run.stopped or (found is not None and found.all_proved):
                    break
                if share != LOOKS[-1] and not await show(Report(study, Status.RUNNING, found)):
                    return
            if not run.replaced:
                await show(Report(study, Status.STOPPED if run.stopped else Status.DONE, found))
        finally:
            if self._runs.get(who.id) is run:
                del self._runs[who.id]
            run.ended.set()

    def stop(self, who: Person, message_id: int) -> None:
        """End the analysis in a message; it shows what it has found. Refused when it is over."""
        run = self._runs.get(who.id)
        if run is None or run.message_id != message_id:
            raise AnalysisOver
        run.stop()

    def close(self) -> None:
        """End all of them; they show what they have found."""
        for run in self._runs.values():
            run.stop()

    async def _replace(self, who: Person, run: _Run) -> None:
        """Let an analysis take the place of another one of the same person, once that has shown its last."""
        while (other := self._runs.get(who.id)) is not None:
            other.stop()
            await self._wait(other.ended.wait())
        self._runs[who.id] = run

    async def _look(
        self, study: Study, seconds: float, run: _Run, before: SearchResult | None
    ) -> SearchResult | None:
        """Look at every move for so many seconds; the better of what that and the look before have found."""
        best = before
        for _ in range(MAX_ATTEMPTS):
            if run.stopped:
                break

            def work(seconds: float, stop: StopFlag) -> SearchResult:
                run.look = stop
                if run.stopped:
                    stop.set()
                task = ListMoves(study.position, seconds)
                return self._pool.executor.run(task, seconds, stop)

            # The person waits for the first look, and can think about it during the others.
            urgency = Urgency.AT_ONCE if before is None else Urgency.ASKED
            found = await self._pool.run_in_background(work, seconds, urgency=urgency)
            if found.candidates and (best is None or _reach(found) >= _reach(best)):
                best = found
            if found.all_proved or found.seconds >= WHOLE_LOOK * seconds:
                break
        return best


def _reach(found: SearchResult) -> tuple[bool, bool, float, int, int]:
    """How much a search has found out: the score, or who wins, then how certain it is of the end of the game,
    then what is proved of the moves, then depth."""
    moves = sum(candidate.proved for candidate in found.candidates)
    return found.exact, found.outcome is not None, found.certainty or 0.0, moves, found.depth
