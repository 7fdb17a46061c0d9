"""Sends the messages of comparisons, and keeps them up to date."""

from __future__ import annotations

import asyncio
import io

import discord
import structlog

from bot.catalog import GAMES
from bot.matches.strength import Phase, Report, Unseen
from bot.ui.games.boards import (
    CONNECTION_LOST,
    FORBIDDEN,
    QUIET,
    TOO_OLD_TO_EDIT,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    Click,
    worn_out,
)
from bot.ui.matches.strength_view import player_names, strength_view
from renderers.charts import describe_strength, draw_strength

log = structlog.get_logger(__name__)


class StrengthPosts:
    """One message for each comparison."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def post(self, report: Report, click: Click) -> int:
        """Answer a deferred command with the message; returns its id."""
        view, files = await _draw(report)
        sent = await click.followup.send(view=view, files=files, allowed_mentions=QUIET, wait=True)
        assert sent is not None
        return sent.id

    async def show(self, report: Report) -> int | None:
        """Bring the message up to date, or send it afresh when it is too old for that.

        Returns its id, or None when it did not arrive. Raises Unseen when nobody can see it any more.
        """
        measurement = report.measurement
        try:
            return await self._edit(report) or await self._post_afresh(report)
        except discord.HTTPException as error:
            log.warning(
                "a comparison could not be shown",
                comparison=measurement.id,
                code=error.code,
                error=error.text,
            )
            if error.code in {UNKNOWN_CHANNEL, UNKNOWN_MESSAGE} or error.status == FORBIDDEN:
                raise Unseen from error
        except CONNECTION_LOST as error:
            log.warning("a comparison could not be shown", comparison=measurement.id, error=repr(error))
        return None

    async def _edit(self, report: Report) -> int | None:
        message_id = report.measurement.message_id
        if message_id is None or worn_out(message_id):
            return None
        view, files = await _draw(report)
        try:
            message = self._channel(report).get_partial_message(message_id)
            await message.edit(view=view, attachments=files, allowed_mentions=QUIET)
        except discord.HTTPException as error:
            if error.code != TOO_OLD_TO_EDIT:
                raise
            return None
        return message_id

    async def _post_afresh(self, report: Report) -> int:
        view, files = await _draw(report)
        channel = self._channel(report)
        sent = await channel.send(view=view, files=files, allowed_mentions=QUIET)
        old = report.measurement.message_id
        if old is not None:
            try:
                await channel.get_partial_message(old).delete()
            except (discord.HTTPException, *CONNECTION_LOST) as error:
                log.info("the old message of a comparison stays", message=old, error=repr(error))
        return sent.id

    def _channel(self, report: Report) -> discord.PartialMessageable:
        asked = report.measurement.asked
        return self._client.get_partial_messageable(asked.channel_id, guild_id=asked.guild_id)


async def _draw(report: Report) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    measurement = report.measurement
    kind = GAMES.get(measurement.asked.game)
    if report.phase is Phase.RUNNING or kind is None or not measurement.results:
        return strength_view(report, None, ""), []
    players, sides = player_names(report), (kind.sides[0].name, kind.sides[1].name)
    png = await asyncio.to_thread(draw_strength, measurement.results, players, sides)
    words = describe_strength(measurement.results, players, sides)
    picture = discord.File(io.BytesIO(png), filename=f"strength-{measurement.id}.png")
    return strength_view(report, picture, words), [picture]
