"""The picture of insights: accuracy by phase and over time."""

from __future__ import annotations

import asyncio

from bot.ranks.insights.insights import PersonInsights
from bot.ranks.insights.rules import Insights
from bot.ranks.stats.pictures import date_label
from bot.study.review.words import PHASES
from bot.ui.pictures import DrawnPart, drawn_part
from languages import pgettext
from languages.numbers import capitalized
from renderers.insights_chart import InsightsCourse, describe_insights, draw_insights
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


async def draw_course(course: InsightsCourse, card: PersonInsights, look: Look) -> DrawnPart:
    """Draw the picture, in a thread."""
    png = await asyncio.to_thread(draw_insights, course, theme=look.theme)
    name = f"insights-{card.kind.key}-{card.last}.png"
    return drawn_part(png, name, describe_insights(course), look)
