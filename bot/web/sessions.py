"""Who is signed in on the pages, by a random token in a cookie; only its hash is stored."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeGuard

from bot.core.people import Person
from bot.features import Kit
from bot.web.open_pages import OpenPages
from data.people.players import PeopleStore
from data.people.role_links import RoleLinkStore
from data.people.web import WebStore

LIFETIME = timedelta(days=30)
"""Time after which a person has to sign in again."""

TOKEN_BYTES = 33
"""Random bytes of a token, which has 44 characters; those of before had 43."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,200}")
"""The form of tokens and states; everything else is a stranger's."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A person who was just signed in, and the token for their browser."""

    person_id: int
    token: str


class WebSessions:
    """Signs people in and out."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._pages = kit[OpenPages]

    async def sign_in(self, person_id: int) -> SignedIn:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self._storage[WebStore].sign_in(token, person_id, LIFETIME)
        return SignedIn(person_id, token)

    async def person(self, token: str | None) -> Person | None:
        """Return the person of a token; None if it has expired or was revoked."""
        session = await self._storage[WebStore].session(token) if is_token(token) else None
        return None if session is None else await self.known(session.player_id)

    async def known(self, person_id: int) -> Person:
        return Person(person_id, str(await self._storage[PeopleStore].name(person_id, None)))

    async def use_state(self, state: str, lifetime: timedelta) -> bool:
        """Use up the state of a visit; returns False if it was before."""
        return is_token(state) and await self._storage[RoleLinkStore].use_state(state, lifetime)

    async def sign_out(self, token: str) -> None:
        if not is_token(token):
            return
        await self._storage[WebStore].sign_out(token)
        self._pages.check_soon()

    async def sign_out_everywhere(self, person_id: int) -> int:
        """Sign a person out of all browsers; returns their number."""
        browsers = await self._storage[WebStore].sign_out_everywhere(person_id)
        self._pages.check_soon()
        return browsers


def is_token(text: str | None) -> TypeGuard[str]:
    """Return whether a text that a browser sent can be a token or a state of ours."""
    return text is not None and _TOKEN.fullmatch(text) is not None
