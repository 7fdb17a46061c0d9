"""The picture of insights: accuracy by phase and over time."""

from __future__ import annotations

import asyncio
import io

import discord

from bot.ranks.insights.insights import PersonInsights
from bot.ranks.insights.rules import Insights
from bot.ranks.stats.pictures import date_label
from bot.study.review.words import PHASES
from languages import pgettext
from languages.numbers import capitalized
from renderers.insights_chart import InsightsCourse, draw_insights
from renderers.themes import Look


def course_of(found: Insights) -> InsightsCourse | None:
    """Return what the picture shows; None without a figure."""
    if not found.phases and not found.trend:
        return None
    dates = ("", "")
    if found.trend:
        begins, ends = found.trend[0].since, found.trend[-1].until
        dates = date_label(begins, ends - begins), date_label(ends, ends - begins)
    return InsightsCourse(
        tuple(
            (capitalized(pgettext("phase", PHASES[phase])), figure.accuracy)
            for phase, figure in found.phases.items()
        ),
        tuple(part.figure.accuracy for part in found.trend),
        dates,
    )


async def picture_of(course: InsightsCourse, card: PersonInsights, look: Look) -> discord.File:
    """Draw the picture as a file, in a thread."""
    png = await asyncio.to_thread(draw_insights, course, theme=look.theme)
    return discord.File(io.BytesIO(png), filename=f"insights-{card.kind.key}-{card.last}.png")
