"""Showing a message where the bot is no member: in direct messages, group chats and servers without it.

It can do nothing there by itself. All it has are the tokens of people's clicks and commands, and each of them
lets it edit the message that was clicked, or was posted in answer, for a quarter of an hour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.ui.request import QUIET, Request

if TYPE_CHECKING:
    from bot.ui.publisher import Drawing


def within_reach(request: Request, message_id: int | None) -> int | None:
    """The message that stands for a game and that `request` can edit; None when it needs a new one.

    That is the one posted in answer or, before that, the one with the button: the game's message, or an older
    one that is still there. A message for one person alone is only meant if it is the game's.
    """
    if (answer := request.posted_id) is not None:
        return answer
    source = request.message
    if source is None or (request.on_private_message and source.id != message_id):
        return None
    return source.id


async def edit_by_click(request: Request, message_id: int, drawing: Drawing) -> None:
    """Put `drawing` in the place of a message within reach."""
    view, files = drawing
    if message_id == request.posted_id:
        edit: Any = request.interaction.followup.edit_message(
            message_id, view=view, attachments=files, allowed_mentions=QUIET
        )
    else:
        edit = request.interaction.edit_original_response(
            view=view, attachments=files, allowed_mentions=QUIET
        )
    await edit


async def post_by_click(request: Request, drawing: Drawing) -> int:
    """Post a message in answer to `request`; it is the one within its reach from now on."""
    sent = await request.send(drawing.view, private=False, files=drawing.files)
    request.posted_id = sent.id
    return sent.id


async def remove_by_click(request: Request, message_id: int) -> None:
    """Delete a message that another one has replaced, if `request` can."""
    if message_id == request.posted_id:
        await request.interaction.followup.delete_message(message_id)
    elif request.message is not None and message_id == request.message.id:
        await request.interaction.delete_original_response()


class OpenClicks:
    """The clicks whose tokens are still worth something: the latest one for each game."""

    def __init__(self) -> None:
        self._clicks: dict[int, Request] = {}

    def keep(self, game_id: int, request: Request) -> None:
        """Note the click that can show a game; those that are too old are forgotten."""
        self._clicks.pop(game_id, None)
        self._clicks[game_id] = request
        for oldest in [*self._clicks]:
            if not self._clicks[oldest].expired:
                break
            del self._clicks[oldest]

    def latest(self, game_id: int) -> Request | None:
        """The click that can show the game now."""
        request = self._clicks.get(game_id)
        return None if request is None or request.expired else request
