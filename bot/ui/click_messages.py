"""Showing a message where the bot is no member: in direct messages, group chats and servers without it.

It can do nothing there by itself. All it has are the tokens of people's clicks and commands, and each of them
lets it edit the message that was clicked, or was posted in answer, for a quarter of an hour.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.ui.answers import QUIET, send

if TYPE_CHECKING:
    from bot.ui.publisher import Drawing

LIFETIME = timedelta(minutes=14)
"""A click is used for so long; Discord takes an answer to it for a minute longer."""

POSTED = "posted"
"""Where an interaction notes which message was posted in answer to it."""

Click: TypeAlias = "discord.Interaction[Any]"


def posted(click: Click) -> int | None:
    """The message posted in answer to `click`."""
    return click.extras.get(POSTED)


def within_reach(click: Click, message_id: int | None) -> int | None:
    """The message that stands for a game and that `click` can edit; None when it needs a new one.

    That is the one posted in answer or, before that, the one with the button: the game's message, or an older
    one that is still there. A message for one person alone is only meant if it is the game's.
    """
    if (answer := posted(click)) is not None:
        return answer
    source = click.message
    if source is None or (source.flags.ephemeral and source.id != message_id):
        return None
    return source.id


async def edit_by_click(click: Click, message_id: int, drawing: Drawing) -> None:
    """Put `drawing` in the place of a message within reach."""
    view, files = drawing
    if message_id == posted(click):
        edit: Any = click.followup.edit_message(
            message_id, view=view, attachments=files, allowed_mentions=QUIET
        )
    else:
        edit = click.edit_original_response(view=view, attachments=files, allowed_mentions=QUIET)
    await edit


async def post_by_click(click: Click, drawing: Drawing) -> int:
    """Post a message in answer to `click`; it is the one within its reach from now on."""
    sent = await send(click, drawing.view, private=False, files=drawing.files)
    click.extras[POSTED] = sent.id
    return sent.id


async def remove_by_click(click: Click, message_id: int) -> None:
    """Delete a message that another one has replaced, if `click` can."""
    if message_id == posted(click):
        await click.followup.delete_message(message_id)
    elif click.message is not None and message_id == click.message.id:
        await click.delete_original_response()


class OpenClicks:
    """The clicks whose tokens are still worth something: the latest one for each game."""

    def __init__(self) -> None:
        self._clicks: dict[int, Click] = {}

    def keep(self, game_id: int, click: Click) -> None:
        """Note the click that can show a game; those that are too old are forgotten."""
        self._clicks.pop(game_id, None)
        self._clicks[game_id] = click
        for oldest in [*self._clicks]:
            if not is_over(self._clicks[oldest]):
                break
            del self._clicks[oldest]

    def latest(self, game_id: int) -> Click | None:
        """The click that can show the game now."""
        click = self._clicks.get(game_id)
        return None if click is None or is_over(click) else click


def is_over(click: Click) -> bool:
    """Whether a click is too old to be answered."""
    return discord.utils.utcnow() - click.created_at > LIFETIME
