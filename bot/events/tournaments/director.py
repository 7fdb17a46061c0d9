"""Runs the tournaments and exhibitions: everything that is due in them, whatever their form."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import ClassVar

from bot.core.signals import ThreadDeleted
from bot.events.tournaments.cards import (
    EventCards,
    EventCourse,
    EventMessage,
    EventResults,
    Threads,
    place_of,
)
from bot.events.tournaments.simul_course import SimulCourse
from bot.events.tournaments.simul_rules import is_abandoned
from bot.events.tournaments.tournament_course import TournamentCourse
from bot.features import Kit
from bot.messages.delivery import Undelivered
from bot.messages.events import AFTER_FAULT, DEBOUNCE, EventDirector
from data.db.chores import Chore
from data.games.changes import GameChanges
from data.games.records import EventKind, Game, GameState
from data.tournaments.records import TournamentRecord, TournamentState
from data.tournaments.tournaments import TournamentStore, tournaments_in_progress


class TournamentDirector(EventDirector[TournamentRecord]):
    chores: ClassVar[tuple[Chore, ...]] = (tournaments_in_progress,)
    debounce: ClassVar[timedelta] = timedelta()

    def __init__(self, kit: Kit) -> None:
        self._cards = kit[EventCards]
        super().__init__("tournament", kit[TournamentStore], self._cards, kit)
        self._storage = kit.storage
        self._threads = kit[Threads]
        self._simuls = SimulCourse(kit)
        self._courses: Mapping[EventKind, EventCourse] = {
            "tournament": TournamentCourse(kit),
            "simul": self._simuls,
        }
        self._cards.react_to_refusals(self._react_to_refusal)
        kit[GameChanges].listen(self._react_to_move)
        kit[ThreadDeleted].listen(self.react_to_deletion)

    def course(self, record: TournamentRecord) -> EventCourse:
        return self._courses[record.tournament.terms.kind]

    async def begin(self, event_id: int) -> None:
        """Begin an event now. Refused if those who are there are too few, or without a thread."""
        await self._act(
            event_id,
            lambda record: record.tournament.state is TournamentState.OPEN,
            lambda record: self.course(record).begin(record),
        )
        self.follow_up(event_id)

    async def react_to_deletion(self, channel_id: int) -> None:
        """End the exhibitions whose thread was deleted."""
        store = self._storage[TournamentStore]
        for event_id in await store.simuls_in(channel_id):
            await self._act(
                event_id,
                lambda record: record.tournament.state is TournamentState.RUNNING,
                lambda record: store.finish(record, [], "thread gone"),
            )
            self.follow_up(event_id)

    async def _react_to_refusal(self, event_id: int, content: EventMessage, why: Undelivered) -> None:
        event = content.record.tournament
        if why.channel_gone and not event.is_over and self.course(content.record).ends_with_channel:
            # A step may wait for this message.
            self._background.spawn(self._call_off(event_id))

    async def _call_off(self, event_id: int) -> None:
        cancel = self._storage[TournamentStore].cancel
        if await self._act(
            event_id,
            lambda record: not record.tournament.is_over,
            lambda record: cancel(record, "channel"),
        ):
            self.follow_up(event_id)

    def _react_to_move(self, game: Game) -> None:
        """Follow the games: their ends, and their first moves, after which nobody is absent."""
        if game.event is None or self._schedule.closed:
            return
        if self._courses[game.event.kind].shows_moves:
            self._messages.update(game.event.id, DEBOUNCE)
        if game.state is not GameState.PLAYING or is_abandoned(game) or game.ply in (1, 2):
            self._background.spawn(self._watch(game.event.id))

    async def _find(self, event_id: int) -> TournamentRecord | None:
        return await self._storage[TournamentStore].find(event_id)

    async def _recover(self, event_id: int) -> None:
        """End an exhibition whose thread was deleted while the bot was away."""
        record = await self._find(event_id)
        boards_id = None if record is None else record.tournament.boards_id
        if boards_id is None or event_id not in await self._storage[TournamentStore].simuls_in(boards_id):
            return
        if await self._threads.is_gone(boards_id):
            await self.react_to_deletion(boards_id)

    def _forget_all_but(self, active: set[int]) -> None:
        super()._forget_all_but(active)
        self._simuls.forget_all_but(active)

    async def _next_due(self, record: TournamentRecord) -> datetime | None:
        if record.tournament.is_over:
            return None if record.tournament.announced else self._now() + AFTER_FAULT
        return await self.course(record).next_due(record)

    async def _step(self, record: TournamentRecord) -> bool:
        course = self.course(record)
        match record.tournament.state:
            case TournamentState.OPEN:
                return await course.prepare(record)
            case TournamentState.RUNNING:
                return await course.run(record)
            case _ if record.tournament.announced:
                return False
            case _:
                return await course.wind_down(record) or await self._announce(record)

    async def _announce(self, record: TournamentRecord) -> bool:
        """Announce the results; False: retry later.

        They are noted as announced last: a kill repeats them rather than losing them.
        """
        course, event = self.course(record), record.tournament
        shown = await self._cards.show(event.id)
        if isinstance(shown, Undelivered) and not shown.permanent:
            return False
        if event.state is TournamentState.FINISHED:
            told = await course.send(EventResults(record), place_of(record))
            if not told or not await course.celebrate(record):
                return False
        await self._storage[TournamentStore].record_announced(event.id)
        return True
