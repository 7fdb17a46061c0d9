"""The button below a turn notice, and what requests tell the notices."""

from __future__ import annotations

from bot.ui.language import gettext
from bot.ui.notices import words
from bot.ui.notices.component_ids import StopNotices
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_press


@on_press(StopNotices)
async def stop_notices(request: Request, pressed: StopNotices) -> None:
    """Turn off the notices of the player, who alone may do that."""
    if request.user_id != pressed.player_id:
        raise BadRequest(words.not_yours(pressed.player_id))
    await request.services.messages.turn_notices.switch_off(pressed.player_id)
    await request.tell(gettext(words.SWITCHED_OFF))


async def explain_refusal(request: Request) -> None:
    """Tell a player, at their next request, that Discord refused a notice of theirs."""
    refused = await request.services.messages.turn_notices.take_refusal(request.user_id)
    if refused is not None and refused.refused is not None:
        await request.tell(words.not_told(refused.refused))


def note_acted(request: Request) -> None:
    """Note that a player is doing something in a game."""
    if request.game_id is not None:
        request.services.messages.turn_notices.note_acted(request.game_id, request.user_id)
