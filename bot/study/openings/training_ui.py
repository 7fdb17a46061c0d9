"""The trainer: `/opening train`, and its buttons."""

from __future__ import annotations

from bot.catalog import GAMES
from bot.study.openings import ids
from bot.study.openings.refusals import NoRepertoire
from bot.study.openings.repertoire_ui import show_repertoire
from bot.study.openings.training import Training, TrainingRest, TrainingStep
from bot.study.openings.training_view import draw_missed, draw_question, end_view, rest_view
from bot.ui.layout import View
from bot.ui.pictures import own_look
from bot.ui.publisher import Drawing
from bot.ui.request import Request
from bot.ui.routes import on_move, on_press
from data.repertoires.training import TrainingWish


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
    """Answer with a move."""
    session, number, move = chosen.session, chosen.number, chosen.move
    training, who = request.kit[Training], request.person
    await _put(request, await training.answer(who, session, number, move, request.channel_id))


@on_press(ids.NextQuestion)
async def next_question(request: Request, pressed: ids.NextQuestion) -> None:
    """Show the next question."""
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
