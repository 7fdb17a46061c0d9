"""Requests between players: asking, the message, and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.core.people import Place
from bot.core.publisher import Publisher
from bot.core.snapshot import GameSnapshot
from bot.play.games.flow import GameFlow
from bot.play.questions import words
from bot.play.questions.questions import QuestionEnding, QuestionMessage, Questions
from bot.ui.component_ids import ComponentId
from bot.ui.components import button
from bot.ui.layout import BLUE, GREY, Row, View, board_link, card, row
from bot.ui.messenger import Showing, shows
from bot.ui.publisher import Drawing
from bot.ui.request import Request, mentioning
from bot.ui.routes import OnRefusal, on_press
from bot.ui.words import message_link
from data.games.records import Question, QuestionKind
from languages import gettext

PLACES: Mapping[QuestionKind, tuple[int, int]] = {
    QuestionKind.HAND_OVER: (0, 1),
    QuestionKind.TAKE_BACK: (0, 2),
    QuestionKind.DRAW: (1, 0),
    QuestionKind.THINKING: (1, 1),
    QuestionKind.SWAP: (2, 0),
    QuestionKind.ADJOURN: (2, 1),
}
"""The row of Agree, and its place in the row, both from 0."""


def question_view(snapshot: GameSnapshot, question: Question, ending: QuestionEnding | None = None) -> View:
    """Draw a question with its buttons, or its ending."""
    text = words.question_text(snapshot, question, ending)
    if ending is not None:
        return card(text, colour=GREY)
    return card(text, *_buttons(snapshot, question), colour=BLUE)


def _buttons(snapshot: GameSnapshot, question: Question) -> list[Row]:
    """Return Agree in its place, with Refuse before it."""
    game_id, side = snapshot.game.id, question.side
    agree = button(
        gettext(words.AGREE[question.kind]),
        Agree(game_id, question.id, side),
        style=discord.ButtonStyle.success,
    )
    # Translators: a button with which the opponent says no to a request.
    refuse = button(gettext("Decline"), Refuse(game_id, question.id, side))
    in_row, place = PLACES[question.kind]
    rows: list[list[discord.ui.Item[Any]]] = [[refuse], *([] for _ in range(in_row))]
    for number, items in enumerate(rows):
        if len(items) < (place if number == in_row else 1):
            items.append(_to_the_board(snapshot))
    rows[in_row].append(agree)
    return [row(*items) for items in rows]


def _to_the_board(snapshot: GameSnapshot) -> discord.ui.Button[View]:
    """Return a button that links to the board and changes nothing."""
    game = snapshot.game
    return board_link(message_link(game.guild_id, game.channel_id, game.message_id))


class Agree(ComponentId, action="agree"):
    """Agree to the opponent's request."""

    game_id: int
    question: int
    side: int


class Refuse(ComponentId, action="refuse"):
    """Refuse the request, or withdraw the player's own."""

    game_id: int
    question: int
    side: int


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


async def post_question(
    request: Request, game_id: int, kind: QuestionKind, player: str | None = None
) -> None:
    """Ask the opponent in public; an earlier question of the same player is closed."""
    questions = request.kit[Questions]
    await request.kit[Publisher].restore(game_id)
    asked = await questions.ask(game_id, request.person, kind, player)
    snapshot, question = asked.snapshot, asked.question
    with request.publicly():
        shown, void = question_view(snapshot, question), question_view(snapshot, question, "void")
    try:
        sent = await request.send(shown, private=False, mentions=_pinging(snapshot, 1 - question.side))
    except Exception:
        await questions.not_sent(question)
        raise
    place = Place(sent.channel.id, snapshot.game.guild_id)
    if not await questions.record_message(question, place, sent.id):
        # The game has moved on, or another question has replaced it, while it was being sent.
        await sent.edit(view=void)
    if asked.replaced is not None:
        ending: QuestionEnding = "withdrawn" if asked.replaced.ply == question.ply else "void"
        await questions.show_ending(snapshot, asked.replaced, ending)


def _pinging(snapshot: GameSnapshot, side: int) -> discord.AllowedMentions:
    """Notify the opponent alone."""
    asked = snapshot.game.seats[side].player_id
    assert asked is not None
    return mentioning([asked])
