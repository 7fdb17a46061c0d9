"""Links to the boards in the browser and inside of Discord: created, withdrawn, found."""

from __future__ import annotations

import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from cachetools import LRUCache

from bot.core.people import Person, Place
from bot.core.refusals import UnknownGame, refusal
from bot.core.snapshot import GameSnapshot, is_computer_match, is_vote_game
from bot.features import Kit
from data.db.registry import Signal
from data.games.records import Game
from data.messages.channels import ThreadStore
from data.people.web import PUBLIC_CODE, LinkStore, WebStore

LinksOff = refusal("Boards in the browser are switched off here.")
LinkForThosePlaying = refusal("This isn't public, so only those who take part can share a link to it.")
NoLink = refusal("This page has no link any more.")

CODE_BYTES = 16
"""Random bytes of a code, which can't be guessed."""

OWN_CODE_BYTES = 24
"""Random bytes of the code that a player asked for in a private place."""

PAGES_OF_GAMES = "/g/"

Owner = TypeVar("Owner")


class IsPublic(Protocol):
    """Tells whether everyone in a server sees a channel."""

    def __call__(self, guild_id: int | None, channel_id: int, parent_id: int | None = None) -> bool | None:
        """Return the answer, None during an outage of the server.

        `parent_id` is the channel of a thread, which counts if the thread is archived.
        """


class PageLinks(ABC, Generic[Owner]):
    path: ClassVar[str]
    """The path of the pages, before the code."""
    store: ClassVar[type[LinkStore]]
    """Where they are stored."""
    withdrawn: ClassVar[type[Signal[Any, object]]]
    """Is told what has lost its link."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._store = kit[self.store]
        self._address = kit.settings.web_url
        self._is_public = kit[IsPublic]
        self._withdrawn = kit[self.withdrawn]

    @abstractmethod
    async def owner(self, key: int) -> Owner:
        """Return what has the link of a key. Refused if there is nothing."""

    @abstractmethod
    def key(self, owner: Owner) -> int:
        """Return the key of what has a link."""

    @abstractmethod
    def place(self, owner: Owner) -> Place:
        """Return where it is."""

    @abstractmethod
    def takes_part(self, owner: Owner, who: Person) -> bool:
        """Return whether a person may share its link in a private place, and withdraw it."""

    @property
    def enabled(self) -> bool:
        """True if the host has switched the pages on."""
        return bool(self._address)

    async def for_person(self, key: int, who: Person) -> str:
        """Return the address of a page; in a private place only for those who take part."""
        if not self.enabled:
            raise LinksOff
        owner = await self.owner(key)
        place, takes_part = self.place(owner), self.takes_part(owner, who)
        if not takes_part and not self._is_public(place.guild_id, place.channel_id):
            raise LinkForThosePlaying
        own = takes_part and await self._everyone_sees(place) is False
        link = await self._store.add_link(key, _new_code(own=own))
        if link.withdrawn_at is None and (_is_own(link.code) or not own):
            return self._at(link.code)
        if not takes_part:
            raise LinkForThosePlaying
        code = _new_code(own=own)
        await self._store.put_link(key, code)
        return self._at(code)

    async def withdraw(self, key: int, who: Person) -> None:
        """Withdraw a link: it leads nowhere, and open pages end."""
        owner = await self.owner(key)
        if not self.takes_part(owner, who):
            raise LinkForThosePlaying
        if not await self._store.withdraw(key):
            raise NoLink
        self._withdrawn.tell(owner)

    async def may_withdraw(self, key: int, who: Person) -> bool:
        return self.takes_part(await self.owner(key), who)

    async def find(self, code: str) -> Owner | None:
        """Return that to which a code leads; None for an unknown or withdrawn one, and if not everyone sees
        it any more."""
        key = await self._store.find(code)
        if key is None:
            return None
        owner = await self.owner(key)
        return None if await self.is_hidden(owner) else owner

    async def is_hidden(self, owner: Owner) -> bool:
        """Return whether a link leads nowhere because not everyone sees the place any more."""
        place = self.place(owner)
        if self._is_public(place.guild_id, place.channel_id):
            return False
        link = await self._store.link_of(self.key(owner))
        if link is None or _is_own(link.code):
            return False
        # An outage does not end pages.
        return await self._everyone_sees(place) is False

    async def hidden(self, keys: Collection[int]) -> frozenset[int]:
        """Return those whose link leads nowhere, withdrawn ones included."""
        places = await self._store.places(keys)
        lost = {
            key
            for key, (code, guild_id, channel_id) in places.items()
            if not _is_own(code)
            and not self._is_public(guild_id, channel_id)
            and await self._everyone_sees(Place(channel_id, guild_id)) is False
        }
        return frozenset(lost.union(set(keys) - places.keys()))

    async def _everyone_sees(self, place: Place) -> bool | None:
        """Return whether everyone sees a channel, or the archived thread; None during an outage."""
        parent_id = await self._storage[ThreadStore].parent_of(place.channel_id)
        return self._is_public(place.guild_id, place.channel_id, parent_id)

    def _at(self, code: str) -> str:
        return f"{self._address}{self.path}{code}"


class LinkWithdrawn(Signal[Game, object]):
    """The link of a game was withdrawn."""


class WebLinks(PageLinks[Game]):
    path: ClassVar[str] = PAGES_OF_GAMES
    store: ClassVar[type[LinkStore]] = WebStore
    withdrawn: ClassVar[type[Signal[Any, object]]] = LinkWithdrawn

    async def owner(self, key: int) -> Game:
        game = await self._storage.game(key)
        if game is None:
            raise UnknownGame
        return game

    def key(self, owner: Game) -> int:
        return owner.id

    def place(self, owner: Game) -> Place:
        return Place.of(owner)

    def takes_part(self, owner: Game, who: Person) -> bool:
        """Return whether a person plays; a match or a vote is that of the person who started it."""
        if is_computer_match(owner) or is_vote_game(owner):
            return owner.challenger_id == who.id
        return GameSnapshot.of(owner).side_of(who.id) is not None

    async def of_public(self, games: Collection[tuple[int, int | None, int]]) -> Mapping[int, str]:
        """Return the addresses of games, given by game, server and channel, that have or may have a link."""
        if not self.enabled:
            return {}
        keys = [game_id for game_id, guild_id, channel_id in games if self._is_public(guild_id, channel_id)]
        codes = dict(await self._store.links_of(keys))
        for key in keys:
            if key not in codes:
                link = await self._store.add_link(key, _new_code())
                if link.withdrawn_at is None:
                    codes[key] = link.code
        return {key: self._at(code) for key, code in codes.items()}


def _new_code(*, own: bool = False) -> str:
    return secrets.token_urlsafe(OWN_CODE_BYTES if own else CODE_BYTES)


def _is_own(code: str) -> bool:
    """Return whether a player asked for a code in a private place."""
    return len(code) > PUBLIC_CODE


MAX_PRESSES = 10_000
"""Maximum presses that are remembered."""

_GAME = re.compile(r"game-([0-9]{1,18})")


class Activities:
    """The application's Activity; off until Discord says that the application has one."""

    def __init__(self, application_id: Callable[[], int | None], *, can_sign_in: bool) -> None:
        """`can_sign_in` is False if the host's settings do not suffice."""
        self._application_id = application_id
        self.can_sign_in = can_sign_in
        self._exists = False
        self._pressed: LRUCache[tuple[int, int], int] = LRUCache(MAX_PRESSES)

    @property
    def enabled(self) -> bool:
        """True if boards can be opened inside of Discord."""
        return self.can_sign_in and self._exists

    def found(self, *, exists: bool) -> None:
        """Note whether the application has an Activity at Discord."""
        self._exists = exists

    def press(self, person_id: int, channel_id: int | None, game_id: int) -> None:
        """Note that a person opens a game's board in a channel."""
        if channel_id is not None:
            self._pressed[person_id, channel_id] = game_id

    def pressed(self, person_id: int, channel_id: int) -> int | None:
        """Return the game whose board a person opened last in a channel."""
        return self._pressed.get((person_id, channel_id))

    @property
    def application_id(self) -> int | None:
        """The application in whose Activity boards can be opened, None if they can't."""
        return self._application_id() if self.enabled else None


def custom_id(game_id: int) -> str:
    """Return how a link names a game; who may see it is decided when it is opened."""
    return f"game-{game_id}"


def game_of(given: str) -> int | None:
    named = _GAME.fullmatch(given)
    return None if named is None else int(named[1])
