"""Keeps the message of every game as the storage says the game is.

Every game is shown through `Boards.show`: it loads the game, draws it and publishes it, one at a time for
each game, so the message that arrives last is also the newest. What could not be sent (a lost connection, a
rate limit, a restart in between) stays marked in the storage as not shown, and `refresh` sends it later.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import discord
import structlog

from bot.background import for_each
from bot.computer.computer import Computer
from bot.games.people import Place
from bot.games.snapshot import GameSnapshot, is_exhibition
from bot.opponents.level_advice import LevelAdvice
from bot.ui.answers import QUIET
from bot.ui.games.board_view import board_view, offer_view, picture_name
from bot.ui.games.picture_names import picture_names
from bot.ui.publisher import Click, Drawing, MessagePublisher, NotShown, clicked
from data import Game, GameState, Storage

log = structlog.get_logger(__name__)

AT_ONCE = 16
"""Boards that are looked after at the same time: one whose request hangs holds up no other."""


class Boards:
    """Draws games and shows them in their channels."""

    def __init__(self, publisher: MessagePublisher, storage: Storage, computer: Computer) -> None:
        self._publisher = publisher
        self._storage = storage
        self._computer = computer
        self._levels = LevelAdvice(storage)
        self._locks: dict[int, asyncio.Lock] = {}
        self._holders: dict[int, int] = {}

    async def show(
        self, game_id: int, click: Click | None = None, *, known: GameSnapshot | None = None
    ) -> bool:
        """Bring the game's message up to date.

        `click` is the interaction that led to the change, if there was one; `known` the game as the caller
        has it. Never raises for what Discord or
        the connection does; returns False when the game cannot be shown and trying again would not help.
        """
        async with self._alone(game_id):
            game = await self._storage.game(game_id)
            if game is None:
                return False
            snapshot = known if known is not None and known.game == game else GameSnapshot.of(game)
            shown = await self._publisher.publish(
                partial(self._draw, snapshot),
                Place(game.channel_id, game.guild_id),
                game.message_id,
                click,
                # Nobody waits for a move in an exhibition: whoever deletes its message wants it gone.
                post_if_deleted=not is_exhibition(game),
                about={"game": game_id},
            )
            if isinstance(shown, NotShown):
                if shown.permanent:
                    # Noted as shown, so that only a click or a command tries again.
                    message_id = None if shown.channel_gone else game.message_id
                    await self._storage.mark_shown(game, game.channel_id, message_id)
                return not shown.permanent
            await self._storage.mark_shown(game, game.channel_id, shown.message_id)
            for old in {game.message_id, clicked(click)} - {shown.message_id, None}:
                assert old is not None
                await self._publisher.remove(game.channel_id, old, click)
            return True

    async def post(self, game_id: int, click: Click) -> None:
        """Answer a command with the game's message: it is the game's only one from now on."""
        async with self._alone(game_id):
            game = await self._storage.game(game_id)
            if game is None:
                return
            sent = await self._publisher.answer(
                click, await self._draw(GameSnapshot.of(game)), _pinging(game)
            )
            await self._storage.mark_shown(game, sent.channel.id, sent.id)
            if game.message_id not in (None, sent.id):
                assert game.message_id is not None
                await self._publisher.remove(game.channel_id, game.message_id)

    async def refresh(self, *, reconnected: bool = False) -> None:
        """Show every game whose newest state did not reach Discord, several at the same time."""
        await for_each(self._storage.games_not_shown(), self._refresh, at_once=AT_ONCE)

    async def _refresh(self, game_id: int) -> None:
        if game_id in self._holders:
            # It is being shown right now.
            return
        try:
            await self.show(game_id)
        except Exception:
            # A fault of ours in this one game; the others must not wait for it.
            log.exception("a board could not be drawn", game=game_id)

    async def _draw(self, snapshot: GameSnapshot) -> Drawing:
        game = snapshot.game
        if game.state in {GameState.OFFERED, GameState.CLOSED}:
            return Drawing(offer_view(snapshot), [])
        hints = snapshot.going and not snapshot.computer_to_move
        png = await asyncio.to_thread(
            snapshot.kind.draw,
            snapshot.position,
            snapshot.last,
            game.winner,
            hints,
            await picture_names(self._storage, game),
        )
        picture = discord.File(io.BytesIO(png), filename=picture_name(snapshot))
        changes = await self._storage.rating_changes(game.id) if game.state is GameState.FINISHED else ()
        step = await self._levels.step(snapshot)
        status, progress = self._computer.status(game.id), self._computer.progress(game.id)
        return Drawing(board_view(snapshot, picture, status, progress, changes, step), [picture])

    @asynccontextmanager
    async def _alone(self, game_id: int) -> AsyncIterator[None]:
        """One at a time for each game; the lock goes with its last holder."""
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        self._holders[game_id] = self._holders.get(game_id, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._holders[game_id] -= 1
            if not self._holders[game_id]:
                del self._holders[game_id], self._locks[game_id]


def _pinging(game: Game) -> discord.AllowedMentions:
    """A challenge pings the person who is challenged; nothing else pings anybody."""
    if game.state is GameState.OFFERED and game.opponent_id is not None:
        return discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(game.opponent_id)]
        )
    return QUIET
