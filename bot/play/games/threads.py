"""Games in their own threads, in servers that want it."""

from __future__ import annotations

from typing import Protocol

from bot.core.people import Place
from bot.core.publisher import Publisher, Request
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.play.games.changes import load
from bot.preferences.preferences import Preferences
from data.messages.channels import ThreadStore


class OpensThreads(Protocol):
    """Opens threads on Discord."""

    async def open(self, snapshot: GameSnapshot, request: Request) -> int | None:
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

    async def move_to_thread(self, game_id: int, request: Request) -> bool:
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
