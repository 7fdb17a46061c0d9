"""The trainer: `/opening train`, its questions and answers, and its buttons."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.catalog import GAMES, Diagram
from bot.study.analysis.ui import texts_of
from bot.study.openings import repertoire_words as training_words
from bot.study.openings import ui as ids
from bot.study.openings.lines import study_of
from bot.study.openings.refusals import NoRepertoire
from bot.study.openings.repertoire_ui import show_repertoire
from bot.study.openings.training import Training, TrainingRest, TrainingStep
from bot.ui.components import ComponentItem, button
from bot.ui.layout import BLUE, GOLD, GREEN, Row, View, around, card, row
from bot.ui.moves import rows_of_moves
from bot.ui.pictures import draw_diagram, own_look
from bot.ui.publisher import Drawing
from bot.ui.request import Request
from bot.ui.routes import on_move, on_press
from data.repertoires.repertoires import TrainingWish
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
    shown = ids.ShowRepertoire(wish.game or next(iter(GAMES)), wish.side or 0)
    return button(gettext("My repertoire"), shown, emoji="📚")


async def train(request: Request, wish: TrainingWish) -> None:
    """Answer a command with a session, begun now or before; or with the repertoire if it is empty."""
    try:
        drawing = await _begun(request, wish)
    except NoRepertoire:
        kind = GAMES[wish.game or next(iter(GAMES))]
        await show_repertoire(request, kind, wish.side or 0, new=True)
        return
    await request.send(drawing.view, private=True, files=drawing.files)


@on_press(ids.StartTraining)
async def start(request: Request, pressed: ids.StartTraining) -> None:
    """Begin a session, in place of a private message with the button."""
    side = pressed.side if pressed.side in (0, 1) else None
    drawing = await _begun(request, TrainingWish(pressed.key or None, side, pressed.which == "any"))
    if request.on_private_message:
        await request.replace(drawing.view, drawing.files)
        request.record_change()
    else:
        await request.send(drawing.view, private=True, files=drawing.files)


@on_move(ids.TrainMove)
async def answer(request: Request, chosen: ids.TrainMove) -> None:
    session, number, move = chosen.session, chosen.number, chosen.move
    training, who = request.kit[Training], request.person
    await _put(request, await training.answer(who, session, number, move, request.channel_id))


@on_press(ids.NextQuestion)
async def next_question(request: Request, pressed: ids.NextQuestion) -> None:
    training = request.kit[Training]
    await _put(request, await training.proceed(request.person, pressed.session, request.channel_id))


@on_press(ids.StopTraining)
async def stop(request: Request, pressed: ids.StopTraining) -> None:
    """End a session."""
    await _put(request, await request.kit[Training].stop(request.person, pressed.session))


async def _put(request: Request, step: TrainingStep) -> None:
    """Show the current state of a session, in place of the message with the button."""
    drawing = await _draw(request, step)
    await request.replace_or_send(drawing.view, drawing.files)
    request.record_change()


async def _begun(request: Request, wish: TrainingWish) -> Drawing:
    step = await request.kit[Training].start(request.person, wish, request.channel_id)
    if isinstance(step, TrainingRest):
        return Drawing(rest_view(step), [])
    return await _draw(request, step)


async def _draw(request: Request, step: TrainingStep) -> Drawing:
    if step.question is None:
        return Drawing(await _end(request, step), [])
    look = await own_look(request)
    return await (draw_missed if step.missed else draw_question)(step, look)


async def _end(request: Request, step: TrainingStep) -> View:
    next_at = await request.kit[Training].next_due(request.person, step.session.wish)
    return end_view(step, next_at, request.kit.runtime.now())
