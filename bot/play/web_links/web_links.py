"""Links of games to their pages.

A link shows what the game's channel shows. Games where everyone may look get one as soon as it is wanted,
which leads nowhere while not everyone may. Those in private places get one only when a player asks, who can
withdraw it again; its longer code tells it from the others.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from bot.core.people import Person
from bot.core.refusals import UnknownGame
from bot.core.snapshot import GameSnapshot
from bot.play.web_links.refusals import LinkForPlayers, LinksOff, NoLink
from data import Storage
from data.games.records import Game

CODE_BYTES = 16
"""Random bytes of a code, which can't be guessed."""

OWN_CODE_BYTES = 24
"""Random bytes of the code that a player asked for in a private place."""


class IsPublic(Protocol):
    """Tells whether everyone in a server sees a channel."""

    def __call__(self, guild_id: int | None, channel_id: int, parent_id: int | None = None) -> bool | None:
        """Return the answer, None during an outage of the server.

        `parent_id` is the channel of a thread, which counts if the thread is archived.
        """


class WebLinks:
    """The links of games; `address` is the public address of the pages, "" if they are off."""

    def __init__(
        self, storage: Storage, address: str, is_public: IsPublic, withdrawn: Callable[[int], None]
    ) -> None:
        """`withdrawn` is told the games whose link has been withdrawn."""
        self._storage = storage
        self._address = address
        self._is_public = is_public
        self._withdrawn = withdrawn
        self._listeners: list[Callable[[Game], object]] = []

    def listen(self, listener: Callable[[Game], object]) -> None:
        """Call `listener` with every game whose link is withdrawn from now on."""
        self._listeners.append(listener)

    @property
    def enabled(self) -> bool:
        """True if the host has switched the pages on."""
        return bool(self._address)

    async def for_person(self, game_id: int, who: Person) -> str:
        """Return the address of a game's page; only its players may make that of a private game."""
        self._require_enabled()
        game = await self._game(game_id)
        if GameSnapshot.of(game).side_of(who.id) is None:
            return await self._public(game)
        own = await self._everyone_sees(game) is False
        link = await self._storage.web.add_link(game_id, _new_code(own=own))
        if link.withdrawn_at is not None or (own and not _is_own(link.code)):
            code = _new_code(own=own)
            await self._storage.web.put_link(game_id, code)
            return self._at(code)
        return self._at(link.code)

    async def of_public(self, games: Collection[tuple[int, int | None, int]]) -> Mapping[int, str]:
        """Return the addresses of games, given by game, server and channel, that have or may have a link."""
        if not self.enabled:
            return {}
        wanted = [game_id for game_id, guild_id, channel_id in games if self._is_public(guild_id, channel_id)]
        codes = dict(await self._storage.web.links_of(wanted))
        for game_id in wanted:
            if game_id not in codes:
                link = await self._storage.web.add_link(game_id, _new_code())
                if link.withdrawn_at is None:
                    codes[game_id] = link.code
        return {game_id: self._at(code) for game_id, code in codes.items()}

    async def withdraw(self, game_id: int, who: Person) -> None:
        """Withdraw the link of a player's game: it leads nowhere, and pages that show the game end."""
        game = await self._game(game_id)
        if GameSnapshot.of(game).side_of(who.id) is None:
            raise LinkForPlayers
        if not await self._storage.web.withdraw(game_id):
            raise NoLink
        self._withdrawn(game_id)
        for listener in self._listeners:
            listener(game)

    async def find(self, code: str) -> int | None:
        """Return the game to which a code leads, None for an unknown or withdrawn one, and for that of a game
        which not everyone sees any more."""
        game_id = await self._storage.web.find(code)
        game = None if game_id is None else await self._storage.game(game_id)
        return None if game is None or await self.is_hidden(game) else game.id

    async def is_hidden(self, game: Game) -> bool:
        """Return whether a game's link leads nowhere because not everyone sees the channel any more."""
        if self._is_public(game.guild_id, game.channel_id):
            return False
        link = await self._storage.web.link_of(game.id)
        if link is None or _is_own(link.code):
            return False
        # An outage does not end pages.
        return await self._everyone_sees(game) is False

    async def may_withdraw(self, game_id: int, who: Person) -> bool:
        """Return whether a person is a player of a game."""
        return GameSnapshot.of(await self._game(game_id)).side_of(who.id) is not None

    async def _everyone_sees(self, game: Game) -> bool | None:
        """Return whether everyone sees a game's channel, or its archived thread; None during an outage."""
        parent_id = await self._storage.threads.parent_of(game.channel_id)
        return self._is_public(game.guild_id, game.channel_id, parent_id)

    async def _public(self, game: Game) -> str:
        found = await self.of_public([(game.id, game.guild_id, game.channel_id)])
        if game.id not in found:
            raise LinkForPlayers
        return found[game.id]

    async def _game(self, game_id: int) -> Game:
        game = await self._storage.game(game_id)
        if game is None:
            raise UnknownGame
        return game

    def _require_enabled(self) -> None:
        if not self.enabled:
            raise LinksOff

    def _at(self, code: str) -> str:
        return f"{self._address}/g/{code}"


def _new_code(*, own: bool = False) -> str:
    return secrets.token_urlsafe(OWN_CODE_BYTES if own else CODE_BYTES)


def _is_own(code: str) -> bool:
    """Return whether a player asked for a code in a private place."""
    return len(code) > len(_new_code())
