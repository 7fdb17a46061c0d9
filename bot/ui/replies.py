"""Short answers to people, and the one place where everything that goes wrong ends.

What a person can cause is a `Refusal`: they are told privately what to do instead, and an outdated board is
brought up to date. What we caused is logged with everything needed to find it, and answered with an apology.
A lost connection or a vanished interaction is logged in one line: nobody is there to be answered.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

import aiohttp
import discord
import structlog

from bot.refusals import NotAskedForConsent, Refusal
from bot.ui.access import Click, services_of
from bot.ui.answers import QUIET, send
from bot.ui.language import gettext
from bot.ui.layout import view
from bot.ui.outcomes import Outcome, note_outcome
from bot.ui.refusals import refusal_text
from bot.ui.words import APOLOGY, QUESTION_CLOSED, STORAGE_APOLOGY
from data import StorageError

log = structlog.get_logger(__name__)

UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060

GAME = "game"
"""Where an interaction notes which game it is about."""


class OnRefusal(Enum):
    """How a person is told of a refusal."""

    TELL = auto()
    """In a message of its own."""
    REPLACE = auto()
    """In place of the message with the button, which was for them alone."""
    CLOSE = auto()
    """In a message of its own; the question with the button is closed for everyone."""


async def tell(click: Click, text: str) -> None:
    """Say `text` to the person alone."""
    if click.response.is_done():
        await send(click, text, private=True)
    else:
        await click.response.send_message(text, ephemeral=True, allowed_mentions=QUIET)


async def replace(click: Click, text: str) -> None:
    """Put `text` in the place of the message with the button."""
    await click.edit_original_response(view=view(text))


def note_game(click: Click, game_id: int | None) -> None:
    """Note which game an interaction is about: its board is mended when a refusal says it is outdated."""
    click.extras[GAME] = game_id


async def redirect(click: Click) -> None:
    """Lead somebody to the board who has used a message that the game has left."""
    game_id: int | None = click.extras.get(GAME)
    if game_id is not None:
        await services_of(click).games.publisher.redirect(game_id, click)


async def answer_error(click: Click, error: Exception, on_refusal: OnRefusal = OnRefusal.TELL) -> None:
    """Answer a person after `error`."""
    if isinstance(error, Refusal):
        try:
            await _refuse(click, error, on_refusal)
        except Exception as fault:  # noqa: BLE001 - a fault of ours in the middle of a polite no
            error = fault
        else:
            note_outcome(click, Outcome.REFUSED)
            return
    note_outcome(click, Outcome.FAILED)
    text = _apology(click, error)
    if text is None:
        return
    try:
        await tell(click, text)
    except (discord.HTTPException, aiohttp.ClientError) as unheard:
        log.warning("an answer did not arrive", error=repr(unheard), user=click.user.id)


async def _refuse(click: Click, refusal: Refusal, how: OnRefusal) -> None:
    """Tell the person, and mend the board they see when it is outdated."""
    game_id: int | None = click.extras.get(GAME)
    text = refusal_text(refusal)
    if how is OnRefusal.REPLACE:
        await replace(click, text)
    else:
        # The wrong person's click leaves the question open for the right one.
        if how is OnRefusal.CLOSE and not isinstance(refusal, NotAskedForConsent):
            await replace(click, gettext(QUESTION_CLOSED))
        await tell(click, text)
    if refusal.outdated and game_id is not None:
        # The message of a question is no board: showing the board must not remove it.
        await services_of(click).games.publisher.show(game_id, None if how is OnRefusal.CLOSE else click)
    await redirect(click)


def _used(click: Click) -> str:
    """The command or the component, without anything that somebody typed or chose."""
    if click.command is not None:
        return click.command.qualified_name
    data: dict[str, Any] = {**(click.data or {})}
    return str(data.get("custom_id", ""))


def _apology(click: Click, error: Exception) -> str | None:
    """What the person reads after a fault of ours; None when nobody is there to read it."""
    where = {
        "user": click.user.id,
        "channel": click.channel_id,
        "guild": click.guild_id,
        "used": _used(click),
    }
    if isinstance(error, discord.HTTPException) and error.code in {UNKNOWN_INTERACTION, ALREADY_ANSWERED}:
        log.warning("an interaction was gone before it could be answered", code=error.code, **where)
        note_outcome(click, Outcome.LOST)
        return None
    if isinstance(error, aiohttp.ClientError):
        note_outcome(click, Outcome.LOST)
        log.warning("the connection to Discord was lost", error=repr(error), **where)
        return None
    if isinstance(error, StorageError):
        log.error("the storage failed", error=str(error), **where)
        return gettext(STORAGE_APOLOGY)
    log.error("an interaction failed", exc_info=error, **where)
    return gettext(APOLOGY)
