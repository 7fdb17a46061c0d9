"""Who looks at a page: the person signed in by a cookie, or one of the demo's people."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Protocol

from aiohttp import web

from bot.account.linked_roles.connections import cookie_name
from bot.core.people import Person
from bot.settings.web import WebSetup
from bot.web.open_pages import LIFETIME, WebSessions

COOKIE = "flipfour_session"
"""The name of the cookie, to which browsers want a prefix where pages are encrypted."""

TOKEN = re.compile("[A-Za-z0-9_-]{43,44}")
FORMER_LENGTH = 43
"""Characters of the tokens that were in cookies without a prefix."""


class Identity(Protocol):
    """Tells who looks at a page."""

    can_sign_in: bool

    async def person(self, request: web.Request, sessions: WebSessions) -> Person | None:
        """Return the person, None for a visitor who is not signed in."""

    def token(self, request: web.Request) -> str | None:
        """Return the token of the session, None if no session signs the person in."""


class CookieIdentity:
    """People are signed in by a cookie."""

    def __init__(self, setup: WebSetup) -> None:
        self._setup = setup
        self._path = f"{setup.path}/"
        self._name = cookie_name(COOKIE, self._path, encrypted=setup.is_encrypted)
        self.can_sign_in = bool(setup.client_secret)

    async def person(self, request: web.Request, sessions: WebSessions) -> Person | None:
        """Return the person of the cookie's session."""
        return await sessions.person(self.token(request))

    def token(self, request: web.Request) -> str | None:
        token = request.cookies.get(self._name)
        if token is not None or self._name == COOKIE:
            return token if token and TOKEN.fullmatch(token) else None
        # Whoever signed in before cookies had their names stays signed in. Other sites can't set such a
        # cookie with a token of today, which has another length.
        before = request.cookies.get(COOKIE, "")
        return before if len(before) == FORMER_LENGTH and TOKEN.fullmatch(before) else None

    def remember(self, response: web.StreamResponse, token: str) -> None:
        """Sign the browser in."""
        response.set_cookie(
            self._name,
            token,
            max_age=int(LIFETIME.total_seconds()),
            path=self._path,
            httponly=True,
            secure=self._setup.is_encrypted,
            samesite="Lax",
        )

    def forget(self, response: web.StreamResponse) -> None:
        """Sign the browser out."""
        for name in {self._name, COOKIE}:
            response.del_cookie(name, path=self._path, secure=self._setup.is_encrypted)


class FrameIdentity(CookieIdentity):
    """People are signed in by a cookie of the frame in which Discord shows the page."""

    def __init__(self, setup: WebSetup) -> None:
        super().__init__(setup)
        # Discord's proxy may name its domain, which `__Host-` forbids.
        self._name = f"__Secure-{COOKIE}"

    def remember(self, response: web.StreamResponse, token: str) -> None:
        """Sign the frame in."""
        # `http.cookies` knows no `Partitioned` before Python 3.14. The path is that at Discord's proxy.
        age = int(LIFETIME.total_seconds())
        rules = f"Max-Age={age}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned"
        response.headers.add("Set-Cookie", f"{self._name}={token}; {rules}")


class DemoIdentity:
    """In the demo the address names the person, since only this machine can open its pages."""

    can_sign_in = False

    def __init__(self, people: Callable[[], Mapping[str, int]]) -> None:
        """`people` returns the ids of the demo's people by name."""
        self._people = people

    async def person(self, request: web.Request, sessions: WebSessions) -> Person | None:
        """Return the person whom the address names, the first one without a name."""
        people = self._people()
        first = next(iter(people.values()))
        return await sessions.person_of(people.get(request.query.get("as", ""), first))

    def token(self, request: web.Request) -> str | None:
        """Return None: there are no sessions."""
        return None
