"""Who visits the pages of linked roles: their address, and how often they may come back."""

from __future__ import annotations

import ipaddress
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from datetime import timedelta
from urllib.parse import urlsplit

from aiohttp import web

VISIT = timedelta(minutes=10)
"""Time to come back from Discord."""

MAX_CLIENT = 10
"""Maximum codes exchanged per client and minute."""

MAX_UNKNOWN = 120
"""Maximum codes exchanged per minute for all clients that a proxy doesn't tell apart."""

MAX_ALL = 600
"""Maximum codes exchanged per minute: Discord bans addresses that send 10,000 wrong requests in ten."""

_MINUTE = 60.0
_IPV6_NETWORK = 64
"""Bits that one household's addresses have in common."""

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


class ExchangeBudget:
    """The codes exchanged in the last minute, by client."""

    def __init__(self) -> None:
        self._admitted: deque[tuple[float, str | None]] = deque()
        self._by_client: Counter[str | None] = Counter()

    def admit(self, client: str | None, now: float) -> bool:
        """Count an exchange; returns False above a limit. None is a client that can't be told from others."""
        while self._admitted and now - self._admitted[0][0] >= _MINUTE:
            _, past = self._admitted.popleft()
            self._by_client[past] -= 1
            if not self._by_client[past]:
                del self._by_client[past]
        limit = MAX_UNKNOWN if client is None else MAX_CLIENT
        if len(self._admitted) >= MAX_ALL or self._by_client[client] >= limit:
            return False
        self._admitted.append((now, client))
        self._by_client[client] += 1
        return True


def client_of(request: web.Request) -> str | None:
    """Return the address that a request comes from, by the network of a household for IPv6.

    A proxy, which has a private address, names it as the last one in X-Forwarded-For. None if it doesn't.
    """
    address = _address(request.remote or "")
    if address is None or address.is_private:
        named = ",".join(request.headers.getall("X-Forwarded-For", ())).rpartition(",")[2]
        address = _address(named.strip())
    if address is None:
        return None
    if address.version == 6:
        return str(ipaddress.ip_network((address, _IPV6_NETWORK), strict=False))
    return str(address)


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


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if address.version == 6 else None
    return mapped or address
