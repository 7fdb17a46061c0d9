"""The messages of reviews: progress, summary, and one move at a time."""

from __future__ import annotations

import asyncio
from itertools import accumulate

import discord

from bot.catalog import Coloured
from bot.core.people import Names
from bot.core.snapshot import GameSnapshot
from bot.study.review import words
from bot.study.review.before_after_view import can_be_animated, draw_two_moves, two_moves
from bot.study.review.ids import AnimateError, CancelReview, HowComputed, NextError, OpenSteps, ReviewStep
from bot.study.review.reports import ReviewReport
from bot.study.review.verdicts import ERRORS, JudgedMove, Review
from bot.ui.components import button
from bot.ui.layout import BLUE, GOLD, GREY, Part, View, around, card, row, view
from bot.ui.links import AskReview, OpenReviewPage
from bot.ui.pictures import draw_position, drawn_part, picture_names
from bot.ui.publisher import Drawing
from bot.ui.step_through import number_of, step_buttons
from engine import Position
from languages import gettext, pgettext
from renderers.overlays import Better
from renderers.review_chart import ReviewCourse, ReviewPoint, describe_course, draw_course
from renderers.themes import Look


def progress_view(report: ReviewReport) -> View:
    """Draw a review that is not done."""
    game_id = report.snapshot.game.id
    if report.status.in_progress:
        # Translators: a button; it ends a review before it is complete.
        cancel = button(gettext("Cancel"), CancelReview(game_id), emoji="✖️")
        return card(words.progress_text(report), row(cancel), colour=BLUE)
    again = button(gettext("Review"), AskReview(game_id), emoji="🔍")
    return card(words.progress_text(report), row(again), colour=GREY)


def review_view(snapshot: GameSnapshot, review: Review, chart: Part, *, on_web: bool = False) -> View:
    """Draw a finished review; `chart` is a picture, or the words for it. `on_web`, it has a page, too."""
    game_id = snapshot.game.id
    # Translators: a button; it leads to the same review on a web page.
    page = [button(gettext("Open in the browser"), OpenReviewPage(game_id), emoji="🌐")] if on_web else []
    return card(
        words.review_text(snapshot, review),
        chart,
        row(
            button(
                gettext("Step through"),
                OpenSteps(game_id),
                style=discord.ButtonStyle.primary,
                emoji="▶️",
            ),
            button(
                # Translators: a button; it leads to the first error of a game.
                gettext("First error"),
                NextError(game_id, 0),
                emoji="❓",
                disabled=review.next_error(0) is None,
            ),
            button(gettext("How this is computed"), HowComputed(), emoji="🧮"),
            *page,
        ),
        colour=GOLD,
    )


def step_view(
    snapshot: GameSnapshot,
    review: Review,
    ply: int,
    before: Position,
    board: Part,
    side: int | None = None,
    follows: str | None = None,
) -> View:
    """Draw the position after `ply` moves; `before` is the one before the last of them. With a `side`, the
    buttons step only through its errors. `follows` is the label of the button that shows what follows."""
    game_id, plies = snapshot.game.id, snapshot.game.ply
    steps = step_buttons(ply, plies, lambda step: ReviewStep(game_id, ply, step))
    error = button(
        # Translators: a button; it leads to the next error of a game.
        gettext("Next error"),
        NextError(game_id, ply),
        emoji="❓",
        disabled=review.next_error(ply, side) is None,
    )
    rows = [row(*steps, error)]
    if follows is not None:
        rows.append(row(button(follows, AnimateError(game_id, ply), emoji="🎬")))
    return card(*around(board, words.step_text(snapshot, review, ply, before)), *rows, colour=GOLD)


def how_view() -> View:
    """Explain how a review is computed."""
    return view(words.how_computed())


async def draw_review(
    names: Names, report: ReviewReport, look: Look, seen_in: int | None, *, on_web: bool = False
) -> Drawing:
    """Draw a review, done or not, as seen in a server (None: outside of all); see `review_view`."""
    if report.review is None:
        return Drawing(progress_view(report), [])
    snapshot = report.snapshot
    course = course_of(snapshot, report.review, await picture_names(names, snapshot.game, seen_in))
    inks = snapshot.kind.inks(look.theme) if isinstance(snapshot.kind, Coloured) else None
    png = await asyncio.to_thread(draw_course, course, theme=look.theme, inks=inks)
    chart, files = drawn_part(png, f"review-{snapshot.game.id}.png", describe_course(course), look)
    return Drawing(review_view(snapshot, report.review, chart, on_web=on_web), files)


async def draw_step(
    names: Names,
    snapshot: GameSnapshot,
    review: Review,
    ply: int,
    look: Look,
    seen_in: int | None,
    side: int | None,
) -> Drawing:
    """Draw the position after `ply` moves.

    It is seen in a server (None: outside of all). Its buttons step through one side's errors (None: both).
    """
    positions = snapshot.positions()
    before = positions[max(0, ply - 1)]
    better = _better(snapshot, before, review.move_at(ply - 1))
    name = f"review-{snapshot.game.id}-move-{ply}.png"
    compared = two_moves(snapshot, review, ply)
    if compared is None:
        shown_step = await draw_position(names, snapshot, positions, ply, look, seen_in, name, better)
    else:
        shown_step = await draw_two_moves(snapshot, compared, look, name)
    animated = compared is not None and can_be_animated(snapshot)
    if animated and look.in_words:
        # Translators: a button; it says which moves are expected after the move played and the better one.
        follows = gettext("What follows")
    elif animated:
        # Translators: a button; it shows the move played and the better one as an animation.
        follows = gettext("Animate both")
    else:
        follows = None
    view = step_view(snapshot, review, ply, before, shown_step.part, side, follows)
    return Drawing(view, shown_step.files)


def _better(snapshot: GameSnapshot, before: Position, judged: JudgedMove | None) -> Better | None:
    if judged is None or judged.better is None:
        return None
    value = snapshot.kind.value_label(before, judged.best, exact=judged.proved)
    return Better(judged.better, value)


def course_of(snapshot: GameSnapshot, review: Review, names: tuple[str, str]) -> ReviewCourse:
    """Return the curve of a review's chart."""
    sides, unit = snapshot.kind.sides, snapshot.kind.judging.unit
    led_by = {move.ply + 1: move for move in review.moves}
    return ReviewCourse(
        names=(names[0] or sides[0].name, names[1] or sides[1].name),
        sides=(sides[0].name, sides[1].name),
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
        # Translators: on the axis of a chart, between the names of the sides that win.
        ends=None if unit else (sides[0].name, pgettext("result", "draw"), sides[1].name),
    )


def _losses(review: Review, side: int, unit: str) -> tuple[float, ...]:
    """Return a side's cumulative loss at each position, in units of its scores or in wins."""
    lost = {
        move.ply + 1: move.loss if unit else (move.points_lost or 0.0) / 100
        for move in review.moves
        if move.side == side
    }
    return tuple(accumulate(lost.get(point.ply, 0.0) for point in review.points))


def _error(move: JudgedMove | None) -> tuple[int, int]:
    """Return the size of the error that led to a position, and its side."""
    if move is None or move.verdict not in ERRORS:
        return 0, 0
    return ERRORS.index(move.verdict) + 1, move.side
