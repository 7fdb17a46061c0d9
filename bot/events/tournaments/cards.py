"""The messages of events: what they show, and the one message of each, posted and kept up to date."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast, get_args

from bot.core.people import Place
from bot.core.publisher import UserRequest
from bot.events import refusals
from bot.events.tournaments.forms import Bracket, Form, TournamentStanding, bracket, seeds
from bot.events.tournaments.rules import are_results_final, form_of, standings_of
from bot.features import Kit
from bot.messages.delivery import Adopted, MessageAdopted, Post, Posts, Undelivered, recorded_in
from bot.messages.events import BACKOFF, INTERVAL
from data.games.records import EventKind, Game
from data.tournaments.records import StoredPairing, TournamentRecord
from data.tournaments.tournaments import TournamentStore


@dataclass(frozen=True, slots=True)
class EventMessage:
    """The content of an event's message."""

    record: TournamentRecord


@dataclass(frozen=True, slots=True)
class TournamentMessage(EventMessage):
    """The content of a tournament's message.

    `boards` are channel and message of its games, by game; `names` those of its people, by number. It is not
    `manageable` once its results are final.
    """

    boards: Mapping[int, tuple[int, int | None]]
    names: Mapping[int, str]
    manageable: bool = True

    @property
    def form(self) -> Form:
        """The form that is really played."""
        return form_of(self.record)

    @property
    def standings(self) -> tuple[TournamentStanding, ...]:
        """The standings, the best first."""
        return standings_of(self.record)

    @property
    def bracket(self) -> Bracket:
        return bracket(self.record.entrants, self.record.pairings)

    @property
    def seeds(self) -> list[int]:
        """The numbers of the field, the best first."""
        return seeds(self.record.entrants)


@dataclass(frozen=True, slots=True)
class SimulMessage(EventMessage):
    """The content of an exhibition's message; `games` are those of its boards, by id."""

    games: Mapping[int, Game]


@dataclass(frozen=True, slots=True)
class GamesBegun:
    """The news for those who are paired: their games, with their boards as in `TournamentMessage`."""

    record: TournamentRecord
    pairings: tuple[StoredPairing, ...]
    boards: Mapping[int, tuple[int, int | None]]


@dataclass(frozen=True, slots=True)
class LostByAbsence(GamesBegun):
    """The news for those who lost games because they were not there."""


@dataclass(frozen=True, slots=True)
class AreYouThere:
    """The question for the person who waits for the first move of a game, which is due by the deadline."""

    record: TournamentRecord
    player_id: int
    game: Game
    deadline: datetime


@dataclass(frozen=True, slots=True)
class SimulBegins:
    """The call to the boards of an exhibition, which brings the players into the thread."""

    record: TournamentRecord


@dataclass(frozen=True, slots=True)
class EventResults:
    """The news that an event is over; `elsewhere` in the server's channel for news."""

    record: TournamentRecord
    elsewhere: bool = False


class EventCards(Posts[EventMessage]):
    """The messages of tournaments and exhibitions."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(
            "tournament",
            self._load_card,
            recorded_in(kit[TournamentStore]),
            kit,
            backoff=BACKOFF,
            interval=INTERVAL,
        )
        self._storage = kit.storage
        kit[MessageAdopted].listen(self._adopt)

    async def content(self, event_id: int) -> TournamentMessage | SimulMessage | None:
        shown = await self._storage[TournamentStore].shown(event_id)
        if shown is None:
            return None
        record, places, names, boards = shown
        if record.tournament.terms.is_simul:
            return SimulMessage(record, boards)
        is_final = are_results_final(record.tournament, self._now())
        return TournamentMessage(record, places, names, manageable=not is_final)

    async def post(self, event_id: int, request: UserRequest) -> None:
        """Answer a command with an event's message."""
        if await self.answer(event_id, request) is None:
            raise refusals.UnknownEvent

    def react_to_refusals(self, react: Callable[[int, EventMessage, Undelivered], Awaitable[object]]) -> None:
        """Call `react` with every message that Discord refuses for good."""
        self._refused = react

    async def _adopt(self, adopted: Adopted) -> None:
        if adopted.kind in get_args(EventKind):
            kind = cast(EventKind, adopted.kind)
            event_id = await self._storage[TournamentStore].identify(kind, adopted.number)
            if event_id is not None:
                await self.adopt(event_id, adopted.message)

    async def _load_card(self, event_id: int) -> Post[EventMessage] | None:
        content = await self.content(event_id)
        if content is None:
            return None
        event = content.record.tournament
        # The thread of an exhibition belongs to its message.
        in_place, digest = event.terms.is_simul, event.digest or ""
        return Post(content, place_of(content.record), event.message_id, digest, in_place=in_place)


def place_of(record: TournamentRecord) -> Place:
    """Return where the message of an event is."""
    return Place(record.tournament.channel_id, record.tournament.guild_id)


def boards_place(record: TournamentRecord) -> Place:
    tournament = record.tournament
    return Place(tournament.boards_id or tournament.channel_id, tournament.guild_id)
