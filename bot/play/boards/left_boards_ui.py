"""Abandoned boards: messages of a game that a newer one has replaced, which link to it.

Each is changed once, so it is not a kept message; `close_all` retries those that failed, from storage.
"""

from __future__ import annotations

import re

import structlog

from bot.core.background import for_each
from bot.core.people import Place
from bot.core.snapshot import GameSnapshot
from bot.messages.delivery import Delivered, Undelivered
from bot.play.games import ids
from bot.play.games.shown import ShownGames
from bot.play.games.words import players_line, where_now
from bot.preferences.languages import Languages
from bot.ui.components import button
from bot.ui.layout import View, row, view
from bot.ui.publisher import MessagePublisher, clicked
from bot.ui.request import Request
from bot.ui.words import message_link
from data.games.records import Game, GameState
from data.games.waiting import LeftBoard
from languages import gettext, speaking

log = structlog.get_logger(__name__)

PICTURE = re.compile(r"\w+-(\d+)-\d+\.png")
"""The name of a board's picture, with the number of its game."""

AT_ONCE = 16
"""Maximum messages edited concurrently, so that a hanging request delays no others."""


class LeftBoardPosts:
    """Replaces abandoned boards, once, by a link to the current one."""

    def __init__(self, publisher: MessagePublisher, games: ShownGames, languages: Languages) -> None:
        self._publisher = publisher
        self._games = games
        self._languages = languages
        self._in_progress: set[int] = set()

    async def close(
        self, snapshot: GameSnapshot, channel_id: int, message_id: int, request: Request | None = None
    ) -> None:
        """Replace an abandoned board by a link to the current one, or delete it if the game is an offer.

        The person behind `request` is told in any case if they used this board.
        """
        if message_id in self._in_progress:
            return
        self._in_progress.add(message_id)
        try:
            await self._close(snapshot, channel_id, message_id, request)
        finally:
            self._in_progress.discard(message_id)

    async def close_all(self) -> None:
        """Replace the boards that could not be replaced before, several concurrently."""
        await for_each(self._games.left_boards(), self._close_left, at_once=AT_ONCE)

    async def _close(
        self, snapshot: GameSnapshot, channel_id: int, message_id: int, request: Request | None
    ) -> None:
        if snapshot.game.state is GameState.OFFERED:
            await self._publisher.remove(Place.of(snapshot.game), message_id, request)
            await self._games.forget_left(message_id)
            return
        about = {"game": snapshot.game.id, "message": message_id}
        place = Place(channel_id, snapshot.game.guild_id)
        with speaking(await self._languages.for_game(snapshot.game)):
            view = left_view(snapshot)
        closed = await self._publisher.conclude(view, place, message_id, about, request)
        if isinstance(closed, Delivered) or closed.permanent:
            await self._games.forget_left(message_id)
        if request is not None and message_id == clicked(request):
            record_redirected(request)
            if isinstance(closed, Undelivered):
                await request.tell(where_now(_link(snapshot.game)))

    async def _close_left(self, left: LeftBoard) -> None:
        try:
            game = await self._games.find(left.game_id)
            if game is not None:
                await self.close(GameSnapshot.of(game), left.channel_id, left.message_id)
        except Exception:
            # A fault of ours in this one message must not delay the others.
            log.exception("abandoned board not replaced", game=left.game_id)


def left_view(snapshot: GameSnapshot) -> View:
    """Draw the link to the current board, with a button that finds it should it move again."""
    game = snapshot.game
    return view(
        f"{players_line(snapshot)}\n{where_now(_link(game))}",
        row(button(gettext("Show me the board"), ids.FindBoard(game.id), emoji="🔎")),
    )


def record_redirected(request: Request | None) -> None:
    """Record that the clicked message needs no redirection."""
    if request is not None:
        request.redirected = True


def shows_board(request: Request, game_id: int) -> bool:
    """Return whether the click was on a public message with a picture of the game, current or abandoned."""
    if clicked(request) is None or request.message is None or request.redirected:
        return False
    pictures = (PICTURE.fullmatch(file.filename) for file in request.message.attachments)
    return any(picture is not None and picture[1] == str(game_id) for picture in pictures)


def _link(game: Game) -> str | None:
    return message_link(game.guild_id, game.channel_id, game.message_id)
