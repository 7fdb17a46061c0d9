"""The menu of requests, and the message of a question with its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.core.snapshot import GameSnapshot
from bot.play.questions import words
from bot.play.questions.questions import QuestionEnding
from bot.ui.component_ids import ComponentId
from bot.ui.components import button
from bot.ui.layout import BLUE, GREY, Row, View, board_link, card, row
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
