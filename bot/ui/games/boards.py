"""Keeps the message of every game as the storage says the game is.

All showing of games goes through `Boards.show`: it loads the game, draws it and sends it, one at a time for
each game, so the message that arrives last is also the newest. What could not be sent (a lost connection,
a rate limit, a restart in between) stays marked in storage as not shown, and `refresh` sends it later.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import structlog

from bot.games.snapshot import GameSnapshot, is_match
from bot.ui.games.board_view import board_view, offer_view, picture_name
from data import Game, GameState

if TYPE_CHECKING:
    from bot.computer.computer import Computer
    from data import Storage

log = structlog.get_logger(__name__)

EDITABLE = timedelta(minutes=55)
"""Discord throttles edits of messages older than an hour: before that the board is posted afresh."""

TOO_OLD_TO_EDIT = 30046
FORBIDDEN = 403
UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_WEBHOOK = 10015
INVALID_TOKEN = 50027
NOT_THIS_WAY = {UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, UNKNOWN_WEBHOOK, INVALID_TOKEN}
"""Another way of editing, or a new message, may still do it."""

CONNECTION_LOST = (aiohttp.ClientError, asyncio.TimeoutError, OSError)

QUIET = discord.AllowedMentions.none()

POSTED = "board"
"""Where an interaction notes which board was posted in answer to it."""

Click = discord.Interaction[Any]


class Boards:
    """Draws games and puts them into their channels."""

    def __init__(self, client: discord.Client, storage: Storage, computer: Computer) -> None:
        self._client = client
        self._storage = storage
        self._computer = computer
        self._locks: dict[int, asyncio.Lock] = {}
        self._holders: dict[int, int] = {}

    async def show(self, game_id: int, click: Click | None = None) -> bool:
        """Bring the game's message up to date.

        `click` is the interaction that led to the change, if there was one: its token can edit the message
        even where the bot itself may not write. Never raises for what Discord or the connection does; returns
        False when the game cannot be shown and trying again would not help.
        """
        async with self._alone(game_id):
            game = await self._storage.game(game_id)
            if game is None:
                return False
            try:
                await self._update(game, click)
            except discord.HTTPException as error:
                log.warning("a board could not be shown", game=game_id, code=error.code, error=error.text)
                if error.code in {UNKNOWN_CHANNEL, UNKNOWN_MESSAGE} or error.status == FORBIDDEN:
                    # Trying again by itself would be held against the bot; a click or a command tries again.
                    message_id = None if error.code == UNKNOWN_CHANNEL else game.message_id
                    await self._storage.mark_shown(game, game.channel_id, message_id)
                    return False
            except CONNECTION_LOST as error:
                log.warning("a board could not be shown", game=game_id, error=repr(error))
            return True

    async def post(self, game_id: int, click: Click) -> None:
        """Answer a command with the game's message: it is the game's only one from now on."""
        async with self._alone(game_id):
            game = await self._storage.game(game_id)
            if game is None:
                return
            old = game.message_id
            view, files = await self._draw(game)
            sent = await click.followup.send(
                view=view, files=files, allowed_mentions=_pinging(game), wait=True
            )
            assert sent is not None
            click.extras[POSTED] = sent.id
            await self._storage.mark_shown(game, sent.channel.id, sent.id)
            if old is not None and old != sent.id:
                await self._remove(game.channel_id, old)

    async def refresh(self) -> int:
        """Show every game whose newest state did not reach Discord; returns how many there were."""
        games = await self._storage.games_not_shown()
        for game in games:
            try:
                await self.show(game.id)
            except Exception:
                # A fault of ours in this one game; the others must not wait for it.
                log.exception("a board could not be drawn", game=game.id)
        return len(games)

    async def _update(self, game: Game, click: Click | None) -> None:
        """Edit the game's message; post it afresh when it cannot be edited, and take old ones away."""
        shown = await self._edit(game, click)
        if shown is None:
            shown = await self._post_afresh(game, click)
        await self._storage.mark_shown(game, game.channel_id, shown)
        for old in {game.message_id, _tapped(click)} - {shown, None}:
            assert old is not None
            await self._remove(game.channel_id, old, click)

    async def _edit(self, game: Game, click: Click | None) -> int | None:
        """Edit the game's message, the surest way first; returns its id, or None when it cannot be edited."""
        if game.message_id is None or worn_out(game.message_id):
            return None
        message = self._channel(game).get_partial_message(game.message_id)
        ways: list[Callable[..., Awaitable[object]]] = [message.edit]
        if click is not None and game.message_id in {_posted(click), _tapped(click)}:
            ways.insert(0, click.edit_original_response)
        for edit in ways:
            view, files = await self._draw(game)
            try:
                await edit(view=view, attachments=files, allowed_mentions=QUIET)
            except discord.HTTPException as error:
                may_answer = click is not None and error.status == FORBIDDEN
                # Nobody waits for a move in a match: who deletes its message wants it gone.
                unwanted = error.code == UNKNOWN_MESSAGE and is_match(game)
                if unwanted or (error.code not in NOT_THIS_WAY and not may_answer):
                    raise
            else:
                return game.message_id
        return None

    async def _post_afresh(self, game: Game, click: Click | None) -> int:
        """Send a new message; in answer to the click where the bot may not write by itself."""
        view, files = await self._draw(game)
        try:
            sent = await self._channel(game).send(view=view, files=files, allowed_mentions=QUIET)
        except discord.Forbidden:
            if click is None:
                raise
            view, files = await self._draw(game)
            sent = await click.followup.send(view=view, files=files, allowed_mentions=QUIET, wait=True)
        return sent.id

    def _channel(self, game: Game) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(game.channel_id, guild_id=game.guild_id)

    async def _draw(self, game: Game) -> tuple[discord.ui.LayoutView, list[discord.File]]:
        snapshot = GameSnapshot.of(game)
        if game.state in {GameState.OFFERED, GameState.CLOSED}:
            return offer_view(snapshot), []
        hints = snapshot.going and not snapshot.computer_to_move
        png = await asyncio.to_thread(
            snapshot.kind.draw, snapshot.position, snapshot.last, game.winner, hints
        )
        picture = discord.File(io.BytesIO(png), filename=picture_name(snapshot))
        changes = await self._storage.rating_changes(game.id) if game.state is GameState.FINISHED else ()
        status, progress = self._computer.status(game.id), self._computer.progress(game.id)
        return board_view(snapshot, picture, status, progress, changes), [picture]

    async def _remove(self, channel_id: int, message_id: int, click: Click | None = None) -> None:
        """Take the old board away, so that nobody taps on it; it does not matter if that fails."""
        try:
            if click is not None and message_id == _tapped(click):
                await click.delete_original_response()
            else:
                channel = self._client.get_partial_messageable(channel_id)
                await channel.get_partial_message(message_id).delete()
        except (discord.HTTPException, *CONNECTION_LOST) as error:
            log.info("an old board stays", message=message_id, error=repr(error))

    @asynccontextmanager
    async def _alone(self, game_id: int) -> AsyncIterator[None]:
        """One at a time for each game; the lock is forgotten with its last holder."""
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        self._holders[game_id] = self._holders.get(game_id, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._holders[game_id] -= 1
            if not self._holders[game_id]:
                del self._holders[game_id], self._locks[game_id]


def _posted(click: Click) -> int | None:
    """The board posted in answer to `click`: its token can edit it."""
    return click.extras.get(POSTED)


def _tapped(click: Click | None) -> int | None:
    """The board that was tapped, for all to see: the click's token can edit and delete it."""
    if click is None or click.message is None or click.message.flags.ephemeral or _posted(click) is not None:
        return None
    return click.message.id


def worn_out(message_id: int) -> bool:
    """Whether a message is so old that Discord throttles its edits."""
    return discord.utils.utcnow() - discord.utils.snowflake_time(message_id) > EDITABLE


def _pinging(game: Game) -> discord.AllowedMentions:
    """A challenge pings the one who is challenged; nothing else pings anybody."""
    if game.state is GameState.OFFERED and game.opponent_id is not None:
        return discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(game.opponent_id)]
        )
    return discord.AllowedMentions.none()
