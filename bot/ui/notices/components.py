"""What the button under a notice of a turn does."""

from __future__ import annotations

from bot.ui.language import gettext
from bot.ui.notices import words
from bot.ui.notices.component_ids import StopNotices
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_press


@on_press(StopNotices)
async def stop_notices(request: Request, pressed: StopNotices) -> None:
    """Turn the notices of a person off, who alone may do that; those they have are removed."""
    if request.user_id != pressed.player_id:
        raise BadRequest(words.not_yours(pressed.player_id))
    await request.services.messages.turn_notices.switch_off(pressed.player_id)
    await request.tell(gettext(words.SWITCHED_OFF))
