"""The messages of a review: its progress, the whole of it, and a single move."""

from __future__ import annotations

import discord

from bot.games.snapshot import GameSnapshot
from bot.review.reports import Report
from bot.review.verdicts import Review
from bot.ui.components import button
from bot.ui.language import gettext
from bot.ui.layout import BLUE, GOLD, GREY, Part, View, around, card, row, view
from bot.ui.review import component_ids as ids
from bot.ui.review import words
from bot.ui.step_through import step_buttons
from engine import Position


def progress_view(report: Report) -> View:
    """The message of a review that is not done."""
    game_id = report.snapshot.game.id
    if report.status.under_way:
        cancel = button(gettext("Cancel"), ids.CancelReview(game_id), emoji="✖️")
        return card(words.progress_text(report), row(cancel), colour=BLUE)
    again = button(gettext("Review"), ids.AskReview(game_id), emoji="🔍")
    return card(words.progress_text(report), row(again), colour=GREY)


def review_view(snapshot: GameSnapshot, review: Review, chart: Part) -> View:
    """The message of a review; `chart` is a picture, or the words for it."""
    game_id = snapshot.game.id
    return card(
        words.review_text(snapshot, review),
        chart,
        row(
            button(
                gettext("Step through"),
                ids.OpenSteps(game_id),
                style=discord.ButtonStyle.primary,
                emoji="▶️",
            ),
            button(
                gettext("First error"),
                ids.NextError(game_id, 0),
                emoji="❓",
                disabled=review.next_error(0) is None,
            ),
            button(gettext("How this is computed"), ids.HowComputed(), emoji="🧮"),
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
) -> View:
    """The message of the position after `ply` moves; `before` is the one before the last of them. With a
    `side`, only its errors are gone through."""
    game_id, plies = snapshot.game.id, snapshot.game.ply
    steps = step_buttons(ply, plies, lambda step: ids.ReviewStep(game_id, ply, step))
    error = button(
        gettext("Next error"),
        ids.NextError(game_id, ply),
        emoji="❓",
        disabled=review.next_error(ply, side) is None,
    )
    return card(
        *around(board, words.step_text(snapshot, review, ply, before)),
        row(*steps, error),
        colour=GOLD,
    )


def how_view() -> View:
    """How a review is computed."""
    return view(words.how_computed())
