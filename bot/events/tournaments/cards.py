"""The messages of events, their pages in a browser, and what differs between their forms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar, NamedTuple, Protocol, cast, get_args

from bot.catalog import GAMES
from bot.core.fields import Frozen
from bot.core.people import Person, Place
from bot.core.publisher import Publisher, UserRequest
from bot.core.snapshot import GameSnapshot
from bot.events import refusals
from bot.events.tournaments.forms.types import last_round
from bot.events.tournaments.rules import are_results_final
from bot.features import Kit
from bot.messages.delivery import (
    Adopted,
    Delivered,
    MessageAdopted,
    Messenger,
    Post,
    Posts,
    Undelivered,
    recorded_in,
)
from bot.messages.events import BACKOFF, INTERVAL
from bot.play.games.challenges import Challenges
from bot.play.games.flow import GameFlow
from bot.play.web_links import PageLinks
from data.db.registry import Signal
from data.games.records import EventKind, EventRef, Game, GameChanged, Seat, WhyUnrated
from data.games.time_control import TimeControl
from data.people.web import EventLinkStore, LinkStore, WebStore
from data.tournaments.records import StoredPairing, TournamentEntrant, TournamentRecord
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


@dataclass(frozen=True, slots=True)
class SimulMessage(EventMessage):
    """The content of an exhibition's message; `games` are those of its boards, by id."""

    games: Mapping[int, Game]


class GamesBegun(Frozen):
    """The news for those who are paired: their games, with their boards as in `TournamentMessage`."""

    record: TournamentRecord
    pairings: tuple[StoredPairing, ...]
    boards: Mapping[int, tuple[int, int | None]]


class LostByAbsence(GamesBegun):
    """The news for those who lost games because they were not there."""


class AreYouThere(Frozen):
    """The question for the person who waits for the first move of a game, which is due by the deadline."""

    record: TournamentRecord
    player_id: int
    game: Game
    deadline: datetime


class SimulBegins(Frozen):
    """The call to the boards of an exhibition, which brings the players into the thread."""

    record: TournamentRecord


class EventResults(Frozen):
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
    return Place(record.tournament.channel_id, record.tournament.guild_id)


def boards_place(record: TournamentRecord) -> Place:
    tournament = record.tournament
    return Place(tournament.boards_id or tournament.channel_id, tournament.guild_id)


PAGES_OF_EVENTS = "/e/"

MAX_BOARDS = 32
"""Maximum boards on a page; a round of the largest tournament has as many."""


class EventLinkWithdrawn(Signal[TournamentRecord, object]):
    """The link of an event was withdrawn."""


class TournamentLinks(PageLinks[TournamentRecord]):
    """Pages of events in a browser; a board whose own link was withdrawn is not shown."""

    path: ClassVar[str] = PAGES_OF_EVENTS
    store: ClassVar[type[LinkStore]] = EventLinkStore
    withdrawn: ClassVar[type[Signal[Any, object]]] = EventLinkWithdrawn

    async def owner(self, key: int) -> TournamentRecord:
        record = await self._storage[TournamentStore].find(key)
        if record is None:
            raise refusals.UnknownEvent
        return record

    def key(self, owner: TournamentRecord) -> int:
        return owner.tournament.id

    def place(self, owner: TournamentRecord) -> Place:
        return place_of(owner)

    def takes_part(self, owner: TournamentRecord, who: Person) -> bool:
        return owner.tournament.organiser_id == who.id or owner.entrant_of(who.id) is not None

    async def find_board(self, code: str, game_id: int) -> TournamentRecord | None:
        """Return the event to which a code leads if a game is among its boards."""
        record = await self.find(code)
        if record is None or all(pairing.game_id != game_id for pairing in record.pairings):
            return None
        return None if await self._storage[WebStore].withdrawn([game_id]) else record

    async def boards(self, record: TournamentRecord) -> list[int]:
        """Return the games on the page: those of the present round, and earlier ones in progress."""
        latest = last_round(record.pairings)
        shown = [
            pairing.game_id
            for pairing in record.pairings
            if pairing.game_id is not None and (pairing.round == latest or pairing.is_pending)
        ][-MAX_BOARDS:]
        withdrawn = await self._storage[WebStore].withdrawn(shown)
        return [game_id for game_id in shown if game_id not in withdrawn]

    async def sides_of(self, tournament_id: int, who: Person) -> tuple[int, Mapping[int, int]]:
        """Return the server, and a person's sides in the games on the page."""
        record = await self.owner(tournament_id)
        games = [await self._storage.game(game_id) for game_id in await self.boards(record)]
        sides = {game.id: GameSnapshot.of(game).side_of(who.id) for game in games if game is not None}
        own = {game_id: side for game_id, side in sides.items() if side is not None}
        return record.tournament.guild_id, own


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
        self._store = kit[TournamentStore]
        self._background = kit.background
        self._messenger = kit[Messenger]
        self._now = kit.now
        self._challenges = kit[Challenges]
        self._flow = kit[GameFlow]
        self._publisher = kit[Publisher]
        self._cards = kit[EventCards]
        self._threads = kit[Threads]

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
        await self._store.cancel(record, "organiser")

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
            return GameSnapshot.of(await self._store.begin_game(pairing, new, max_rated))
        except GameChanged as there:
            return GameSnapshot.of(there.game)
