"""Giving games threads of their own, where a server wants that."""

from __future__ import annotations

from typing import Protocol

from bot.games.changes import load
from bot.games.people import Place
from bot.games.publisher import Publisher, Request
from bot.games.snapshot import GameSnapshot
from bot.preferences.preferences import Preferences
from data import Storage


class ThreadRooms(Protocol):
    """Opens threads. Never raises for what the connection does."""

    async def open(self, snapshot: GameSnapshot, request: Request) -> int | None:
        """Open a thread for a game from its message, for the people who play; the thread's id. None where
        there can be none; whoever clicked is told what is missing for it."""


class GameThreads:
    """Moves games that have just begun to threads of their own."""

    def __init__(
        self, storage: Storage, preferences: Preferences, publisher: Publisher, rooms: ThreadRooms
    ) -> None:
        self._storage = storage
        self._preferences = preferences
        self._publisher = publisher
        self._rooms = rooms

    async def move_to_thread(self, game_id: int, request: Request) -> bool:
        """Move a game to a thread of its own, if the server wants that; its message in the channel leads
        there. False: the game stands where it was."""
        snapshot = await load(self._storage, game_id)
        game = snapshot.game
        if not await self._is_wanted(snapshot):
            return False
        thread_id = await self._rooms.open(snapshot, request)
        if thread_id is None:
            return False
        await self._storage.threads.note(thread_id, game.channel_id, game.guild_id)
        return await self._publisher.move(game_id, Place(thread_id, game.guild_id), request)

    async def _is_wanted(self, snapshot: GameSnapshot) -> bool:
        """Whether a game with a message, in a channel of a server, is to have a thread."""
        game = snapshot.game
        if game.guild_id is None or game.by_clicks or game.message_id is None or not snapshot.going:
            return False
        if await self._storage.threads.parent_of(game.channel_id) is not None:
            return False
        return (await self._preferences.for_server(game.guild_id)).threads
