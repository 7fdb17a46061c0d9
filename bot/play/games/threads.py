"""Games set aside: in threads of their own, and adjourned until they are resumed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from typing import ClassVar, Protocol

import structlog

from bot.computer.computer import Computer
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place
from bot.core.publisher import Publisher, UserRequest
from bot.core.refusals import NotAdjourned, Outdated
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.play.games import refusals
from bot.play.games.changes import change, load, require_going
from bot.preferences.preferences import Preferences
from data.db.chores import Chore
from data.games.records import Game, GameChanged
from data.games.waiting import WaitingStore, forgotten_games
from data.messages.channels import ThreadStore
from data.upkeep.servers import ServerStore


class OpensThreads(Protocol):
    async def open(self, snapshot: GameSnapshot, request: UserRequest) -> int | None:
        """Open a thread from a game's message for its players, and return its id.

        If that is impossible, tell the player who made the request why and return None.
        """


class GameThreads:
    """Moves games that have just begun to threads."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._preferences = kit[Preferences]
        self._publisher = kit[Publisher]
        self._open_thread = kit[OpensThreads].open

    async def move_to_thread(self, game_id: int, request: UserRequest) -> bool:
        """Move a game to its own thread if the server wants that; its message in the channel links it.

        False if the game stays where it is.
        """
        snapshot = await load(self._storage, game_id)
        game = snapshot.game
        if not await self._is_wanted(snapshot):
            return False
        thread_id = await self._open_thread(snapshot, request)
        if thread_id is None:
            return False
        await self._storage[ThreadStore].note(thread_id, game.channel_id, game.guild_id)
        return await self._publisher.move(game_id, Place(thread_id, game.guild_id), request)

    async def _is_wanted(self, snapshot: GameSnapshot) -> bool:
        """Return whether a game should move: it is in a server's channel, and the server wants it."""
        game = snapshot.game
        if game.guild_id is None or game.by_clicks or game.message_id is None or not snapshot.going:
            return False
        if await self._storage[ThreadStore].parent_of(game.channel_id) is not None:
            return False
        return (await self._preferences.for_server(game.guild_id)).threads


log = structlog.get_logger(__name__)


ADJOURNED_AFTER = timedelta(days=14)
"""Time without a move after which a game without a clock is adjourned."""


class Adjournments:
    chores: ClassVar[tuple[Chore, ...]] = (partial(forgotten_games, age=ADJOURNED_AFTER),)

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._computer = kit[Computer]
        self._now = kit.now

    async def recover(self) -> None:
        """Adjourn games without a clock or a recent move.

        Handles a batch at a time, so that a first start with years of them delays nothing.
        """
        forgotten = await self._storage[WaitingStore].untouched_since(self._now() - ADJOURNED_AFTER)
        adjourned = await self._adjourn(forgotten)
        if adjourned:
            log.info("adjourned games without a recent move", games=adjourned)

    async def adjourn_in(self, guild_id: int) -> None:
        """Adjourn the games of a server that the bot has left."""
        await self._adjourn(await self._storage[ServerStore].playing_in(guild_id))

    async def _adjourn(self, game_ids: Iterable[int]) -> int:
        adjourned = 0
        for game_id in game_ids:
            game = await self._storage.game(game_id)
            if game is None:
                continue
            try:
                await self._storage.adjourn(game, quietly=True)
            except (GameChanged, ValueError):
                # A player has just moved, or ended it.
                continue
            self._computer.forget(game_id)
            adjourned += 1
        return adjourned

    async def resume(self, game_id: int, who: Person, ply: int | None = None) -> GameSnapshot:
        """Resume a game for one of its players, adjourned at `ply` if that is given."""

        async def attempt(snapshot: GameSnapshot) -> Game:
            if not snapshot.adjourned:
                require_going(snapshot)
                raise NotAdjourned
            if snapshot.side_of(who.id) is None:
                raise refusals.Spectator(snapshot.game.game)
            if ply not in (None, snapshot.game.ply):
                raise Outdated
            with refusing_at_limits(who.id):
                return await self._storage.take_up(snapshot.game)

        return await change(await load(self._storage, game_id), attempt)
