"""Messages that a game has left for a newer one: they say where it went, and lead there."""

from __future__ import annotations

import re

import structlog

from bot.games.people import Place
from bot.games.shown import ShownGames
from bot.games.snapshot import GameSnapshot
from bot.messages.delivery import Delivered, Undelivered
from bot.process.background import for_each
from bot.ui.components import button
from bot.ui.games import ids
from bot.ui.games.words import players_line, where_now
from bot.ui.language import gettext
from bot.ui.layout import View, row, view
from bot.ui.publisher import MessagePublisher, clicked
from bot.ui.request import Request
from bot.ui.words import message_link
from data import Game, GameState, LeftBoard

log = structlog.get_logger(__name__)

AT_ONCE = 16
"""Messages that are brought to say it at the same time: one whose request hangs holds up no other."""


class LeftBoardPosts:
    """Lets messages say once where their game went, and lose their buttons."""

    def __init__(self, publisher: MessagePublisher, games: ShownGames) -> None:
        self._publisher = publisher
        self._games = games
        self._under_way: set[int] = set()

    async def close(
        self, snapshot: GameSnapshot, channel_id: int, message_id: int, request: Request | None = None
    ) -> None:
        """Let a message say where the game is now; whoever has just tapped it is told in any case. That of
        an offer is deleted: nobody looks for it."""
        if message_id in self._under_way:
            return
        self._under_way.add(message_id)
        try:
            await self._close(snapshot, channel_id, message_id, request)
        finally:
            self._under_way.discard(message_id)

    async def close_all(self) -> None:
        """Do it for those that it could not be done for in time, several at the same time."""
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
        closed = await self._publisher.close(left_view(snapshot), place, message_id, about, request)
        if isinstance(closed, Delivered) or closed.permanent:
            await self._games.forget_left(message_id)
        if request is not None and message_id == clicked(request):
            note_led(request)
            if isinstance(closed, Undelivered):
                await request.tell(where_now(_link(snapshot.game)))

    async def _close_left(self, left: LeftBoard) -> None:
        try:
            game = await self._games.find(left.game_id)
            if game is not None:
                await self.close(GameSnapshot.of(game), left.channel_id, left.message_id)
        except Exception:
            # A fault of ours with this one message; the others must not wait for it.
            log.exception("a board cannot say where its game went", game=left.game_id)


def left_view(snapshot: GameSnapshot) -> View:
    """Where the game went, in a line, and a button for those who come when it has gone further."""
    game = snapshot.game
    return view(
        f"{players_line(snapshot)}\n{where_now(_link(game))}",
        row(button(gettext("Show me the board"), ids.FindBoard(game.id), emoji="🔎")),
    )


def note_led(request: Request | None) -> None:
    """Note that the message of a click needs not to lead anywhere."""
    if request is not None:
        request.redirected = True


def shows_board(request: Request, game_id: int) -> bool:
    """Whether a click was made on a message, for all to see, with a picture of the game's board, that may not
    be the game's any more."""
    if clicked(request) is None or request.message is None or request.redirected:
        return False
    picture = re.compile(rf"\w+-{game_id}-\d+\.png")
    return any(picture.fullmatch(file.filename) for file in request.message.attachments)


def _link(game: Game) -> str | None:
    return message_link(game.guild_id, game.channel_id, game.message_id)
