"""The part of Discord that linked roles need, and its failures; `bot.account.linked_roles.api` has it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from data.people.role_links import RoleFigures


@dataclass(frozen=True, slots=True, repr=False)
class Tokens:
    """The tokens of a person's grant."""

    access: str
    refresh: str


@dataclass(frozen=True, slots=True)
class Authorised:
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
