"""The messages of games: current, outdated and abandoned ones."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

from bot.core.snapshot import GameSnapshot
from bot.play.games.changes import load
from data import Storage
from data.db.registry import Registry
from data.games.records import Game, GameState
from data.games.waiting import LeftBoard, LeftBoardStore, WaitingStore
from data.messages.channels import ThreadStore
from data.ratings.ratings import RatingChange
from data.upkeep.forgetting import ForgettingStore

MAX_RENAMED = 10
"""Maximum games per recovery pass whose messages get new names: edits spend the bot token's rate limit."""


class ShownGames:
    """Tracks which message shows which state of a game."""

    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]

    async def find(self, game_id: int) -> Game | None:
        """Return a stored game; None if there is none."""
        return await self._storage.game(game_id)

    async def load(self, game_id: int) -> GameSnapshot:
        """Return a stored game. Raises UnknownGame."""
        return await load(self._storage, game_id)

    async def rating_changes(self, game: Game) -> tuple[RatingChange, ...]:
        """Return the changes of ratings by a finished game; none before its end."""
        if game.state is not GameState.FINISHED:
            return ()
        return tuple(await self._storage.rating_changes(game.id))

    async def record_shown(self, game: Game, channel_id: int, message_id: int | None) -> None:
        """Note the message that shows `game` in the version that was read; None where the next click shows
        it."""
        await self._storage[WaitingStore].mark_shown(game, channel_id, message_id)

    async def record_refused(self, game: Game, *, channel_gone: bool) -> None:
        """Note that Discord refuses to show `game`, which is not tried again before it changes."""
        await self._storage[WaitingStore].mark_refused(game, None if channel_gone else game.message_id)

    async def adopt(self, game_id: int, channel_id: int, message_id: int) -> Game | None:
        """Take a message posted by a killed process for a game's; returns the game if it had an older one."""
        game = await self._storage.game(game_id)
        if game is None or (game.message_id or 0) >= message_id:
            return None
        # Which version the message shows is unknown, so it is redrawn once.
        await self._storage[WaitingStore].mark_shown(replace(game, version=0), channel_id, message_id)
        return None if game.message_id is None else game

    def outdated(self) -> AsyncIterator[int]:
        """Yield the games whose current state no message shows, the longest untouched first."""
        return self._storage[WaitingStore].not_shown()

    async def refused_in(self, channel_id: int) -> tuple[int, ...]:
        """Return the games of a channel that Discord refused to show."""
        return await self._storage[WaitingStore].refused_in(channel_id)

    async def channel_of_thread(self, thread_id: int) -> int | None:
        """Return the channel of a thread opened for a game; None if unknown."""
        return await self._storage[ThreadStore].parent_of(thread_id)

    async def with_old_names(self) -> tuple[int, ...]:
        """Return games whose messages still name a person who has deleted their data."""
        return tuple(await self._storage[ForgettingStore].outdated(MAX_RENAMED))

    async def record_names(self, game_id: int, *, updated: bool) -> None:
        """Note whether a game's messages have the current names; if not, they are retried later."""
        forgetting = self._storage[ForgettingStore]
        await (forgetting.record_updated(game_id) if updated else forgetting.record_failure(game_id))

    async def left_boards(self) -> AsyncIterator[LeftBoard]:
        """Yield messages that don't say yet where their game went."""
        for left in await self._storage[LeftBoardStore].all():
            yield left

    async def forget_left(self, message_id: int) -> None:
        """Note that a message says where its game went, or never will."""
        await self._storage[LeftBoardStore].forget(message_id)
