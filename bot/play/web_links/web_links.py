"""Which games have a link to a page, and what it leads to.

A link shows what the game's channel shows. Games where everyone may look get one as soon as it is wanted;
those in private places only when a player asks, who can withdraw it again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping

from bot.core.people import Person
from bot.core.refusals import UnknownGame
from bot.core.snapshot import GameSnapshot, is_exhibition, is_vote_game
from bot.play.web_links.refusals import LinkForPlayers, LinksOff, NoLink
from data import Storage
from data.games.records import Game
from data.people.web import LinkStore

CODE_BYTES = 16
"""Random bytes of a code, which can't be guessed."""

PAGES_OF_GAMES = "/g/"

IsPublic = Callable[[int | None, int], bool]
"""Returns whether everyone in a server sees a channel, by their ids."""


class LinkBook:
    """The stored links of one kind of pages; `address` is their public address, "" if they are off."""

    def __init__(self, store: LinkStore, address: str, path: str) -> None:
        self._store = store
        self._address = address
        self._path = path

    async def give(self, key: int, *, asked: bool) -> str | None:
        """Return an address, a new one in place of a withdrawn one if it is `asked` for; else None then."""
        if not self._address:
            raise LinksOff
        link = await self._store.add_link(key, _new_code())
        if link.withdrawn_at is None:
            return self.at(link.code)
        if not asked:
            return None
        code = _new_code()
        await self._store.put_link(key, code)
        return self.at(code)

    def at(self, code: str) -> str:
        """Return the address to which a code belongs."""
        return f"{self._address}{self._path}{code}"


class WebLinks:
    """The links of games; `address` is the public address of the pages, "" if they are off."""

    def __init__(
        self, storage: Storage, address: str, is_public: IsPublic, withdrawn: Callable[[Game], object]
    ) -> None:
        """`withdrawn` is told the games whose link has been withdrawn."""
        self._storage = storage
        self._address = address
        self._book = LinkBook(storage.web, address, PAGES_OF_GAMES)
        self._is_public = is_public
        self._withdrawn = withdrawn

    @property
    def enabled(self) -> bool:
        """True if the host has switched the pages on."""
        return bool(self._address)

    async def for_person(self, game_id: int, who: Person) -> str:
        """Return the address of a game's page; only its players may make that of a private game."""
        if not self.enabled:
            raise LinksOff
        game = await self._game(game_id)
        plays = _plays(game, who)
        if not plays and not self._is_public(game.guild_id, game.channel_id):
            raise LinkForPlayers
        address = await self._book.give(game_id, asked=plays)
        if address is None:
            raise LinkForPlayers
        return address

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
        return {game_id: self._book.at(code) for game_id, code in codes.items()}

    async def withdraw(self, game_id: int, who: Person) -> None:
        """Withdraw the link of a player's game: it leads nowhere, and pages that show the game end."""
        game = await self._game(game_id)
        if not _plays(game, who):
            raise LinkForPlayers
        if not await self._storage.web.withdraw(game_id):
            raise NoLink
        self._withdrawn(game)

    async def find(self, code: str) -> int | None:
        """Return the game to which a code leads, None for an unknown or withdrawn one."""
        return await self._storage.web.find(code)

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


def _new_code() -> str:
    return secrets.token_urlsafe(CODE_BYTES)
