"""What differs between the forms of events: who may join and return, the steps, and what a result means."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar, NamedTuple, Protocol

from bot.catalog import GAMES
from bot.core.people import Place
from bot.core.publisher import Publisher
from bot.core.snapshot import GameSnapshot
from bot.events.tournaments.cards import EventCards, boards_place
from bot.features import Kit
from bot.messages.delivery import Delivered, Messenger, Undelivered
from bot.play.games.challenges import Challenges
from bot.play.games.flow import GameFlow
from data.games.records import EventRef, GameChanged, Seat, WhyUnrated
from data.games.time_control import TimeControl
from data.tournaments.records import StoredPairing, TournamentEntrant, TournamentRecord
from data.tournaments.tournaments import TournamentStore


class Threads(Protocol):
    async def open(self, record: TournamentRecord, exhibitor: str = "") -> int | Undelivered:
        """Open the thread of an event from its message, or find it open; return its id.

        `exhibitor` is the name of a person who exhibits.
        """

    async def is_gone(self, thread_id: int) -> bool:
        """Return whether a thread was deleted."""


class WayOut(NamedTuple):
    """How a person leaves: by resigning their game, or without, perhaps for good."""

    game_id: int | None = None
    for_good: bool = False


class EventCourse(ABC):
    """The course of one form of event.

    Each step returns whether there was something to do, and raises TournamentChanged or GameChanged if
    another change was faster.
    """

    shows_moves: ClassVar[bool] = False
    """True if the message of an event tells of every move."""
    ends_with_channel: ClassVar[bool] = False
    """True if an event is called off when the channel of its message is deleted."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._background = kit.background
        self._messenger = kit[Messenger]
        self._now = kit.now
        self._challenges = kit[Challenges]
        self._flow = kit[GameFlow]
        self._publisher = kit[Publisher]
        self._cards = kit[EventCards]
        self._threads = kit[Threads]

    # --- what people may do ------------------------------------------------------------------------------

    @abstractmethod
    def way_out(self, record: TournamentRecord, entry: TournamentEntrant | None) -> WayOut:
        """Return how a person leaves an event in progress."""

    async def correctable(self, record: TournamentRecord) -> list[StoredPairing]:
        """Return the pairings whose results can be corrected."""
        return []

    @abstractmethod
    async def remove(self, record: TournamentRecord, number: int) -> None:
        """Remove an entrant who is removable."""

    async def cancel(self, record: TournamentRecord) -> None:
        """End an event for its organiser."""
        await self._storage[TournamentStore].cancel(record, "organiser")

    # --- the steps ---------------------------------------------------------------------------------------

    @abstractmethod
    async def next_due(self, record: TournamentRecord) -> datetime | None:
        """Return when the next step is due in an event that is not over."""

    @abstractmethod
    async def begin(self, record: TournamentRecord) -> None:
        """Begin now with those who are there. Refused if they are too few."""

    @abstractmethod
    async def prepare(self, record: TournamentRecord) -> bool:
        """Begin when it is time or all places are taken, or cancel."""

    @abstractmethod
    async def run(self, record: TournamentRecord) -> bool:
        """Take the first step that is due in an event in progress."""

    async def wind_down(self, record: TournamentRecord) -> bool:
        """Take the first step that is due in an event that is over, before its results are announced."""
        return False

    async def celebrate(self, record: TournamentRecord) -> bool:
        """Do what follows the announcement of results; False if that should be retried."""
        return True

    # --- what they share ---------------------------------------------------------------------------------

    async def send(self, news: object, place: Place) -> bool:
        """Send news; False if that should be retried."""
        sent = await self._messenger.send(news, place)
        return isinstance(sent, Delivered) or sent.permanent

    async def _begin_game(
        self,
        record: TournamentRecord,
        pairing: StoredPairing,
        seats: tuple[Seat, Seat],
        time: TimeControl | None,
        *,
        max_rated: int = 0,
        why_unrated: WhyUnrated | None = None,
        **changes: Any,
    ) -> GameSnapshot:
        """Begin the game of a pairing, or find it begun; `changes` are of the new game."""
        event = record.tournament
        new = await self._challenges.arranged(
            GAMES[event.terms.game],
            boards_place(record),
            seats,
            event.terms.options,
            time,
            why_unrated=why_unrated,
            organiser_id=event.organiser_id,
        )
        new = replace(new, event=EventRef(event.terms.kind, event.id), **changes)
        try:
            return GameSnapshot.of(await self._storage[TournamentStore].begin_game(pairing, new, max_rated))
        except GameChanged as there:
            return GameSnapshot.of(there.game)
