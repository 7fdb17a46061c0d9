"""Sends the messages of strength tests, and keeps them up to date."""

from __future__ import annotations

import asyncio
import io
from functools import partial

import discord

from bot.catalog import GAMES
from bot.games.people import Place
from bot.matches.strength import Report, Status, Unseen
from bot.preferences.preferences import Looks
from bot.ui.looks import files_of, shown
from bot.ui.matches.view import strength_view
from bot.ui.matches.words import player_names
from bot.ui.posted import Subject
from bot.ui.publisher import Drawing, MessagePublisher, Shown
from bot.ui.request import Request
from renderers.strength_chart import describe_strength, draw_strength


class StrengthPosts:
    """One message for each strength test."""

    def __init__(self, publisher: MessagePublisher, looks: Looks) -> None:
        self._publisher = publisher
        self._looks = looks

    async def post(self, report: Report, request: Request) -> int:
        """Answer a deferred command with the message; returns its id."""
        return (await self._publisher.answer(request, await self._draw(report))).id

    async def show(self, report: Report) -> int | None:
        """Bring the message up to date, or post a new one when it is too old for that.

        Returns its id, or None when it did not arrive. Raises Unseen when nobody can see it any more.
        """
        asked, old = report.test.asked, report.test.message_id
        place = Place(asked.channel_id, asked.guild_id)
        shown = await self._publisher.publish(
            partial(self._draw, report),
            place,
            old,
            # Whoever deletes the message wants it gone.
            post_if_deleted=False,
            subject=Subject("strength test", report.test.id),
            about={"strength_test": report.test.id, "results": len(report.test.results)},
        )
        if isinstance(shown, Shown):
            if old not in (None, shown.message_id):
                assert old is not None
                await self._publisher.remove(place, old)
            return shown.message_id
        if shown.permanent:
            raise Unseen
        return None

    async def _draw(self, report: Report) -> Drawing:
        test = report.test
        kind = GAMES.get(test.asked.game)
        if report.status is Status.RUNNING or kind is None or not test.results:
            return Drawing(strength_view(report, None), [])
        place = Place(test.asked.channel_id, test.asked.guild_id)
        look = await self._looks.for_place(place, test.asked.asker_id)
        players, sides = player_names(report), (kind.sides[0].name, kind.sides[1].name)
        png = await asyncio.to_thread(draw_strength, test.results, players, sides, theme=look.theme)
        description = describe_strength(test.results, players, sides)
        picture = discord.File(io.BytesIO(png), filename=f"strength-{test.id}.png")
        return Drawing(strength_view(report, shown(look, picture, description)), files_of(look, picture))
