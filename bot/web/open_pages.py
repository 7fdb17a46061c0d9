"""The open pages of this process, and whether what was checked when they opened still holds.

One timer serves all of them: a pass asks the database once for all sessions and once for all links, and pages
of the Activity, one after the other, whether their people are still in it. What can end a page begins a pass.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable
from datetime import timedelta
from typing import Protocol, TypeGuard, TypeVar

import structlog

from bot.core.masking import described
from bot.core.people import Person
from bot.core.signals import PersonForgotten
from bot.events.tournaments.cards import TournamentLinks
from bot.features import Kit
from bot.play.web_links import WebLinks
from bot.web.activity import InstancesUnknownError
from bot.web.stream import EventKey, Link
from data import StorageError
from data.people.players import PeopleStore
from data.people.role_links import RoleLinkStore
from data.people.web import WebStore

T = TypeVar("T")

log = structlog.get_logger(__name__)

PASS_SECONDS = 10.0
"""Time between two passes; with the age of Discord's answers, pages end within half a minute."""

BATCH = 500
"""Maximum sessions or links asked for in a statement."""


class OpenPage(Protocol):
    token: str | None
    """The session's; None for a visitor who is not signed in."""
    link: Link | None
    """The game or the event whose link led to the page."""
    permitted: Callable[[], Awaitable[bool]] | None
    """Returns whether the person may still see it, where no link says so."""

    def wake(self) -> None:
        """Show the newest state soon, or end if the bot stops."""

    def sign_out(self) -> None:
        """Show only what visitors see, or end."""

    def end(self) -> None:
        """End, since what is shown is not for its visitor any more."""


class OpenPages:
    """Ends pages, or signs them out, once their session, link or permission is gone."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._background = kit.background
        self._web_links = kit[WebLinks]
        self._event_links = kit[TournamentLinks]
        self._pages: set[OpenPage] = set()
        self._soon = asyncio.Event()
        self._passing: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        kit[PersonForgotten].listen(lambda player_id: self.check_soon())

    def add(self, page: OpenPage) -> None:
        self._pages.add(page)
        if self._passing is None or self._passing.done():
            self._passing = asyncio.create_task(self._keep_checking())

    def remove(self, page: OpenPage) -> None:
        self._pages.discard(page)

    def check_soon(self) -> None:
        """Check all pages, since something has ended for some."""
        self._soon.set()

    async def check(self) -> None:
        """Check all pages once, but for those whose check is not over yet."""
        try:
            await self._check_sessions()
            await self._check_links()
        except StorageError as error:
            log.info("open pages were not checked; the next pass will", error=described(error))
        asking = [page for page in self._pages if page.permitted is not None]
        if asking and (self._asking is None or self._asking.done()):
            # Discord may take its time.
            self._asking = self._background.spawn(self._check_permissions(asking))

    def close(self) -> None:
        """Let all pages go; they come back to the next start."""
        for task in (self._passing, self._asking):
            if task is not None:
                task.cancel()
        for page in self._pages:
            page.wake()

    async def _keep_checking(self) -> None:
        while self._pages and not self._background.closing:
            try:
                async with asyncio.timeout(PASS_SECONDS):
                    await self._soon.wait()
            except TimeoutError:
                pass
            self._soon.clear()
            try:
                await self.check()
            except Exception as error:
                # A fault must not keep pages open.
                log.exception("open pages could not be checked", error=described(error))

    async def _check_sessions(self) -> None:
        by_token: defaultdict[str, list[OpenPage]] = defaultdict(list)
        for page in self._pages:
            if page.token is not None:
                by_token[page.token].append(page)
        for tokens in _batches(by_token):
            valid = await self._storage[WebStore].valid(tokens)
            for token in set(tokens) - valid:
                for page in by_token[token]:
                    page.sign_out()

    async def _check_links(self) -> None:
        linked: defaultdict[Link, list[OpenPage]] = defaultdict(list)
        for page in self._pages:
            if page.link is not None:
                linked[page.link].append(page)
        games = [key for key in linked if not isinstance(key, EventKey)]
        events = [key.tournament_id for key in linked if isinstance(key, EventKey)]
        hidden: set[Link] = set()
        for some in _batches(games):
            hidden |= await self._web_links.hidden(some)
        for some in _batches(events):
            hidden |= set(map(EventKey, await self._event_links.hidden(some)))
        for key in hidden:
            for page in linked[key]:
                page.end()

    async def _check_permissions(self, pages: Iterable[OpenPage]) -> None:
        for page in pages:
            try:
                if page in self._pages and page.permitted is not None and not await page.permitted():
                    page.end()
            except (InstancesUnknownError, StorageError):
                # An outage ends no pages.
                continue


def _batches(keys: Collection[T]) -> list[list[T]]:
    listed = list(keys)
    return [listed[start : start + BATCH] for start in range(0, len(listed), BATCH)]


LIFETIME = timedelta(days=30)
"""Time after which a person has to sign in again."""

TOKEN_BYTES = 33
"""Random bytes of a token, which has 44 characters; those of before had 43."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,200}")
"""The form of tokens and states; everything else is a stranger's."""


class WebSessions:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._pages = kit[OpenPages]

    async def sign_in(self, person_id: int) -> str:
        """Sign a person in; returns the token for their browser."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self._storage[WebStore].sign_in(token, person_id, LIFETIME)
        return token

    async def person(self, token: str | None) -> Person | None:
        """Return the person of a token; None if it has expired or was revoked."""
        session = await self._storage[WebStore].session(token) if is_token(token) else None
        return None if session is None else await self.person_of(session.player_id)

    async def person_of(self, person_id: int) -> Person:
        return Person(person_id, str(await self._storage[PeopleStore].name(person_id, None)))

    async def use_state(self, state: str, lifetime: timedelta) -> bool:
        """Use up the state of a visit; returns False if it was before."""
        return is_token(state) and await self._storage[RoleLinkStore].use_state(state, lifetime)

    async def sign_out(self, token: str) -> None:
        if not is_token(token):
            return
        await self._storage[WebStore].sign_out(token)
        self._pages.check_soon()

    async def sign_out_everywhere(self, person_id: int) -> int:
        """Sign a person out of all browsers; returns their number."""
        browsers = await self._storage[WebStore].sign_out_everywhere(person_id)
        self._pages.check_soon()
        return browsers


def is_token(text: str | None) -> TypeGuard[str]:
    """Return whether a text that a browser sent can be a token or a state of ours."""
    return text is not None and _TOKEN.fullmatch(text) is not None
