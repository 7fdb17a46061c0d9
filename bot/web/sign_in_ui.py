"""Signing in with Discord, which only says who a person is, by OAuth's `identify`.

A visitor's state is random and repeated by a cookie, so no one can be signed in by another person's link, and
is good for one exchange. Discord's tokens are used once and not stored.
"""

from __future__ import annotations

import hmac
import re
import secrets
import time

import structlog
from aiohttp import web

from bot.account.linked_roles.connections import (
    VISIT,
    GrantGoneError,
    NotAcceptedError,
    RateLimitedError,
    RoleConnectionError,
    RoleConnections,
    cookie_name,
    exchange_budget,
    is_code,
)
from bot.account.linked_roles.page_ui import MAX_TABS
from bot.core.masking import described
from bot.core.people import Person
from bot.core.visitors import LOOK, RETURN, Bound, Origin, Recheck, Statement, add_routes, groups_of
from bot.settings.web import WebSetup
from bot.web import words
from bot.web.open_pages import LIFETIME, WebSessions
from bot.web.page_limits import PUZZLES
from bot.web.site_ui import Site, moved
from data import StorageError
from languages import Language

log = structlog.get_logger(__name__)

SIGN_IN, CALLBACK, SIGN_OUT = "/sign-in", "/sign-in/callback", "/sign-out"
SIGNING_OUT = Statement(Bound.CONNECTION, Origin.OUR_PAGES, Recheck.NEXT_REQUEST)
STATE_COOKIE = "flipfour_sign_in"
"""Beginning of the names of visits' cookies; that of their state follows."""

SCOPES = "identify"
RETURN_TO = re.compile(r"/(?:[A-Za-z0-9_-]++/?+){0,6}")
"""Pages to which a visitor comes back: paths of this server alone."""


COOKIE = "flipfour_session"
"""The name of the cookie, to which browsers want a prefix where pages are encrypted."""

TOKEN = re.compile("[A-Za-z0-9_-]{43,44}")
FORMER_LENGTH = 43
"""Characters of the tokens that were in cookies without a prefix."""


class CookieIdentity:
    def __init__(self, setup: WebSetup) -> None:
        self._setup = setup
        self._path = f"{setup.path}/"
        self._name = cookie_name(COOKIE, self._path, encrypted=setup.is_encrypted)
        self.can_sign_in = bool(setup.client_secret)

    async def person(self, request: web.Request, sessions: WebSessions) -> Person | None:
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
        for name in {self._name, COOKIE}:
            response.del_cookie(name, path=self._path, secure=self._setup.is_encrypted)


class FrameIdentity(CookieIdentity):
    """People are signed in by a cookie of the frame in which Discord shows the page."""

    def __init__(self, setup: WebSetup) -> None:
        super().__init__(setup)
        # Discord's proxy may name its domain, which `__Host-` forbids.
        self._name = f"__Secure-{COOKIE}"

    def remember(self, response: web.StreamResponse, token: str) -> None:
        # `http.cookies` knows no `Partitioned` before Python 3.14. The path is that at Discord's proxy.
        age = int(LIFETIME.total_seconds())
        rules = f"Max-Age={age}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned"
        response.headers.add("Set-Cookie", f"{self._name}={token}; {rules}")


class SignInPages:
    """The pages; `pages` shows what visitors read, and says whether the bot is there."""

    def __init__(
        self, setup: WebSetup, identity: CookieIdentity, discord_side: RoleConnections, pages: Site
    ) -> None:
        self._setup = setup
        self._at = f"{setup.path}{SIGN_IN}"
        self._identity = identity
        self._discord = discord_side
        self._pages = pages
        self._budget = exchange_budget()

    def add_to(self, app: web.Application) -> None:
        add_routes(app, LOOK, [web.get(SIGN_IN, self.begin)])
        add_routes(app, RETURN, [web.get(CALLBACK, self.come_back, allow_head=False)])
        add_routes(app, SIGNING_OUT, [web.post(SIGN_OUT, self.sign_out)])

    async def begin(self, request: web.Request) -> web.StreamResponse:
        """Send the visitor to Discord."""
        state, to = secrets.token_urlsafe(32), _return_to(request.query.get("to", ""), self._setup.path)
        response = moved(self._discord.authorise_at(state))
        begun = f"{state}.{int(time.time())}.{to}"
        beginning = self._cookie("")
        for oldest in [name for name in request.cookies if name.startswith(beginning)][: 1 - MAX_TABS]:
            self._forget_visit(response, oldest)
        response.set_cookie(
            self._cookie(state),
            f"{self._signature(begun)}.{begun}",
            max_age=int(VISIT.total_seconds()),
            path=self._at,
            httponly=True,
            secure=self._setup.is_encrypted,
            samesite="Lax",
        )
        return response

    async def come_back(self, request: web.Request) -> web.StreamResponse:
        """Sign the visitor in, if they come from Discord and began here."""
        kit = self._pages.kit
        language = await self._pages.language(request, kit)
        if kit is None:
            return self._pages.notice(language, words.STARTING, 503)
        began, to = self._begun_here(request)
        state, code = request.query.get("state", ""), request.query.get("code", "")
        same = is_code(began) and is_code(state) and hmac.compare_digest(began, state)
        response: web.StreamResponse
        if not same or not is_code(code):
            response = self._pages.notice(language, words.SIGN_IN_FAILED, 400)
        elif not self._budget.admit(groups_of(request), time.time()):
            response = self._pages.notice(language, words.BUSY, 503)
        else:
            response = await self._exchange(kit[WebSessions], language, state, code, to)
        if (cookie := self._cookie(state)) in request.cookies:
            self._forget_visit(response, cookie)
        return response

    def _cookie(self, state: str) -> str:
        """Return the name of a visit's cookie: two tabs may sign in at once."""
        return cookie_name(f"{STATE_COOKIE}{state[:8]}", self._at, encrypted=self._setup.is_encrypted)

    def _forget_visit(self, response: web.StreamResponse, cookie: str) -> None:
        response.del_cookie(cookie, path=self._at, secure=self._setup.is_encrypted)

    def _begun_here(self, request: web.Request) -> tuple[str, str]:
        """Return the state of a visit and where it leads, two empty texts if it didn't begin here lately."""
        cookie = self._cookie(request.query.get("state", ""))
        signature, _, begun = request.cookies.get(cookie, "").partition(".")
        ours = self._signature(begun).encode()
        if not hmac.compare_digest(signature.encode(errors="replace"), ours):
            return "", ""
        state, at, to = begun.split(".", 2)
        return (state, to) if time.time() - int(at) < VISIT.total_seconds() else ("", "")

    def _signature(self, begun: str) -> str:
        # Nothing is stored of a visit, so a state that is made up costs nothing.
        secret = self._setup.client_secret.encode()
        return hmac.new(secret, b"sign-in " + begun.encode(errors="replace"), "sha256").hexdigest()

    async def _exchange(
        self, sessions: WebSessions, language: Language, state: str, code: str, to: str
    ) -> web.StreamResponse:
        try:
            if not await sessions.use_state(state, VISIT):
                return self._pages.notice(language, words.SIGN_IN_FAILED, 400)
            granted = await self._discord.exchange(code, state)
            token = await sessions.sign_in(await self._discord.person(granted.tokens))
        except GrantGoneError:
            return self._pages.notice(language, words.SIGN_IN_FAILED, 400)
        except (RateLimitedError, StorageError) as error:
            log.info("a person was not signed in", error=described(error))
            return self._pages.notice(language, words.BUSY, 503)
        except NotAcceptedError as error:
            log.warning(
                "Discord refused to sign a person in: check DISCORD_CLIENT_SECRET and the redirect address",
                error=described(error),
            )
            return self._pages.notice(language, words.SIGN_IN_FAILED, 502)
        except RoleConnectionError as error:
            log.info("a person was not signed in", error=described(error))
            return self._pages.notice(language, words.SIGN_IN_FAILED, 502)
        response = moved(_return_to(to, self._setup.path))
        self._identity.remember(response, token)
        return response

    async def sign_out(self, request: web.Request) -> web.StreamResponse:
        """Sign the browser out, if one of our pages asks for it."""
        if request.headers.get("Origin") not in self._pages.origins:
            raise web.HTTPForbidden
        kit = self._pages.kit
        if kit is None:
            raise web.HTTPServiceUnavailable
        if token := self._identity.token(request):
            await kit[WebSessions].sign_out(token)
        response = web.Response(status=204, headers={"Cache-Control": "no-store"})
        self._identity.forget(response)
        return response


def _return_to(path: str, prefix: str) -> str:
    """Return a path of this server; the page of puzzles for anything else."""
    return path if RETURN_TO.fullmatch(path) and path.startswith(f"{prefix}/") else f"{prefix}{PUZZLES}"
