"""A game as one person wants to see it, for them alone: their theme, their side of the board, or words."""

from __future__ import annotations

from bot.games.snapshot import GameSnapshot
from bot.ui.components import button
from bot.ui.games import component_ids as ids
from bot.ui.games import words
from bot.ui.games.board_picture import board_files, board_part
from bot.ui.games.board_view import move_rows
from bot.ui.language import gettext
from bot.ui.layout import GREEN, board_link, card, row
from bot.ui.links import message_link
from bot.ui.looks import own_look
from bot.ui.publisher import Drawing
from bot.ui.request import Request


async def send_own_view(request: Request, game_id: int) -> None:
    """Answer with the person's own view."""
    view, files = await _draw(request, game_id)
    await request.send(view, private=True, files=files)


async def put_own_view(request: Request, game_id: int) -> None:
    """Put the person's own view, as the game is now, in the place of a message that they alone see."""
    view, files = await _draw(request, game_id)
    await request.replace(view, files)
    request.note_changed()


async def _draw(request: Request, game_id: int) -> Drawing:
    services = request.services
    await services.games.publisher.restore(game_id)
    snapshot, look = await services.games.referee.snapshot(game_id), await own_look(request)
    status = services.computer.player.status(game_id)
    heading, state = words.board_heading(snapshot), words.board_status(snapshot, status, None, ())
    rows = move_rows(snapshot) if _is_to_move(snapshot, request.user_id) else []
    again = button(gettext("Refresh"), ids.ShowOwnView(game_id), emoji="🔄")
    way = board_link(message_link(snapshot.game.guild_id, snapshot.game.channel_id, snapshot.game.message_id))
    view = card(heading, board_part(snapshot, look), state, *rows, row(again, way), colour=GREEN)
    return Drawing(view, await board_files(services.people.names, snapshot, look, request.guild_id))


def _is_to_move(snapshot: GameSnapshot, person_id: int) -> bool:
    return snapshot.going and not snapshot.computer_to_move and snapshot.to_move.player_id == person_id
