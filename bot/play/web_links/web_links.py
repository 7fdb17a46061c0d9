"""Links to the boards in the browser and inside of Discord: created, withdrawn, found."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from cachetools import LRUCache

from bot.core.people import Person, Place
from bot.core.refusals import UnknownGame
from bot.core.signals import Signal
from bot.core.snapshot import GameSnapshot, is_exhibition, is_vote_game
from bot.features import Kit
from bot.play.web_links.refusals import LinkForPlayers, LinksOff, NoLink
from data.games.records import Game
from data.messages.channels import ThreadStore
from data.people.web import PUBLIC_CODE, LinkStore, WebStore

CODE_BYTES = 16
"""Random bytes of a code, which can't be guessed."""

OWN_CODE_BYTES = 24
"""Random bytes of the code that a player asked for in a private place."""

PAGES_OF_GAMES = "/g/"


class IsPublic(Protocol):
    """Tells whether everyone in a server sees a channel."""

    def __call__(self, guild_id: int | None, channel_id: int, parent_id: int | None = None) -> bool | None:
        """Return the answer, None during an outage of the server.

        `parent_id` is the channel of a thread, which counts if the thread is archived.
        """


class LinkBook:
    """The stored links of one kind of pages."""

    def __init__(self, kit: Kit, store: LinkStore, path: str) -> None:
        self._storage = kit.storage
        self._store = store
        self._address = kit.settings.web_url
        self._path = path
        self._is_public = kit[IsPublic]

    @property
    def enabled(self) -> bool:
        """True if the host has switched the pages on."""
        return bool(self._address)

    async def give(self, key: int, place: Place, *, takes_part: bool) -> str | None:
        """Return the address of what is in a place, None if it is only for those who take part."""
        if not self.enabled:
            raise LinksOff
        if not takes_part and not self._is_public(place.guild_id, place.channel_id):
            return None
        own = takes_part and await self._everyone_sees(place) is False
        link = await self._store.add_link(key, _new_code(own=own))
        if link.withdrawn_at is None and (_is_own(link.code) or not own):
            return self.at(link.code)
        if not takes_part:
            return None
        code = _new_code(own=own)
        await self._store.put_link(key, code)
        return self.at(code)

    async def of_public(self, keys: Collection[int]) -> Mapping[int, str]:
        """Return the addresses of what everyone sees, but for links that were withdrawn."""
        codes = dict(await self._store.links_of(keys))
        for key in keys:
            if key not in codes:
                link = await self._store.add_link(key, _new_code())
                if link.withdrawn_at is None:
                    codes[key] = link.code
        return {key: self.at(code) for key, code in codes.items()}

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

    async def is_hidden(self, key: int, place: Place) -> bool:
        """Return whether a link leads nowhere because not everyone sees the place any more."""
        if self._is_public(place.guild_id, place.channel_id):
            return False
        link = await self._store.link_of(key)
        if link is None or _is_own(link.code):
            return False
        # An outage does not end pages.
        return await self._everyone_sees(place) is False

    async def _everyone_sees(self, place: Place) -> bool | None:
        """Return whether everyone sees a channel, or the archived thread; None during an outage."""
        parent_id = await self._storage[ThreadStore].parent_of(place.channel_id)
        return self._is_public(place.guild_id, place.channel_id, parent_id)

    def at(self, code: str) -> str:
        """Return the address to which a code belongs."""
        return f"{self._address}{self._path}{code}"


class LinkWithdrawn(Signal[Game, object]):
    """The link of a game was withdrawn."""


class WebLinks:
    """The links of games."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._book = LinkBook(kit, kit[WebStore], PAGES_OF_GAMES)
        self._is_public = kit[IsPublic]
        self._withdrawn = kit[LinkWithdrawn]

    @property
    def enabled(self) -> bool:
        """True if the host has switched the pages on."""
        return self._book.enabled

    async def for_person(self, game_id: int, who: Person) -> str:
        """Return the address of a game's page; only its players may make that of a private game."""
        if not self.enabled:
            raise LinksOff
        game = await self._game(game_id)
        address = await self._book.give(game_id, Place.of(game), takes_part=_plays(game, who))
        if address is None:
            raise LinkForPlayers
        return address

    async def of_public(self, games: Collection[tuple[int, int | None, int]]) -> Mapping[int, str]:
        """Return the addresses of games, given by game, server and channel, that have or may have a link."""
        if not self.enabled:
            return {}
        return await self._book.of_public(
            [game_id for game_id, guild_id, channel_id in games if self._is_public(guild_id, channel_id)]
        )

    async def withdraw(self, game_id: int, who: Person) -> None:
        """Withdraw the link of a player's game: it leads nowhere, and pages that show the game end."""
        game = await self._game(game_id)
        if not _plays(game, who):
            raise LinkForPlayers
        if not await self._storage[WebStore].withdraw(game_id):
            raise NoLink
        self._withdrawn.tell(game)

    async def find(self, code: str) -> int | None:
        """Return the game to which a code leads, None for an unknown or withdrawn one, and for that of a game
        which not everyone sees any more."""
        game_id = await self._storage[WebStore].find(code)
        game = None if game_id is None else await self._storage.game(game_id)
        return None if game is None or await self.is_hidden(game) else game.id

    async def is_hidden(self, game: Game) -> bool:
        """Return whether a game's link leads nowhere because not everyone sees the channel any more."""
        return await self._book.is_hidden(game.id, Place.of(game))

    async def hidden(self, games: Collection[int]) -> frozenset[int]:
        """Return the games whose link leads nowhere, withdrawn ones included."""
        return await self._book.hidden(games)

    async def may_withdraw(self, game_id: int, who: Person) -> bool:
        """Return whether a person is a player of a game."""
        return _plays(await self._game(game_id), who)

    async def _game(self, game_id: int) -> Game:
        game = await self._storage.game(game_id)
        if game is None:
            raise UnknownGame
        return game


def _plays(game: Game, who: Person) -> bool:
    """Return whether a person plays in a game; a match or a vote is that of the person who started it."""
    if is_exhibition(game) or is_vote_game(game):
        return game.challenger_id == who.id
    return GameSnapshot.of(game).side_of(who.id) is not None


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
    """Return the game that a link names."""
    named = _GAME.fullmatch(given)
    return None if named is None else int(named[1])
