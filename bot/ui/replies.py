"""Short answers to people, and the one place where everything that goes wrong ends.

What a person can cause is a `Refusal` and is answered privately with what to do next. What we caused is
logged with everything needed to find it, and answered with an apology. A lost connection or a vanished
interaction is logged in one line: nobody is there to be answered.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import structlog

from bot.refusals import Refusal
from bot.ui.refusals import refusal_text
from data import StorageError

log = structlog.get_logger(__name__)

UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060

APOLOGY = (
    "Sorry, something went wrong on my side and I have noted it. Nothing of your game is lost: "
    "try again, or post the board afresh with its `board` command."
)
STORAGE_APOLOGY = (
    "Sorry, I can't reach my storage at the moment, so nothing was changed. Please try again in a minute."
)


async def tell(interaction: discord.Interaction[Any], text: str) -> None:
    """Say `text` to the person alone."""
    quiet = discord.AllowedMentions.none()
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True, allowed_mentions=quiet)
    else:
        await interaction.response.send_message(text, ephemeral=True, allowed_mentions=quiet)


def text_view(text: str) -> discord.ui.LayoutView:
    """A message of nothing but text: it can take the place of one with buttons."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    return view


@asynccontextmanager
async def answering(interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
    """Whatever happens inside, the person gets an answer and the bot goes on."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - the end of the line for every fault of ours
        await answer_error(interaction, error)


async def answer_error(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Answer a person after `error`."""
    text = _text_for(interaction, error)
    if text is None:
        return
    try:
        await tell(interaction, text)
    except (discord.HTTPException, aiohttp.ClientError) as unheard:
        log.warning("an answer did not arrive", error=repr(unheard), user=interaction.user.id)


def _text_for(interaction: discord.Interaction[Any], error: Exception) -> str | None:
    if isinstance(error, Refusal):
        return refusal_text(error)
    where = {
        "user": interaction.user.id,
        "channel": interaction.channel_id,
        "guild": interaction.guild_id,
        "data": interaction.data,
    }
    if isinstance(error, discord.HTTPException) and error.code in {UNKNOWN_INTERACTION, ALREADY_ANSWERED}:
        log.warning("an interaction was gone before it could be answered", code=error.code, **where)
        return None
    if isinstance(error, aiohttp.ClientError):
        log.warning("the connection to Discord was lost", error=repr(error), **where)
        return None
    if isinstance(error, StorageError):
        log.error("the storage failed", error=str(error), **where)
        return STORAGE_APOLOGY
    log.error("an interaction failed", exc_info=error, **where)
    return APOLOGY
