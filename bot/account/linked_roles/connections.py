"""Discord's side of linked roles, by the tokens of people instead of the bot's.

The figures, the requests and their failures, and how often people may come back from Discord.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from aiohttp import ClientError, ClientSession, ClientTimeout

from bot.core.fields import Frozen
from bot.core.masking import described
from bot.core.visitors import MinuteBudget
from bot.settings.settings import API_VERSION, DISCORD
from data.people.role_links import RoleFigures
from languages import forms, gettext, gettext_noop, speaking

PATH = "/linked-role"
"""Path of the page where people link their accounts."""
CALLBACK = f"{PATH}/callback"
"""Path to which Discord sends them back."""

MAX_CODE = 200
"""Maximum characters of a code or a state."""

VISIT = timedelta(minutes=10)
"""Time to come back from Discord."""

MAX_CLIENT = 10
"""Maximum codes exchanged per household and minute; a larger network may have up to four times as many."""

MAX_ALL = 600
"""Maximum codes exchanged per minute: Discord bans addresses that send 10,000 wrong requests in ten."""


def exchange_budget() -> MinuteBudget:
    return MinuteBudget(MAX_ALL, MAX_CLIENT)


def cookie_name(name: str, path: str, *, encrypted: bool) -> str:
    """Return the name of a cookie that pages of other names, and unencrypted ones, can't set."""
    if not encrypted:
        return name
    return f"__Host-{name}" if path == "/" else f"__Secure-{name}"


def is_code(text: str) -> bool:
    """Return whether a text that a browser sent can be a code of Discord's or a state of ours."""
    return 0 < len(text) <= MAX_CODE and text.isascii() and text.isprintable()


@dataclass(frozen=True, slots=True, repr=False)
class Tokens:
    """The tokens of a person's grant."""

    access: str
    refresh: str


class Authorised(Frozen):
    """A person's grant: tokens, the life of the access token, and whether it covers linked roles."""

    tokens: Tokens
    lifetime: timedelta
    complete: bool


class RoleConnectionError(Exception):
    """Discord did not do what was requested."""


class GrantGoneError(RoleConnectionError):
    """A code or token is worthless: used, expired or revoked."""


class RateLimitedError(RoleConnectionError):
    """A rate limit: repeat it no sooner than `after`."""

    def __init__(self, after: timedelta) -> None:
        super().__init__(f"rate-limited for {after}")
        self.after = after


class UnreachableError(RoleConnectionError):
    """Discord can't be reached, or has a fault."""


class NotAcceptedError(RoleConnectionError):
    """Discord refuses what this bot sends: the client secret or the redirect address is wrong."""


AT_LEAST = 2
"""Discord's type of a figure of which a server names the least: INTEGER_GREATER_THAN_OR_EQUAL."""


class RoleRecord(Frozen):
    """A figure: its key and words on Discord, and where it comes from."""

    key: str
    name: str
    description: str
    of: Callable[[RoleFigures], int]


def _rating(game: str) -> Callable[[RoleFigures], int]:
    return lambda figures: round(figures.ratings.get(game, 0))


# Keys are promises: servers have set up roles by them.
RECORDS = (
    RoleRecord(
        "reversi_rating",
        # Translators, all below: what servers on Discord give roles for; max. 100 characters each.
        gettext_noop("Reversi rating"),
        # Translators: explains such a figure; max. 200 characters.
        gettext_noop("Rating in games between people, once it is reliable enough for a rank"),
        _rating("reversi"),
    ),
    RoleRecord(
        "connect4_rating",
        gettext_noop("Connect 4 rating"),
        gettext_noop("Rating in games between people, once it is reliable enough for a rank"),
        _rating("connect4"),
    ),
    RoleRecord(
        "rated_games",
        gettext_noop("Rated games"),
        gettext_noop("Finished rated games, against people or the computer"),
        lambda figures: figures.rated_games,
    ),
    RoleRecord(
        "puzzles_solved",
        gettext_noop("Puzzles solved"),
        gettext_noop("Solved puzzles, alone, in channels or in runs"),
        lambda figures: figures.puzzles,
    ),
)
"""Discord takes five at most."""


def registered() -> list[dict[str, Any]]:
    """Return the records as they are registered with Discord, in all languages."""
    return [
        {
            "type": AT_LEAST,
            "key": record.key,
            "name": record.name,
            "name_localizations": _localized(record.name),
            "description": record.description,
            "description_localizations": _localized(record.description),
        }
        for record in RECORDS
    ]


def same_records(theirs: list[Any], ours: list[dict[str, Any]]) -> bool:
    """Return whether Discord has our records; their order does not matter."""
    return _by_key(theirs) == _by_key(ours)


def values_of(figures: RoleFigures) -> Mapping[str, str]:
    """Return a person's figures as Discord takes them."""
    return {record.key: str(record.of(figures)) for record in RECORDS}


def _localized(sentence: str) -> dict[str, str]:
    translations: dict[str, str] = {}
    for language in forms():
        with speaking(language):
            translated = gettext(sentence)
        if translated != sentence:
            translations |= dict.fromkeys(language.locales, translated)
    return translations


def _by_key(records: list[Any]) -> dict[str, dict[str, Any]]:
    fields = ("type", "name", "name_localizations", "description", "description_localizations")
    return {record["key"]: {name: record.get(name) or {} for name in fields} for record in records}


AUTHORISE = f"{DISCORD}/oauth2/authorize"
"""Where people's browsers go, even if the bot itself speaks to a proxy."""

NEEDED = "role_connections.write"
SCOPES = f"identify {NEEDED}"
PLATFORM = "Flipfour"
REQUEST_SECONDS = 10.0
LONGEST_WAIT = timedelta(days=1)
USUAL_WAIT = 60.0
"""Seconds to wait if a rate limit does not say how long."""


EDGE = 40333
"""Code of a refusal by the servers in front of Discord, which know nothing of grants."""


class ApiResponse(Frozen):
    """A response: its status and its JSON, {} without any; `wait` is the header of a rate limit."""

    status: int
    body: Mapping[str, Any]
    wait: str


class RoleConnections:
    """Discord's side of linked roles; every request may raise any `RoleConnectionError`."""

    def __init__(
        self,
        api: str,
        application_id: Callable[[], int],
        client_secret: str,
        redirect_to: str,
        user_agent: str,
        scopes: str,
    ) -> None:
        """`api` is the address of the API without a version; `redirect_to` is where people come back, if
        they do.
        """
        self._scopes = scopes
        self._api = f"{api}{API_VERSION}"
        self._application_id = application_id
        self._client_secret = client_secret
        self._redirect = {"redirect_uri": redirect_to} if redirect_to else {}
        self._user_agent = user_agent

    def authorise_at(self, state: str) -> str:
        """Return the address where a person grants it; raises nothing."""
        parameters = {
            "client_id": str(self._application_id()),
            **self._redirect,
            "response_type": "code",
            "scope": self._scopes,
            "state": state,
            "code_challenge": _base64(hashlib.sha256(self._verifier(state).encode()).digest()),
            "code_challenge_method": "S256",
            # Who has allowed it before need not be asked again to sign in.
            "prompt": "consent" if NEEDED in self._scopes else "none",
        }
        return f"{AUTHORISE}?{urlencode(parameters)}"

    async def exchange(self, code: str, state: str = "") -> Authorised:
        """Exchange a code for tokens; without a state for one that did not come by `authorise_at`."""
        form = {"grant_type": "authorization_code", "code": code, **self._redirect}
        if state:
            form["code_verifier"] = self._verifier(state)
        return _authorised(await self._with_secret("/oauth2/token", form))

    async def refresh(self, tokens: Tokens) -> Authorised:
        """Exchange the refresh token, which is used up by it."""
        return _authorised(
            await self._with_secret(
                "/oauth2/token", {"grant_type": "refresh_token", "refresh_token": tokens.refresh}
            )
        )

    async def revoke(self, tokens: Tokens) -> None:
        """Give the grant back."""
        await self._with_secret(
            "/oauth2/token/revoke", {"token": tokens.refresh, "token_type_hint": "refresh_token"}
        )

    async def person(self, tokens: Tokens) -> int:
        """Return the id of the person whose grant it is."""
        answer = await self._by_token("GET", "/users/@me", tokens)
        try:
            return int(answer.body["id"])
        except (KeyError, TypeError, ValueError) as error:
            raise UnreachableError("Discord does not say whose token it is") from error

    async def push(self, tokens: Tokens, figures: RoleFigures) -> None:
        """Tell Discord a person's figures."""
        body = {"platform_name": PLATFORM, "metadata": dict(values_of(figures))}
        await self._by_token("PUT", self._connection, tokens, body)

    async def clear(self, tokens: Tokens) -> None:
        """Delete the figures; there may be none."""
        await self._by_token("DELETE", self._connection, tokens, missing_ok=True)

    def _verifier(self, state: str) -> str:
        """Return the proof (PKCE) that this application began a visit, which nobody else can compute."""
        proof = hmac.digest(self._client_secret.encode(), b"code verifier " + state.encode(), "sha256")
        return _base64(proof)

    @property
    def _connection(self) -> str:
        return f"/users/@me/applications/{self._application_id()}/role-connection"

    async def _with_secret(self, path: str, form: Mapping[str, str]) -> ApiResponse:
        named = f"{self._application_id()}:{self._client_secret}".encode()
        headers = {"Authorization": f"Basic {b64encode(named).decode()}"}
        answer = await self._send("POST", path, data=form, headers=headers)
        if answer.status < 300:
            return answer
        # RFC 6749, section 5.2.
        if answer.body.get("error") == "invalid_grant":
            raise GrantGoneError
        raise NotAcceptedError(_said(answer, "error_description", "error"))

    async def _by_token(
        self,
        method: str,
        path: str,
        tokens: Tokens,
        body: Mapping[str, Any] | None = None,
        *,
        missing_ok: bool = False,
    ) -> ApiResponse:
        """Send a request as the person."""
        headers = {"Authorization": f"Bearer {tokens.access}"}
        answer = await self._send(method, path, json=body, headers=headers)
        if answer.status < 300 or (missing_ok and answer.status == 404):
            return answer
        if answer.status == 401:
            raise GrantGoneError
        raise NotAcceptedError(_said(answer, "message"))

    async def _send(
        self, method: str, path: str, *, headers: Mapping[str, str] | None = None, **options: Any
    ) -> ApiResponse:
        """Send a request; raises what concerns every kind of them."""
        sent = {"User-Agent": self._user_agent, **(headers or {})}
        try:
            async with (
                ClientSession(timeout=ClientTimeout(total=REQUEST_SECONDS)) as session,
                # Discord redirects no request, and no one else is to get the tokens.
                session.request(
                    method, f"{self._api}{path}", headers=sent, allow_redirects=False, **options
                ) as response,
            ):
                body: Any = {}
                with suppress(ValueError):
                    body = await response.json(content_type=None)
                answer = ApiResponse(
                    response.status,
                    body if isinstance(body, dict) else {},
                    str(response.headers.get("Retry-After", "")),
                )
        except (ClientError, OSError, TimeoutError) as error:
            raise UnreachableError(described(error)) from error
        _require_service(answer)
        return answer


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _require_service(answer: ApiResponse) -> None:
    """Raise RateLimitedError for a rate limit, and UnreachableError for a fault of Discord's.

    What is refused without JSON comes from the servers in front of Discord.
    """
    if answer.status == 429:
        raise RateLimitedError(_wait(answer))
    from_edge = answer.body.get("code") == EDGE or (answer.status >= 300 and not answer.body)
    if answer.status >= 500 or from_edge:
        raise UnreachableError(f"Discord answers with {answer.status}")


def _wait(answer: ApiResponse) -> timedelta:
    seconds = USUAL_WAIT
    with suppress(TypeError, ValueError):
        seconds = float(answer.body.get("retry_after") or answer.wait)
    # Neither nan nor a negative time.
    return min(timedelta(seconds=seconds if 0 <= seconds < 1e9 else USUAL_WAIT), LONGEST_WAIT)


def _authorised(answer: ApiResponse) -> Authorised:
    try:
        return Authorised(
            Tokens(str(answer.body["access_token"]), str(answer.body["refresh_token"])),
            timedelta(seconds=float(answer.body["expires_in"])),
            complete=NEEDED in str(answer.body.get("scope", "")).split(),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise UnreachableError("Discord's answer has no tokens") from error


def _said(answer: ApiResponse, *fields: str) -> str:
    """Return what Discord says of a refusal; it names no token."""
    said = next((answer.body[name] for name in fields if answer.body.get(name)), "no reason given")
    return f"{answer.status}: {said}"
