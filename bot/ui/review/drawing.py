"""The pictures of a review, and the messages with them."""

from __future__ import annotations

import asyncio
import io
from itertools import accumulate

import discord

from bot.games.people import Names
from bot.games.snapshot import GameSnapshot
from bot.review.reports import Report
from bot.review.verdicts import ERRORS, JudgedMove, Review
from bot.ui.games.view import MOST_ALT, picture_names
from bot.ui.language import gettext
from bot.ui.looks import files_of, shown
from bot.ui.publisher import Drawing
from bot.ui.review.view import progress_view, review_view, step_view
from bot.ui.step_picture import draw_position
from bot.ui.step_words import number_of
from engine import Position
from renderers.overlays import Better
from renderers.review_chart import ReviewCourse, ReviewPoint, describe_course, draw_course
from renderers.themes import Look

WINS = "wins"
"""What sides give away where scores only tell who wins; a draw is half a win."""


async def draw_review(names: Names, report: Report, look: Look, seen_in: int | None) -> Drawing:
    """The message of a review, done or not, seen in a server (None: outside of all)."""
    if report.review is None:
        return Drawing(progress_view(report), [])
    snapshot = report.snapshot
    course = course_of(snapshot, report.review, await picture_names(names, snapshot.game, seen_in))
    png = await asyncio.to_thread(draw_course, course, theme=look.theme)
    chart = discord.File(io.BytesIO(png), filename=f"review-{snapshot.game.id}.png")
    alt = describe_course(course)[:MOST_ALT]
    return Drawing(review_view(snapshot, report.review, shown(look, chart, alt)), files_of(look, chart))


async def draw_step(
    names: Names,
    snapshot: GameSnapshot,
    review: Review,
    ply: int,
    look: Look,
    seen_in: int | None,
    side: int | None,
) -> Drawing:
    """The message of the position after `ply` moves.

    It is seen in a server (None: outside of all). Its buttons step through one side's errors (None: both).
    """
    positions = snapshot.positions()
    before = positions[max(0, ply - 1)]
    better = _better(snapshot, before, review.move_at(ply - 1))
    name = f"review-{snapshot.game.id}-move-{ply}.png"
    shown_step = await draw_position(names, snapshot, positions, ply, look, seen_in, name, better)
    return Drawing(step_view(snapshot, review, ply, before, shown_step.part, side), shown_step.files)


def _better(snapshot: GameSnapshot, before: Position, judged: JudgedMove | None) -> Better | None:
    if judged is None or judged.better is None:
        return None
    value = snapshot.kind.value_label(before, judged.best, exact=judged.proved)
    return Better(judged.better, value)


def course_of(snapshot: GameSnapshot, review: Review, names: tuple[str, str]) -> ReviewCourse:
    """What the chart of a review shows."""
    sides, unit = snapshot.kind.sides, snapshot.kind.judging.unit
    led_by = {move.ply + 1: move for move in review.moves}
    return ReviewCourse(
        names=(names[0] or sides[0].name, names[1] or sides[1].name),
        accuracies=(review.sides[0].accuracy, review.sides[1].accuracy),
        points=tuple(
            ReviewPoint(
                point.score if unit else None if point.points is None else point.points - 50.0,
                point.depth,
                *_error(led_by.get(point.ply)),
            )
            for point in review.points
        ),
        numbers=tuple(number_of(snapshot, point.ply - 1) for point in review.points),
        losses=(_losses(review, 0, unit), _losses(review, 1, unit)),
        unit=unit or WINS,
        ends=None if unit else (sides[0].name, gettext("draw"), sides[1].name),
    )


def _losses(review: Review, side: int, unit: str) -> tuple[float, ...]:
    """What a side had given away at each position: in the unit of its scores, or in wins."""
    lost = {
        move.ply + 1: move.given_away if unit else (move.lost or 0.0) / 100
        for move in review.moves
        if move.side == side
    }
    return tuple(accumulate(lost.get(point.ply, 0.0) for point in review.points))


def _error(move: JudgedMove | None) -> tuple[int, int]:
    """How large an error led to a position, and by which side."""
    if move is None or move.verdict not in ERRORS:
        return 0, 0
    return ERRORS.index(move.verdict) + 1, move.side
