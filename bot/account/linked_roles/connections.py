"""The part of Discord that linked roles need and its failures, and how often people may come back from it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from bot.core.fields import Frozen
from bot.core.visitors import MinuteBudget
from data.people.role_links import RoleFigures

PATH = "/linked-role"
"""Path of the page where people link their accounts."""
CALLBACK = f"{PATH}/callback"
"""Path to which Discord sends them back."""


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


class RoleConnections(Protocol):
    """Discord's side of linked roles; every method may raise any `RoleConnectionError`."""

    def authorise_at(self, state: str) -> str:
        """Return the address where a person grants it; raises nothing."""
        ...

    async def exchange(self, code: str, state: str = "") -> Authorised:
        """Exchange the code that a person came back with, whose visit began with this state."""
        ...

    async def refresh(self, tokens: Tokens) -> Authorised:
        """Exchange the refresh token, which is used up by it."""
        ...

    async def person(self, tokens: Tokens) -> int:
        """Return the id of the person whose grant it is."""
        ...

    async def push(self, tokens: Tokens, figures: RoleFigures) -> None:
        """Tell Discord a person's figures."""
        ...

    async def clear(self, tokens: Tokens) -> None:
        """Have Discord forget the figures."""
        ...

    async def revoke(self, tokens: Tokens) -> None:
        """Give the grant back."""
        ...


MAX_CODE = 200
"""Maximum characters of a code or a state."""

VISIT = timedelta(minutes=10)
"""Time to come back from Discord."""

MAX_CLIENT = 10
"""Maximum codes exchanged per household and minute; a larger network may have up to four times as many."""

MAX_ALL = 600
"""Maximum codes exchanged per minute: Discord bans addresses that send 10,000 wrong requests in ten."""

LOCAL = ("localhost", "127.0.0.1", "::1")
"""Names of this machine, by which supervisors come, too."""


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
