"""Games that a command refers to: by number, by message, or a player's own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from typing import TypeAlias

from bot.core.refusals import Refusal, UnseenGame
from bot.core.snapshot import GameSnapshot
from bot.play.games.changes import load
from bot.play.games.refusals import NoPositionHere
from data import Storage
from data.db.registry import Registry
from data.games.my_games import GameChoice, MyGame, MyGamesStore
from data.games.records import Game, GameState

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
        found = await self._storage.finished_games(player_id, guild_id, MAX_FINISHED)
        return [game for game in found if game.moves]

    async def exportable(
        self, player_id: int, guild_id: int | None, limit: int
    ) -> tuple[tuple[MyGame, ...], tuple[GameChoice, ...]]:
        """Return a player's games in progress and the last finished ones, at most `limit` of each."""
        going = await self._storage[MyGamesStore].page(player_id, guild_id, offset=0, limit=limit)
        return going.games, tuple(await self._storage.finished_games(player_id, guild_id, limit))

    async def playing(self, player_id: int, channel_id: int) -> tuple[GameChoice, ...]:
        """Return a player's games in progress in a channel, the latest first."""
        return await self._storage.own_games(player_id, channel_id)

    async def is_playing(self, player_id: int) -> bool:
        """Return whether a player has a game in progress anywhere."""
        return await self._storage.is_playing(player_id)

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
        for over in await self._storage.finished_games(player_id, guild_id, limit=25):
            if game in (None, over.game):
                return (await load(self._storage, over.id)).game
        raise NoPositionHere
