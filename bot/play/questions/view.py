"""The menu of requests, and the message of a question with its answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import discord

from bot.core.snapshot import GameSnapshot
from bot.play.assist.ids import TakeOver
from bot.play.conditionals.conditionals import can_be_planned
from bot.play.conditionals.view import ShowPlans
from bot.play.games.ids import ShowOwnView
from bot.play.help.ids import ShowRules
from bot.play.help.words import rules_of
from bot.play.my_games.view import next_button
from bot.play.questions import ids, words
from bot.play.questions.questions import QuestionEnding
from bot.ui.components import button, select
from bot.ui.layout import BLUE, GREY, Row, View, board_link, card, row, view
from bot.ui.opponent_menu import Menu
from bot.ui.thought_words import effort_lines
from bot.ui.words import message_link
from data import Question, QuestionKind
from languages import gettext, pgettext

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


def menu_view(snapshot: GameSnapshot, kinds: Sequence[QuestionKind], person_id: int) -> View:
    """Return the menu of a player: what they can ask now, buttons for their own view, their next game and
    the rules, and the computer's search effort.
    """
    game, kind = snapshot.game, snapshot.kind
    side = snapshot.side_of(person_id)
    lent = side is not None and game.delegates[side] is not None
    plans = side is not None and can_be_planned(game)
    ways = row(
        *([button(gettext("Plan moves"), ShowPlans(game.id), emoji="🔮")] if plans else []),
        *([button(pgettext("button", "Take over"), TakeOver(game.id), emoji="✋")] if lent else []),
        button(gettext("My view"), ShowOwnView(game.id), emoji="👁️"),
        next_button(game.id),
        button(rules_of(kind), ShowRules(kind.key), emoji="📖"),
    )
    counted = "\n".join(effort_lines(snapshot))
    told = [counted] if counted else []
    if not kinds:
        return view(gettext(words.NOTHING_TO_ASK), ways, *told)
    alone = any(seat.player_id is None for seat in game.seats)
    options = [discord.SelectOption(label=gettext(words.MENU[kind]), value=kind.value) for kind in kinds]
    heading = gettext(words.MENU_HEADING if not alone else words.MENU_HEADING_ALONE)
    menu = select(gettext(words.MENU_PLACEHOLDER), options, ids.Ask(game.id, game.ply))
    return view(heading, row(menu), ways, *told)


def computers_view(snapshot: GameSnapshot, menu: Menu) -> View:
    """Draw the computer players that can play on for the person."""
    game_id = snapshot.game.id
    chosen = menu.select(
        gettext(words.LEVEL_PLACEHOLDER),
        ids.ChooseComputer(game_id),
        partial(ids.ChooseOtherComputer, game_id),
    )
    return view(gettext(words.WHICH_COMPUTER), row(chosen))


def _buttons(snapshot: GameSnapshot, question: Question) -> list[Row]:
    """Return Agree in its place, with Refuse before it."""
    game_id, side = snapshot.game.id, question.side
    agree = button(
        gettext(words.AGREE[question.kind]),
        ids.Agree(game_id, question.id, side),
        style=discord.ButtonStyle.success,
    )
    refuse = button(gettext("Refuse"), ids.Refuse(game_id, question.id, side))
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
