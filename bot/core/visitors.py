"""Visitors of the pages: their networks, with limits on use, and what each route states about them."""

from __future__ import annotations

import ipaddress
from collections import Counter, deque
from collections.abc import Iterable
from enum import Enum, Flag, auto
from typing import NamedTuple, TypeAlias
from urllib.parse import urlsplit

from aiohttp import web

from bot.core.fields import Frozen

MINUTE = 60.0


class Group(NamedTuple):
    """Visitors counted together, who may use `times` as much as one household; 0 is half of all."""

    name: str
    times: int


Groups: TypeAlias = tuple[Group, ...]
"""The groups of a visitor, the narrowest first."""

UNKNOWN: Groups = (Group("", 0),)
"""Those of all visitors that a proxy doesn't tell apart."""

_PREFIXES = {4: ((32, 1), (24, 4)), 6: ((64, 1), (56, 2), (48, 4))}
"""Lengths of the prefixes by which addresses are grouped, each with the households that may be in it."""


def groups_of(request: web.BaseRequest) -> Groups:
    """Return the groups of the address that a request comes from.

    A proxy, which has a private address, names it as the last one in X-Forwarded-For.
    """
    groups = groups_at(request.remote)
    if groups != UNKNOWN:
        return groups
    named = ",".join(request.headers.getall("X-Forwarded-For", ())).rpartition(",")[2]
    address = _address(named.strip())
    return UNKNOWN if address is None else _groups(address)


def groups_at(address: str | None) -> Groups:
    """Return the groups of the address at the other end of a connection; a proxy's are unknown."""
    ip = _address(address or "")
    return UNKNOWN if ip is None or ip.is_private else _groups(ip)


def alone(name: object) -> Groups:
    """Return the group of one person, or of what else is counted by its name."""
    return (Group(str(name), 1),)


def hosts_of(request: web.BaseRequest) -> set[str | None]:
    """Return the names by which a request came, without ports."""
    headers = (request.headers.get(name, "") for name in ("Host", "X-Forwarded-Host"))
    names = [part.strip() for header in headers for part in header.split(",") if part.strip()]
    hosts: set[str | None] = set()
    for name in names:
        try:
            hosts.add(urlsplit(f"//{name}").hostname)
        except ValueError:
            continue
    return hosts


def is_forwarded(request: web.BaseRequest) -> bool:
    """Return whether a proxy says that it forwards a request of another machine."""
    return any(name in request.headers for name in ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host"))


class Places:
    """Places in use at the moment; `each` of `total` for one household, more for a larger network."""

    def __init__(self, total: int, each: int, unknown: int | None = None) -> None:
        """`unknown` visitors may take half of all unless it says otherwise."""
        self._total = total
        self._each = each
        self._unknown = total // 2 if unknown is None else unknown
        self._taken: Counter[str] = Counter()
        self._all = 0

    def has_room(self, groups: Groups) -> bool:
        return self._all < self._total and not self.full(groups)

    def full(self, groups: Groups) -> Groups:
        return tuple(group for group in groups if self._taken[group.name] >= self._limit(group))

    def taken(self, groups: Groups) -> int:
        """Return how many places the largest of these groups has."""
        return max(self._taken[group.name] for group in groups)

    def take(self, groups: Groups) -> None:
        self._all += 1
        for group in groups:
            self._taken[group.name] += 1

    def give_back(self, groups: Groups) -> None:
        self._all -= 1
        for group in groups:
            self._taken[group.name] -= 1
            if not self._taken[group.name]:
                del self._taken[group.name]

    def _limit(self, group: Group) -> int:
        return min(self._each * group.times, self._total // 2) if group.times else self._unknown


class MinuteBudget:
    """What was admitted in the last minute; each network may use up its own part alone."""

    def __init__(self, total: int, each: int) -> None:
        self._places = Places(total, each)
        self._admitted: deque[tuple[float, Groups]] = deque()

    def admit(self, groups: Groups, now: float) -> bool:
        """Count one more; returns False above a limit, which counts nothing."""
        while self._admitted and now - self._admitted[0][0] >= MINUTE:
            self._places.give_back(self._admitted.popleft()[1])
        if not self._places.has_room(groups):
            return False
        self._places.take(groups)
        self._admitted.append((now, groups))
        return True


def _groups(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> Groups:
    # Not the address itself: one with a zone belongs to no network.
    network = ipaddress.IPv4Network if address.version == 4 else ipaddress.IPv6Network
    return tuple(
        Group(str(network((int(address), length), strict=False)), times)
        for length, times in _PREFIXES[address.version]
    )


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if address.version == 6 else None
    return mapped or address


class Bound(Flag):
    """What bounds the use of a route, besides the places and times of its connection."""

    CONNECTION = 0
    """Nothing else: it asks no other machine."""

    PAGES = auto()
    """Places of open pages, by network and by person."""

    QUESTIONS = auto()
    """Budgets of what Discord is asked, by network, person or instance."""


class Origin(Enum):
    """Whom a route believes that a person wants what it does."""

    ANYONE = "it changes nothing, and who asks gets no more than they may see"
    OUR_PAGES = "only pages of ours, by the origin that browsers name"
    VISIT = "only the browser that began the visit, by a signed state"
    DIRECT = "only who asks without a proxy"


class Recheck(Enum):
    """What happens when permission ends after it was checked."""

    NEXT_REQUEST = "the answer is all there is: the next request is checked again"
    OPEN_PAGES = "`OpenPages` ends the page, or shows what visitors see"


class Statement(Frozen):
    """What a route promises."""

    limit: Bound
    origin: Origin
    recheck: Recheck


LOOK = Statement(Bound.CONNECTION, Origin.ANYONE, Recheck.NEXT_REQUEST)
"""That of a page or a file that anyone may look at."""

SOCKET = Statement(Bound.PAGES, Origin.OUR_PAGES, Recheck.OPEN_PAGES)
"""That of an open page's socket."""

RETURN = Statement(Bound.QUESTIONS, Origin.VISIT, Recheck.NEXT_REQUEST)
"""That of an address to which Discord sends a visitor back."""

STATEMENTS: web.AppKey[dict[web.AbstractRoute, Statement]] = web.AppKey("statements")


def add_routes(app: web.Application, statement: Statement, routes: Iterable[web.RouteDef]) -> None:
    stated = app.setdefault(STATEMENTS, {})
    stated.update(dict.fromkeys(app.add_routes(routes), statement))
