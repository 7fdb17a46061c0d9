"""Who looks at a page: the person signed in by a cookie, or one of the demo's people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from aiohttp import web

from bot.core.people import Person
from bot.settings.web import WebSetup
from bot.web.sessions import LIFETIME, WebSessions

COOKIE = "flipfour_session"


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
        self.can_sign_in = bool(setup.client_secret)

    async def person(self, request: web.Request, sessions: WebSessions) -> Person | None:
        """Return the person of the cookie's session."""
        return await sessions.person(self.token(request))

    def token(self, request: web.Request) -> str | None:
        """Return what the cookie says."""
        return request.cookies.get(COOKIE)

    def remember(self, response: web.StreamResponse, token: str) -> None:
        """Sign the browser in."""
        response.set_cookie(
            COOKIE,
            token,
            max_age=int(LIFETIME.total_seconds()),
            path=f"{self._setup.path}/",
            httponly=True,
            secure=self._setup.is_encrypted,
            samesite="Lax",
        )

    def remember_in_frame(self, response: web.StreamResponse, token: str) -> None:
        """Sign in the frame in which Discord shows the page."""
        # `http.cookies` knows no `Partitioned` before Python 3.14. The path is that at Discord's proxy.
        age = int(LIFETIME.total_seconds())
        rules = f"Max-Age={age}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned"
        response.headers.add("Set-Cookie", f"{COOKIE}={token}; {rules}")

    def forget(self, response: web.StreamResponse) -> None:
        """Sign the browser out."""
        response.del_cookie(COOKIE, path=f"{self._setup.path}/")


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
        return await sessions.known(people.get(request.query.get("as", ""), first))

    def token(self, request: web.Request) -> str | None:
        """Return None: there are no sessions."""
        return None
