"""The games and events that are watched on pages: each change wakes the pages that show them.

A page shows whole snapshots, so one that is slow misses those in between, and nothing queues up.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Hashable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from bot.core.fields import Frozen
from bot.core.signals import PersonForgotten
from bot.events.tournaments.cards import EventLinkWithdrawn
from bot.events.votes.boards import VotesChanged
from bot.features import Kit
from bot.play.questions import QuestionChanges
from bot.play.web_links import LinkWithdrawn
from bot.study.review.reviews import ReviewProgressed
from data.db.leases import LeaseStore
from data.games.changes import GameChanges
from data.games.records import Game
from data.tournaments.tournaments import TournamentChanges, TournamentStore

if TYPE_CHECKING:
    from data.db.leases import Worker
    from data.tournaments.records import Tournament


T = TypeVar("T")

BATCH = 4
"""Pages woken at once, a third of a millisecond; a tap waits as often as acknowledging it takes turns."""


class EventKey(NamedTuple):
    """The key of a tournament or an exhibition, where a game's is its id."""

    tournament_id: int


class ReviewKey(Frozen):
    """The key of the progress of a game's review; as a tuple it would equal that of an event."""

    game_id: int


Link: TypeAlias = int | EventKey
"""The key of what can have a link."""

Key: TypeAlias = Link | ReviewKey


Wake: TypeAlias = Callable[[], None]
"""Has a page show the newest state soon."""


class Watched:
    """What at least one page shows, with what was drawn of its present state, by language and page."""

    def __init__(self) -> None:
        self.watchers: set[Wake] = set()
        self.drawn: dict[Hashable, asyncio.Task[Any]] = {}
        self.ended = False
        """True once the link was withdrawn."""
        self.changes = 0
        """Counts changes: what was drawn for a smaller count is outdated."""

    async def once(self, key: Hashable, draw: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Draw the present state for the first page that wants it so; return that for the others."""
        drawing: asyncio.Task[T] | None = self.drawn.get(key)
        if drawing is None:
            drawing = self.drawn[key] = asyncio.create_task(draw())
        try:
            # A page that closes must not end the drawing for the others.
            return drawing.result() if drawing.done() else await asyncio.shield(drawing)
        except Exception:
            if self.drawn.get(key) is drawing:
                del self.drawn[key]
            raise


class BoardStream:
    """Wakes pages when their game has changed."""

    def __init__(self, kit: Kit) -> None:
        self._watched: dict[Key, Watched] = {}
        self._background = kit.background
        kit[GameChanges].listen(self._note)
        kit[QuestionChanges].listen(self.wake)
        kit[TournamentChanges].listen(lambda tournament_id: self.wake(EventKey(tournament_id)))
        kit[VotesChanged].listen(self.wake)
        kit[ReviewProgressed].listen(lambda game_id: self.wake(ReviewKey(game_id)))
        kit[PersonForgotten].listen(lambda player_id: self.wake_all())
        kit[LinkWithdrawn].listen(self.end_game)
        kit[EventLinkWithdrawn].listen(lambda event: self.end(EventKey(event.tournament.id)))

    def join(self, key: Key, wake: Wake) -> Watched:
        watched = self._watched.setdefault(key, Watched())
        watched.watchers.add(wake)
        return watched

    def leave(self, key: Key, wake: Wake) -> None:
        watched = self._watched.get(key)
        if watched is not None:
            watched.watchers.discard(wake)
            if not watched.watchers:
                del self._watched[key]

    def watching(self, key: Key) -> int:
        """Return how many pages show a game."""
        watched = self._watched.get(key)
        return 0 if watched is None else len(watched.watchers)

    def wake(self, key: Key) -> None:
        """Have the pages of a game draw it again."""
        watched = self._watched.get(key)
        if watched is not None:
            watched.drawn.clear()
            watched.changes += 1
            self._background.spawn(_wake_all(watched, watched.changes))

    def end(self, key: Key) -> None:
        """End the pages of what had a link that was withdrawn."""
        watched = self._watched.pop(key, None)
        if watched is not None:
            watched.ended = True
            for wake in watched.watchers:
                wake()

    def end_game(self, game: Game) -> None:
        """End the pages of a game whose link was withdrawn; its event shows it no more."""
        self.end(game.id)
        if game.event is not None:
            self.wake(EventKey(game.event.id))

    def wake_all(self) -> None:
        """Have all pages draw everything again."""
        for key in tuple(self._watched):
            self.wake(key)

    def _note(self, game: Game) -> None:
        self.wake(game.id)
        if game.rematch_of is not None:
            # Those who have played or watched the game before are led to it.
            self.wake(game.rematch_of)
        if game.event is not None:
            self.wake(EventKey(game.event.id))


async def _wake_all(watched: Watched, change: int) -> None:
    for number, wake in enumerate(tuple(watched.watchers), start=1):
        if watched.changes != change:
            # A newer change wakes them all.
            return
        wake()
        if number % BATCH == 0:
            await asyncio.sleep(0)
            # Else all pages that wait for the same drawing would continue at once.
            while drawing := [task for task in watched.drawn.values() if not task.done()]:
                await asyncio.wait(drawing)


MAX_NAME = 200
"""Maximum characters of a process's name, beyond which it is cut off."""

_ADDRESS = re.compile(r" (https?://\S+)$")


class WebProcesses:
    """Finds the process that has a server's games and events; `address` is that of this one."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._address = kit.settings.web_url

    async def has(self, key: Link) -> bool:
        """Return whether this process has a game or an event."""
        subject = await self._find(key)
        return subject is None or self._storage.share.has(subject.guild_id)

    async def address(self, key: Link) -> str | None:
        """Return the address of the process that has these; None if it is unknown, or that of this one."""
        subject = await self._find(key)
        guild_id = None if subject is None else subject.guild_id
        workers = await self._storage[LeaseStore].all()
        address = next((_address_of(worker) for worker in workers if worker.share.has(guild_id)), None)
        return None if address == self._address else address

    async def _find(self, key: Link) -> Game | Tournament | None:
        if not isinstance(key, EventKey):
            return await self._storage.game(key)
        record = await self._storage[TournamentStore].find(key.tournament_id)
        return None if record is None else record.tournament


def process_name(machine: str, address: str) -> str:
    """Return the name of a process, by which others find its pages."""
    return f"{machine} {address}".strip()


def _address_of(worker: Worker) -> str | None:
    match = _ADDRESS.search(worker.holder)
    return None if match is None or len(worker.holder) >= MAX_NAME else match[1]
