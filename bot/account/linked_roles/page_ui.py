"""The web pages on which people link their accounts.

`/linked-role` sends a visitor to Discord, with a random state that a cookie repeats; Discord sends them back
to `/linked-role/callback` with that state and a code. A state has a cookie of its own, so that several tabs
work, and is good for one exchange. Pages are plain: no scripts, nothing from elsewhere.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from base64 import b64encode
from collections.abc import Callable
from datetime import timedelta
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import structlog
from aiohttp import web

from bot.account.linked_roles.connections import (
    CALLBACK,
    MAX_CODE,
    PATH,
    VISIT,
    GrantGoneError,
    NotAcceptedError,
    RateLimitedError,
    RoleConnections,
    UnreachableError,
    cookie_name,
    exchange_budget,
    is_code,
)
from bot.account.linked_roles.links import IncompleteGrantError, LinkedRoles, WithdrawnGrantError
from bot.core.fields import Frozen
from bot.core.masking import described
from bot.core.visitors import LOOK, RETURN, UNKNOWN, Groups, add_routes, groups_of
from bot.settings.web import LOCAL, LinkedRolesSetup
from data import StorageError
from languages import ENGLISH, LANGUAGES, Language, current, forms, gettext, gettext_noop, speaking

if TYPE_CHECKING:
    # It needs a package that few hosts have.
    from bot.account.linked_roles.vault import Vault

log = structlog.get_logger(__name__)

COOKIE = "flipfour_linked_role_"
"""Beginning of the names of cookies; the beginning of their state follows."""

MAX_TABS = 5
"""Maximum visits of one browser at once: their cookies have to fit into a request."""

MAX_LANGUAGES = 20
"""Maximum languages that are read of a browser's list."""

STYLE = """\
:root{color-scheme:light dark}
body{font:1.1rem/1.6 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center}
main{max-width:32rem;padding:2rem}
h1{font-size:1.6rem;line-height:1.3}
a{display:inline-block;padding:.5rem 1rem;border-radius:.5rem}
a{background:#5865f2;color:#fff;text-decoration:none}
a:focus-visible{outline:3px solid currentColor;outline-offset:3px}"""

_HASH = b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}


class VisitPage(Frozen):
    """What a visit comes to, as its page says it: a heading, a paragraph, and whether to start again."""

    heading: str
    text: str
    status: int = 200
    again: bool = True


LINKED = VisitPage(
    # Translators, all below: headings and texts of web pages for linking an account.
    gettext_noop("Your account is linked"),
    gettext_noop(
        "Discord now knows your ratings, rated games and solved puzzles, and gets "
        "updates when they change. Go back to Discord to get your role. You can unlink "
        "at any time with /me."
    ),
    again=False,
)
LINKED_SOON = VisitPage(
    gettext_noop("Your account is linked"),
    gettext_noop(
        "Discord couldn't take your stats just now and will get them in a few minutes: "
        "claim your role then. You can unlink at any time with /me."
    ),
    again=False,
)
"""Discord has yet to be told the figures."""
DENIED = VisitPage(
    gettext_noop("Nothing was linked"),
    gettext_noop(
        "You didn't allow it on Discord's page, so nothing was stored. You can close "
        "this page, or start again if you change your mind."
    ),
)
INCOMPLETE = VisitPage(
    gettext_noop("Nothing was linked"),
    gettext_noop(
        "Discord didn't let me share your stats with it, so nothing was stored. Please "
        "start again and allow everything that Discord asks for."
    ),
)
EXPIRED = VisitPage(
    gettext_noop("This page has expired"),
    gettext_noop(
        "It works once, within ten minutes, and only in the browser in which you started. Nothing was "
        "linked this time; /me on Discord shows whether your account is linked. If it isn't, please "
        "start again."
    ),
    status=400,
)
"""The visit took too long, was begun in another browser, or its code was used before."""
BUSY = VisitPage(
    gettext_noop("One moment, please"),
    gettext_noop(
        "Too many people are linking their accounts just now. Nothing was linked. Please start again in "
        "a few minutes."
    ),
    status=503,
)
DOWN = VisitPage(
    gettext_noop("Discord isn't responding"),
    gettext_noop("I couldn't reach Discord, so nothing was linked. Please start again in a few minutes."),
    status=502,
)
"""Discord can't be reached."""
REFUSED = VisitPage(
    gettext_noop("Not available right now"),
    gettext_noop(
        "Discord didn't accept my request, and the person who runs this bot needs to "
        "fix that. Nothing was linked."
    ),
    status=502,
)
"""The host has made a mistake."""
STARTING = VisitPage(
    gettext_noop("One moment, please"),
    gettext_noop("I'm starting up. Please try again in a minute."),
    status=503,
)
WITHDRAWN = VisitPage(
    gettext_noop("Nothing was linked"),
    gettext_noop(
        "Discord no longer accepts the permission you gave; you may have revoked it. Please start again."
    ),
)
"""Discord gave tokens for the code, but does not accept them."""
NOT_STORED = VisitPage(
    gettext_noop("One moment, please"),
    gettext_noop("I couldn't save it just now, so nothing was linked. Please start again in a minute."),
    status=503,
)

# Translators: a link on such a web page.
AGAIN = gettext_noop("Start again")

_QUALITY = re.compile(r"q\s*=\s*([01](?:\.\d{0,3})?)")


class LinkPages:
    """The pages; `links` returns the use-case, or None while the bot starts or is on standby."""

    def __init__(
        self,
        setup: LinkedRolesSetup,
        vault: Vault,
        connections: RoleConnections,
        links: Callable[[], LinkedRoles | None],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._address = urlsplit(setup.url)
        self._path = f"{self._address.path}{PATH}"
        self._encrypted = self._address.scheme == "https"
        self._vault = vault
        self._connections = connections
        self._links = links
        self._now = now
        self._budget = exchange_budget()
        self._warned = False

    def add_to(self, app: web.Application) -> None:
        # A HEAD would use up the code.
        add_routes(app, RETURN, [web.get(CALLBACK, self.come_back, allow_head=False)])
        add_routes(app, LOOK, [web.get(PATH, self.begin)])

    async def begin(self, request: web.Request) -> web.StreamResponse:
        """Send the visitor to Discord."""
        if self._ready() is None:
            return self._page(request, STARTING)
        state = secrets.token_urlsafe(32)
        response = web.Response(
            status=302, headers={**HEADERS, "Location": self._connections.authorise_at(state)}
        )
        # Browsers send the oldest first.
        beginning = self._cookie("")
        for oldest in [name for name in request.cookies if name.startswith(beginning)][: 1 - MAX_TABS]:
            response.del_cookie(oldest, path=self._path, secure=self._encrypted)
        response.set_cookie(
            self._cookie(state),
            self._vault.sign(state, self._now()),
            max_age=int(VISIT.total_seconds()),
            path=self._path,
            httponly=True,
            secure=self._encrypted,
            samesite="Lax",
        )
        return response

    async def come_back(self, request: web.Request) -> web.StreamResponse:
        """Link the visitor's account, if they come from Discord and began here."""
        links = self._ready()
        if links is None:
            return self._page(request, STARTING)
        outcome, wait = await self._outcome(request, links)
        response = self._page(request, outcome, wait)
        if (cookie := self._cookie(request.query.get("state", ""))) in request.cookies:
            response.del_cookie(cookie, path=self._path, secure=self._encrypted)
        return response

    async def _outcome(self, request: web.Request, links: LinkedRoles) -> tuple[VisitPage, timedelta | None]:
        """Return what the visit comes to, and how long to wait before the next one."""
        state = self._began_here(request)
        if state is None:
            return EXPIRED, None
        if "error" in request.query:
            denied = request.query["error"] == "access_denied"
            return DENIED if denied else REFUSED, None
        code = request.query.get("code", "")
        if not is_code(code):
            return EXPIRED, None
        if not self._budget.admit(self._groups(request), self._now()):
            return BUSY, timedelta(minutes=1)
        try:
            if not await links.use_state(state, VISIT):
                return EXPIRED, None
            return LINKED if await links.link(code, state) else LINKED_SOON, None
        except IncompleteGrantError:
            return INCOMPLETE, None
        except WithdrawnGrantError:
            return WITHDRAWN, None
        except GrantGoneError:
            return EXPIRED, None
        except RateLimitedError as error:
            return BUSY, error.after
        except UnreachableError as error:
            log.info("an account was not linked", error=described(error))
            return DOWN, None
        except NotAcceptedError as error:
            log.warning(
                "Discord refused to link an account: check DISCORD_CLIENT_SECRET and the redirect address",
                error=described(error),
            )
            return REFUSED, None
        except StorageError as error:
            log.warning("an account was not linked: the storage failed", error=described(error))
            return NOT_STORED, None

    def _ready(self) -> LinkedRoles | None:
        links = self._links()
        return None if links is None or links.closing else links

    def _began_here(self, request: web.Request) -> str | None:
        """Return the state if this browser began the visit: no one can be linked by another person's link."""
        state = request.query.get("state", "")[:MAX_CODE]
        began = self._vault.verify(request.cookies.get(self._cookie(state), ""), self._now(), VISIT)
        given = state.encode(errors="replace")
        return began if began is not None and hmac.compare_digest(began.encode(), given) else None

    def _groups(self, request: web.Request) -> Groups:
        groups = groups_of(request)
        if groups == UNKNOWN and not self._warned and self._address.hostname not in LOCAL:
            self._warned = True
            log.warning("the proxy does not say who visits /linked-role: have it set X-Forwarded-For")
        return groups

    def _cookie(self, state: str) -> str:
        return cookie_name(f"{COOKIE}{state[:8]}", self._path, encrypted=self._encrypted)

    def _page(self, request: web.Request, outcome: VisitPage, wait: timedelta | None = None) -> web.Response:
        with speaking(preferred(request.headers.get("Accept-Language", ""))):
            text = _document(outcome, self._path)
        headers = dict(HEADERS)
        if wait is not None:
            headers["Retry-After"] = str(max(1, round(wait.total_seconds())))
        return web.Response(text=text, content_type="text/html", status=outcome.status, headers=headers)


def preferred(accepted: str) -> Language:
    """Return the language that a browser's list prefers.

    >>> preferred("nl, pt;q=0.8, de-AT;q=0.9").code
    'de'
    """
    by_quality: list[tuple[float, Language]] = []
    for part in accepted.split(",")[:MAX_LANGUAGES]:
        tag, _, parameters = part.partition(";")
        match = _QUALITY.search(parameters)
        language = _spoken(tag.strip().lower())
        quality = float(match[1]) if match else 1.0
        if language is not None and quality > 0:
            by_quality.append((quality, language))
    # The first of equals.
    return max(by_quality, key=lambda pair: pair[0])[1] if by_quality else ENGLISH


def _spoken(tag: str) -> Language | None:
    """Return the language of a tag such as “de-AT”, whatever its region."""
    for language in forms():
        if tag in (locale.lower() for locale in language.locales):
            return language
    main = tag.partition("-")[0]
    return next((known for known in LANGUAGES.values() if known.code.partition("_")[0] == main), None)


def _document(outcome: VisitPage, start: str) -> str:
    heading, text = escape(gettext(outcome.heading)), escape(gettext(outcome.text))
    again = f'<p><a href="{escape(start)}">{escape(gettext(AGAIN))}</a></p>' if outcome.again else ""
    return f"""\
<!doctype html>
<html lang="{current().locales[0]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{heading} · Flipfour</title>
<style>{STYLE}</style>
</head>
<body><main><h1>{heading}</h1><p>{text}</p>{again}</main></body>
</html>
"""
