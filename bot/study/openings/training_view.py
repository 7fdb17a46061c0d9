"""The messages of the trainer: a question, the answer to one that was missed, and the end of a session."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.catalog import GAMES, Diagram
from bot.study.analysis.view import texts_of
from bot.study.openings import ids, training_words
from bot.study.openings.lines import study_of
from bot.study.openings.training import TrainingRest, TrainingStep
from bot.ui.components import ComponentItem, button
from bot.ui.layout import BLUE, GOLD, GREEN, Row, View, around, card, row
from bot.ui.moves import rows_of_moves
from bot.ui.pictures import draw_diagram
from bot.ui.publisher import Drawing
from data.repertoires.training import TrainingWish
from languages import gettext
from renderers.themes import Look


async def draw_question(step: TrainingStep, look: Look) -> Drawing:
    """Draw the current question of a session."""
    session, question = step.session, step.question
    assert question is not None
    asked, kind = question.asked, GAMES[question.asked.game]
    study = study_of(kind, asked.new.line)
    diagram = Diagram(study.position, study.recent, hints=True)
    board, files = await draw_diagram(kind, diagram, look, f"training-{session.id}-{question.number}.png")
    moves = rows_of_moves(
        kind.buttons(study.position),
        lambda move: ids.TrainMove(session.id, question.number, move),
    )
    ways = row(
        button(gettext("Stop"), ids.StopTraining(session.id), emoji="⏹️"),
        _to_repertoire(session.wish),
    )
    return Drawing(card(*around(board, training_words.question_text(step)), *moves, ways, colour=BLUE), files)


async def draw_missed(step: TrainingStep, look: Look) -> Drawing:
    """Draw the answer to a question that was missed."""
    session, question = step.session, step.question
    assert question is not None
    asked, kind = question.asked, GAMES[question.asked.game]
    study = study_of(kind, (*asked.new.line, asked.new.move))
    name = f"training-{session.id}-{question.number}-answer.png"
    board, files = await draw_diagram(kind, Diagram(study.position, study.recent), look, name)
    at = texts_of(study_of(kind, asked.new.line))
    buttons = row(
        button(
            # Translators: a button; it shows the next question of a training session.
            gettext("Continue"),
            ids.NextQuestion(session.id),
            style=discord.ButtonStyle.primary,
            emoji="▶️",
        ),
        button(gettext("Explore"), ids.ExploreHere(*at), emoji="📖"),
        button(gettext("Stop"), ids.StopTraining(session.id), emoji="⏹️"),
    )
    return Drawing(card(*around(board, training_words.missed_text(step)), buttons, colour=GOLD), files)


def end_view(step: TrainingStep, next_at: datetime | None, now: datetime) -> View:
    """Sum up a session that is over."""
    is_due = next_at is not None and next_at <= now
    buttons = _ways(step.session.wish, is_due=is_due)
    return card(training_words.end_text(step, next_at, now), buttons, colour=GREEN)


def rest_view(rest: TrainingRest) -> View:
    """Say that nothing is due, and offer to train ahead."""
    return card(training_words.rest_text(rest), _ways(rest.wish, is_due=False), colour=GREEN)


def _ways(wish: TrainingWish, *, is_due: bool) -> Row:
    key, side = wish.game or "", -1 if wish.side is None else wish.side
    primary = discord.ButtonStyle.primary
    again = (
        button(gettext("Train"), ids.StartTraining(key, side, "due"), style=primary, emoji="🎓")
        if is_due
        # Translators: a button; it trains moves that are not due yet.
        else button(gettext("Train early"), ids.StartTraining(key, side, "any"), emoji="🎓")
    )
    return row(again, _to_repertoire(wish))


def _to_repertoire(wish: TrainingWish) -> ComponentItem:
    """Return the button that shows the repertoire being trained."""
    shown = ids.ShowRepertoire(wish.game or next(iter(GAMES)), wish.side or 0)
    return button(gettext("My repertoire"), shown, emoji="📚")
