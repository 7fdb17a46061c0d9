"""The games that a command refers to, and the messages that show games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from bot.core.refusals import Refusal, UnseenGame
from bot.core.snapshot import GameSnapshot
from bot.play.games.changes import load
from bot.play.games.refusals import NoPositionHere
from data import Storage
from data.db.registry import Registry
from data.games.my_games import GameChoice, MyGame, MyGamesStore
from data.games.records import Game, GameState
from data.games.waiting import LeftBoard, LeftBoardStore, WaitingStore
from data.messages.channels import ThreadStore
from data.ratings.ratings import RatingChange
from data.upkeep.forgetting import ForgettingStore

MAX_FINISHED = 50
"""Maximum finished games of a player searched for those with moves."""

Require: TypeAlias = Callable[[GameSnapshot, int], object]
"""Raises a Refusal where a command cannot serve a game for the player on this side."""


def any_game(snapshot: GameSnapshot, side: int) -> None:
    """Accept every game in progress."""


class GameFinder:
    """Finds the games that commands refer to."""

    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]

    async def shown_by(self, message_id: int) -> int | None:
        """Return the number of the game that a message shows; None if it shows none."""
        return await self._storage.shown_by(message_id)

    async def game(self, number: int) -> Game:
        """Return a game by its number. Raises UnseenGame."""
        game = await self._storage.game(number)
        if game is None:
            raise UnseenGame(number)
        return game

    async def finished(self, player_id: int, guild_id: int | None) -> list[GameChoice]:
        """Return a player's last finished games, without those that ended before the first move."""
        games = await self._storage[MyGamesStore].finished(player_id, guild_id, MAX_FINISHED)
        return [game for game in games if game.moves]

    async def exportable(
        self, player_id: int, guild_id: int | None, limit: int
    ) -> tuple[tuple[MyGame, ...], tuple[GameChoice, ...]]:
        """Return a player's games in progress and the last finished ones, at most `limit` of each."""
        going = await self._storage[MyGamesStore].page(player_id, guild_id, offset=0, limit=limit)
        return going.games, tuple(await self._storage[MyGamesStore].finished(player_id, guild_id, limit))

    async def playing(self, player_id: int, channel_id: int) -> tuple[GameChoice, ...]:
        """Return a player's games in progress in a channel, the latest first."""
        return await self._storage[MyGamesStore].in_channel(player_id, channel_id)

    async def is_playing(self, player_id: int) -> bool:
        return await self._storage[MyGamesStore].is_playing(player_id)

    async def checked(
        self, games: Iterable[GameChoice], player_id: int, require: Require
    ) -> AsyncIterator[tuple[GameChoice, Refusal | None]]:
        """Yield each game still in progress with the reason why a command cannot serve it, or None."""
        for listed in games:
            if require is any_game:
                yield listed, None
                continue
            game = await self._storage.game(listed.id)
            if game is None or game.state is not GameState.PLAYING:
                continue
            snapshot = GameSnapshot.of(game)
            side = snapshot.side_of(player_id)
            if side is None:
                continue
            try:
                require(snapshot, side)
            except Refusal as refusal:
                yield listed, refusal
            else:
                yield listed, None

    async def to_analyse(
        self, player_id: int, channel_id: int, guild_id: int | None, game: str | None
    ) -> Game:
        """Return the game in a channel whose position a player most likely means.

        Their own in progress comes first, then another one in progress, then their last finished one.
        """
        going = await self._storage.playing_games(game, channel_id)
        for snapshot in going:
            if player_id in (seat.player_id for seat in snapshot.seats):
                return snapshot
        if going:
            return going[0]
        for over in await self._storage[MyGamesStore].finished(player_id, guild_id, limit=25):
            if game in (None, over.game):
                return (await load(self._storage, over.id)).game
        raise NoPositionHere


MAX_RENAMED = 10
"""Maximum games per recovery pass whose messages get new names: edits spend the bot token's rate limit."""


class ShownGames:
    """Tracks which message shows which state of a game."""

    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]

    async def find(self, game_id: int) -> Game | None:
        return await self._storage.game(game_id)

    async def latest(self, game_id: int) -> Game | None:
        """Return a stored game to be shown; None if there is none."""
        return await self._storage.latest(game_id)

    async def typical(self, limit: int) -> tuple[int, ...]:
        """Return games in progress whose boards look different, the usual ones first."""
        return await self._storage.typical_games(limit)

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

    async def left_boards(self) -> tuple[LeftBoard, ...]:
        """Return messages that don't say yet where their game went."""
        return tuple(await self._storage[LeftBoardStore].all())

    async def forget_left(self, message_id: int) -> None:
        """Note that a message says where its game went, or never will."""
        await self._storage[LeftBoardStore].forget(message_id)
