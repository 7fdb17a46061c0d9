"""Where addresses lead, and the limits on open pages, on people's actions there, and on what is logged."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from aiohttp import web

from bot.core.masking import FewLines
from bot.core.visitors import Groups, Places
from bot.events.tournaments.cards import PAGES_OF_EVENTS, TournamentLinks
from bot.features import Kit
from bot.play.web_links import PAGES_OF_GAMES, WebLinks
from data.tournaments.records import TournamentRecord

MAX_PAGES = 8000
"""Maximum open pages of this process; half of them are for players of a game in progress alone."""

MAX_PAGES_CLIENT = 40
"""Maximum open pages of one household; a larger network may have up to four times as many."""

MAX_PAGES_PERSON = 20
"""Maximum open pages of one person, at all addresses."""

MAX_MESSAGE = 2048
"""Maximum bytes of a message."""

BURST, BURST_SECONDS = 30, 10.0
"""Maximum messages of a page within some seconds."""

VISITOR_BURST, VISITOR_SECONDS = 15, 60.0
"""Maximum messages of a page where nobody is signed in within some seconds: it has only beats to send."""

MAX_BYTES, MAX_READS = 8 * MAX_MESSAGE, 10 * BURST
"""Maximum bytes of a page within those seconds, and maximum pieces in which they arrive."""

PERSON_BURST = 40
"""Maximum actions of a person within those seconds, on all their pages."""


class Port(Protocol):
    """The connections of the server's port, with their time limits and places."""

    def leave(self, transport: asyncio.BaseTransport | None, flooded: Callable[[], None]) -> None:
        """Take out a connection that became a page's socket; what it receives is limited from then on.

        `flooded` is called when that is too much, and soon afterwards the connection is closed.
        """

    def refuse(self, transport: asyncio.BaseTransport | None, seconds: float) -> None:
        """Let a connection that is being refused give way to others, and end it after some seconds."""


PORT: web.AppKey[Port] = web.AppKey("port")


class Recent:
    """Counts what happened within the last seconds."""

    def __init__(self, most: int, seconds: float = BURST_SECONDS) -> None:
        self._times: deque[float] = deque(maxlen=most)
        self._seconds = seconds

    def is_too_fast(self, now: float) -> bool:
        """Count one more; returns whether that is too many."""
        times = self._times
        too_fast = len(times) == times.maxlen and now - times[0] < self._seconds
        times.append(now)
        return too_fast


class Received:
    """Counts what a page sends in bytes: parts of messages cost time, too, and are never a whole one."""

    def __init__(self) -> None:
        self._since = float("-inf")
        self._bytes = self._reads = 0

    def is_too_much(self, size: int, now: float) -> bool:
        """Count one more piece; returns whether that is too much."""
        if now - self._since >= BURST_SECONDS:
            self._since, self._bytes, self._reads = now, 0, 0
        self._bytes += size
        self._reads += 1
        return self._bytes > MAX_BYTES or self._reads > MAX_READS


class PageLimits:
    """The open pages by network and by person, and the latest actions of the people there."""

    def __init__(self) -> None:
        half = MAX_PAGES // 2
        self._for_all = Places(half, MAX_PAGES_CLIENT)
        self._for_players = Places(half, MAX_PAGES_CLIENT, unknown=half)
        self._people: Counter[int] = Counter()
        self._actions: dict[int, Recent] = {}
        self.lines = FewLines()
        """Lines in the log about faults of pages."""

    async def places(
        self, groups: Groups, person_id: int | None, plays: Callable[[int], Awaitable[bool]]
    ) -> Places | None:
        """Return the places in which one more page may be opened, None if there is no room.

        `plays` is only called where the places for all are taken.
        """
        if person_id is not None and self._people[person_id] >= MAX_PAGES_PERSON:
            return None
        if self._for_all.has_room(groups):
            return self._for_all
        if person_id is not None and await plays(person_id) and self._for_players.has_room(groups):
            return self._for_players
        return None

    @contextmanager
    def opened(self, places: Places, groups: Groups, person_id: int | None) -> Iterator[None]:
        """Count a page meanwhile."""
        places.take(groups)
        if person_id is not None:
            self._people[person_id] += 1
        try:
            yield
        finally:
            places.give_back(groups)
            if person_id is not None:
                self._people -= Counter([person_id])
                if person_id not in self._people:
                    self._actions.pop(person_id, None)

    def acts_too_fast(self, person_id: int, now: float) -> bool:
        """Count an action of a person; returns whether that is too many."""
        return self._actions.setdefault(person_id, Recent(PERSON_BURST)).is_too_fast(now)


MAX_DIGITS = 15
"""Maximum digits of a game's number in an address."""

GAME, EVENT = f"{PAGES_OF_GAMES}{{code}}", f"{PAGES_OF_EVENTS}{{code}}"
PUZZLES = "/puzzles"
BOARD = f"{EVENT}/{{game:[0-9]{{1,{MAX_DIGITS}}}}}"


CODE = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""The form of a link's code."""


class FoundGame(NamedTuple):
    """A game, and the event whose link leads to it."""

    game_id: int
    event: TournamentRecord | None = None


class NotShown(Exception):  # noqa: N818 - the visitor reads a notice instead
    """A page can't be shown; the arguments are those of `Site.notice`, none for a link that leads nowhere."""


async def find_game(kit: Kit, request: web.Request) -> FoundGame:
    """Return the game to which an address leads; `NotShown` for a link that leads nowhere."""
    code, number = _code(request), request.match_info.get("game")
    if number is None:
        game = await kit[WebLinks].find(code)
        if game is None:
            raise NotShown
        return FoundGame(game.id)
    event = await kit[TournamentLinks].find_board(code, int(number))
    if event is None:
        raise NotShown
    return FoundGame(int(number), event)


async def find_event(kit: Kit, request: web.Request) -> TournamentRecord:
    """Return the event to which an address leads; `NotShown` for a link that leads nowhere."""
    event = await kit[TournamentLinks].find(_code(request))
    if event is None:
        raise NotShown
    return event


def _code(request: web.Request) -> str:
    code = request.match_info["code"]
    if not CODE.fullmatch(code):
        raise NotShown
    return code
