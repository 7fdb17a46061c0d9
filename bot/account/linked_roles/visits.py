"""Visits of the pages: by which name people come, and how often they may come back from Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from urllib.parse import urlsplit

from aiohttp import web

from bot.core.visitors import MinuteBudget

VISIT = timedelta(minutes=10)
"""Time to come back from Discord."""

MAX_CLIENT = 10
"""Maximum codes exchanged per household and minute; a larger network may have up to four times as many."""

MAX_ALL = 600
"""Maximum codes exchanged per minute: Discord bans addresses that send 10,000 wrong requests in ten."""

LOCAL = ("localhost", "127.0.0.1", "::1")
"""Names of this machine, by which supervisors come, too."""


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PublicPages:
    """The pages served by a public name and no other; those for supervisors are never served by one."""

    def __init__(self) -> None:
        self._hosts: dict[str, str] = {}

    @classmethod
    def of(cls, app: web.Application) -> PublicPages:
        """Return those of a server."""
        if PUBLIC_PAGES not in app:
            app[PUBLIC_PAGES] = cls()
            app.middlewares.append(app[PUBLIC_PAGES].only)
        return app[PUBLIC_PAGES]

    def add(self, host: str | None, *paths: str) -> None:
        """Serve paths by the name `host` alone; one that ends in a slash includes all below it.

        The root is itself alone.
        """
        self._hosts |= dict.fromkeys(paths, host or "")

    @web.middleware
    async def only(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Hide every page from visitors who came by another name."""
        came_by, path = hosts_of(request), request.path
        host = next((by for page, by in self._hosts.items() if _is_within(path, page)), None)
        if host is None:
            hidden = any(by not in LOCAL and by in came_by for by in self._hosts.values())
        else:
            hidden = came_by.isdisjoint(LOCAL if host in LOCAL else (host,))
        if hidden:
            raise web.HTTPNotFound
        return await handler(request)


PUBLIC_PAGES = web.AppKey("public_pages", PublicPages)


def _is_within(path: str, page: str) -> bool:
    return path.startswith(page) if page.endswith("/") and page != "/" else path == page


def exchange_budget() -> MinuteBudget:
    """Return a budget of codes to exchange."""
    return MinuteBudget(MAX_ALL, MAX_CLIENT)


def hosts_of(request: web.Request) -> set[str | None]:
    """Return the names by which a request came, without ports."""
    given = (request.headers.get(name, "") for name in ("Host", "X-Forwarded-Host"))
    names = [part.strip() for header in given for part in header.split(",") if part.strip()]
    found: set[str | None] = set()
    for name in names:
        try:
            found.add(urlsplit(f"//{name}").hostname)
        except ValueError:
            continue
    return found
