"""The buttons of questions to the opponent."""

from __future__ import annotations

from bot.play.games.flow import GameFlow
from bot.play.questions.questions import QuestionMessage, Questions
from bot.play.questions.view import Agree, Refuse, question_view
from bot.ui.messenger import Showing, shows
from bot.ui.publisher import Drawing
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_press


@on_press(Agree, on_refusal=OnRefusal.CLOSE)
async def agree(request: Request, pressed: Agree) -> None:
    """Carry out the request that the opponent agreed to."""
    kit = request.kit
    answered = await kit[Questions].agree(pressed.game_id, pressed.question, pressed.side, request.person)
    with request.publicly():
        closed = question_view(answered.before, answered.question, "agreed")
    await request.replace(closed)
    await kit[GameFlow].proceed(answered.after, None, request.arrived)


@on_press(Refuse, on_refusal=OnRefusal.CLOSE)
async def refuse(request: Request, pressed: Refuse) -> None:
    """Refuse the request, or withdraw the player's own."""
    questions = request.kit[Questions]
    snapshot, question, answer = await questions.refuse(
        pressed.game_id, pressed.question, pressed.side, request.person
    )
    with request.publicly():
        closed = question_view(snapshot, question, answer)
    await request.replace(closed)


@shows(
    QuestionMessage,
    lambda asked: {"game": asked.snapshot.game.id, "question": asked.question.id},
    person=lambda asked: asked.snapshot.game.challenger_id,
)
async def draw_question(asked: QuestionMessage, scene: Showing) -> Drawing:
    """Draw a question to the opponent, or how it ended."""
    return Drawing(question_view(asked.snapshot, asked.question, asked.ending), [])


FEATURES = (Questions,)
