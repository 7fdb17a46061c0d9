"""The routes of the servers, each with a statement of what bounds it, whom it believes and what ends it.

Tests compare the statements with what the routes do, and insist that there are some.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, Flag, auto

from aiohttp import web


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


@dataclass(frozen=True, slots=True)
class Statement:
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
