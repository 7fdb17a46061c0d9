"""Requests between players: asking, the message, and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.core.people import Place
from bot.core.publisher import Publisher
from bot.core.snapshot import GameSnapshot
from bot.play.games.flow import GameFlow
from bot.play.games.ids import OfGame
from bot.play.questions import QuestionEnding, QuestionMessage, Questions
from bot.ui.components import button
from bot.ui.layout import BLUE, GREY, Row, View, board_link, card, row
from bot.ui.messenger import Showing, shows
from bot.ui.publisher import Drawing
from bot.ui.request import Request, mentioning
from bot.ui.routes import OnRefusal, on_press
from bot.ui.times import price
from bot.ui.words import computer_name, game_link, mention
from data.games.records import Question, QuestionKind
from engine.search.position import PASS
from languages import gettext, gettext_noop
from languages.numbers import joined

MENU: Mapping[QuestionKind, str] = {
    # Translators, all below: in the menu of what a player can ask of their opponent or of the computer.
    QuestionKind.TAKE_BACK: gettext_noop("Take my last move back"),
    QuestionKind.DRAW: gettext_noop("Offer a draw"),
    QuestionKind.SWAP: gettext_noop("Swap colours"),
    QuestionKind.ADJOURN: gettext_noop("Put the game aside"),
    QuestionKind.HAND_OVER: gettext_noop("Let a computer play for me"),
    QuestionKind.THINKING: gettext_noop("Show me what you think of my moves"),
}
AGREE: Mapping[QuestionKind, str] = {
    # Translators: a button with which the opponent agrees; short is better.
    QuestionKind.TAKE_BACK: gettext_noop("Agree to the takeback"),
    QuestionKind.DRAW: gettext_noop("Agree to a draw"),
    QuestionKind.SWAP: gettext_noop("Agree to swap"),
    QuestionKind.ADJOURN: gettext_noop("Agree to put it aside"),
    # Translators: a button with which the opponent says yes to a request.
    QuestionKind.HAND_OVER: gettext_noop("Agree"),
    # Translators: a button with which the opponent says yes to a request.
    QuestionKind.THINKING: gettext_noop("Agree"),
}
WHICH_COMPUTER = gettext_noop(
    "Who should play for you? A style looks 4 moves ahead; `/game ask` takes any depth, such as "
    "`bot:greedy:6`."
)

BEFORE: Mapping[QuestionKind, str] = {
    # Translators: {asker} and {other} are people; what became of the question follows in another sentence.
    QuestionKind.TAKE_BACK: gettext_noop(
        "{asker} wanted to take their last move back in the {game} game against {other}."
    ),
    QuestionKind.DRAW: gettext_noop("{asker} offered a draw in the {game} game against {other}."),
    QuestionKind.SWAP: gettext_noop("{asker} wanted to swap colours in the {game} game against {other}."),
    QuestionKind.ADJOURN: gettext_noop("{asker} wanted to put the {game} game against {other} aside."),
    QuestionKind.HAND_OVER: gettext_noop(
        "{asker} wanted {computer} to play for them in the {game} game against {other}."
    ),
    QuestionKind.THINKING: gettext_noop(
        "{asker} wanted to see what I think in the {game} game against {other}."
    ),
}
"""Questions that ended without agreement."""

ENDINGS: Mapping[QuestionEnding, str] = {
    # Translators: {asker} and {other} are people; follows a sentence that says what was asked.
    "refused": gettext_noop("{other} declined; the game continues."),
    "withdrawn": gettext_noop("{asker} withdrew the request."),
    "void": gettext_noop("The game has moved on, so this request no longer applies."),
}

DONE: Mapping[QuestionKind, str] = {
    # Translators: {other} agreed to a question of {asker}, both people.
    QuestionKind.TAKE_BACK: gettext_noop(
        "{other} agreed: {asker} took their last move back, and it is {asker}'s turn."
    ),
    QuestionKind.DRAW: gettext_noop("{other} agreed: the {game} game is a draw."),
    # Translators: {asked_side} and {other_side} are “Black” and “White”, or the other way round.
    QuestionKind.SWAP: gettext_noop(
        "{other} agreed: {other} plays {asked_side}, {asker} plays {other_side}."
    ),
    QuestionKind.ADJOURN: gettext_noop("{other} agreed: the {game} game is put aside."),
    QuestionKind.HAND_OVER: gettext_noop("{other} agreed: {computer} plays for {asker}."),
    QuestionKind.THINKING: gettext_noop(
        "{other} agreed. {asker} and {other}, you can now each see privately what I think: press More."
    ),
}
"""Outcomes of questions. The sides are those at the time of the question."""

QUESTIONS: Mapping[QuestionKind, str] = {
    # Translators: {asker} and {other} are people, {moves} are moves such as “⚫ c4 ⚪ e3”.
    QuestionKind.TAKE_BACK: gettext_noop(
        "{asker} would like to take back **{moves}** in the {game} game against {other}."
    ),
    QuestionKind.DRAW: gettext_noop("{asker} offers a draw in the {game} game against {other}."),
    # Translators: {asked_side} and {other_side} are “Black” and “White”, or the other way round.
    QuestionKind.SWAP: gettext_noop(
        "{asker} would like to swap colours in the {game} game against {other}: {other} would play "
        "{asked_side}, {asker} {other_side}."
    ),
    QuestionKind.ADJOURN: gettext_noop(
        "{asker} would like to put the {game} game against {other} aside. The clocks stop until one of "
        "you resumes it."
    ),
    QuestionKind.HAND_OVER: gettext_noop(
        "{asker} would like {computer} to play for them in the {game} game against {other}. They may take "
        "over again later."
    ),
    QuestionKind.THINKING: gettext_noop(
        "{asker} would like to see what I think in the {game} game against {other}. After that, both "
        "of you can ask."
    ),
}


def question_text(snapshot: GameSnapshot, question: Question, ending: QuestionEnding | None = None) -> str:
    """Describe a question and its price, or its ending.

    `snapshot` is the game at the time of the question; for a void question, the current one.
    """
    values = _values(snapshot, question)
    if ending == "agreed":
        return gettext(DONE[question.kind], **values)
    if ending is not None:
        return joined([gettext(BEFORE[question.kind], **values), gettext(ENDINGS[ending], **values)])
    asked = gettext(QUESTIONS[question.kind], moves=_moves_taken_back(snapshot, question.side), **values)
    price_ = _price(snapshot, question)
    request = gettext("{other}, do you agree? This request ends with the next move.", **values)
    return f"{joined([asked, price_])}\n{request}" if price_ else f"{asked}\n{request}"


def _moves_taken_back(snapshot: GameSnapshot, side: int) -> str:
    """List the moves removed by taking back the last move of a side, in order."""
    first = snapshot.last_ply_of(side)
    if first is None:
        return ""
    moves = [
        f"{snapshot.kind.sides[by].disc} {snapshot.kind.move_name(move)}"
        for move, by in zip(snapshot.game.moves[first:], snapshot.movers[first:], strict=True)
        if move != PASS
    ]
    return " ".join(moves)


def _price(snapshot: GameSnapshot, question: Question) -> str:
    """Say what agreeing means for the rating."""
    rated = snapshot.game.rated
    match question.kind:
        case QuestionKind.SWAP | QuestionKind.ADJOURN:
            return ""
        case QuestionKind.DRAW if rated:
            return gettext("It counts as a draw for both ratings.")
        case QuestionKind.TAKE_BACK if rated:
            return gettext("The game then becomes **unrated**.")
        case QuestionKind.DRAW | QuestionKind.TAKE_BACK:
            return gettext("The game is unrated anyway.")
        case _:
            return price(snapshot, mention(snapshot.game.seats[question.side].player_id))


def _values(snapshot: GameSnapshot, question: Question) -> dict[str, str]:
    seats, sides = snapshot.game.seats, snapshot.kind.sides
    return {
        "asker": mention(seats[question.side].player_id),
        "other": mention(seats[1 - question.side].player_id),
        "game": snapshot.kind.title,
        "asked_side": sides[question.side].name,
        "other_side": sides[1 - question.side].name,
        "computer": "" if question.player is None else computer_name(question.player),
    }


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
    text = question_text(snapshot, question, ending)
    if ending is not None:
        return card(text, colour=GREY)
    return card(text, *_buttons(snapshot, question), colour=BLUE)


def _buttons(snapshot: GameSnapshot, question: Question) -> list[Row]:
    """Return Agree in its place, with Refuse before it."""
    game_id, side = snapshot.game.id, question.side
    yes = Agree(game_id, question.id, side)
    agree = button(gettext(AGREE[question.kind]), yes, style=discord.ButtonStyle.success)
    # Translators: a button with which the opponent says no to a request.
    refuse = button(gettext("Decline"), Refuse(game_id, question.id, side))
    in_row, place = PLACES[question.kind]
    rows: list[list[discord.ui.Item[Any]]] = [[refuse], *([] for _ in range(in_row))]
    for number, items in enumerate(rows):
        if len(items) < (place if number == in_row else 1):
            # It changes nothing.
            items.append(board_link(game_link(snapshot.game)))
    rows[in_row].append(agree)
    return [row(*items) for items in rows]


class Agree(OfGame, action="agree"):
    """Agree to the opponent's request."""

    question: int
    side: int


class Refuse(OfGame, action="refuse"):
    """Refuse the request, or withdraw the player's own."""

    question: int
    side: int


@on_press(Agree, on_refusal=OnRefusal.CLOSE)
async def agree(request: Request, pressed: Agree) -> None:
    kit = request.kit
    answered = await kit[Questions].agree(pressed.game_id, pressed.question, pressed.side, request.person)
    with request.publicly():
        closed = question_view(answered.before, answered.question, "agreed")
    await request.replace(closed)
    await kit[GameFlow].proceed(answered.after, None, request.arrived)


@on_press(Refuse, on_refusal=OnRefusal.CLOSE)
async def refuse(request: Request, pressed: Refuse) -> None:
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
    opponent = snapshot.game.seats[1 - question.side].player_id
    assert opponent is not None
    with request.publicly():
        shown, void = question_view(snapshot, question), question_view(snapshot, question, "void")
    try:
        sent = await request.send(shown, private=False, mentions=mentioning([opponent]))
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
