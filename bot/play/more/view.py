"""The menu under More, and that of computer players who could play on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

import discord

from bot.core.snapshot import GameSnapshot
from bot.play.conditionals.view import ShowPlans
from bot.play.games.conditionals import can_be_planned
from bot.play.games.ids import ShowOwnView
from bot.play.help.words import rules_of
from bot.play.questions import words
from bot.ui.component_ids import SETS, ComponentId
from bot.ui.components import button, select
from bot.ui.layout import View, row, view
from bot.ui.links import (
    ShowRules,
    TakeOverFrom,
    WatchOnWeb,
    next_button,
    open_button,
    stand_ins,
    watch_button,
)
from bot.ui.opponent_menu import Menu
from bot.ui.thought_words import effort_lines
from data.games.records import QuestionKind
from languages import gettext, pgettext


def menu_view(
    snapshot: GameSnapshot,
    kinds: Sequence[QuestionKind],
    person_id: int,
    *,
    on_web: bool = False,
    can_open: bool = False,
) -> View:
    """Return the menu of a player: what they can ask now, buttons for their own view, their next game and
    the rules, and the computer's search effort. `on_web`, the game can be watched in a browser,
    and with `can_open` inside of Discord.
    """
    game, kind = snapshot.game, snapshot.kind
    side = snapshot.side_of(person_id)
    lent = side is not None and game.delegates[side] is not None
    plans = side is not None and can_be_planned(game)
    ways = row(
        # Translators: a button; it plans answers to the opponent's moves.
        *([button(gettext("Plan moves"), ShowPlans(game.id), emoji="🔮")] if plans else []),
        *(
            [button(pgettext("button", "Take over"), TakeOverFrom(game.id, stand_ins(snapshot)), emoji="✋")]
            if lent
            else []
        ),
        # Translators: a button; it shows the board as the reader likes it.
        button(gettext("My view"), ShowOwnView(game.id), emoji="👁️"),
        next_button(game.id),
        button(rules_of(kind), ShowRules(kind.key), emoji="📖"),
    )
    links = [watch_button(WatchOnWeb(game.id))] if on_web else []
    links += [open_button(game.id)] if can_open else []
    watch = [row(*links)] if links else []
    counted = "\n".join(effort_lines(snapshot))
    told = [counted] if counted else []
    if not kinds:
        return view(gettext(words.NOTHING_TO_ASK), ways, *watch, *told)
    alone = any(seat.player_id is None for seat in game.seats)
    options = [discord.SelectOption(label=gettext(words.MENU[kind]), value=kind.value) for kind in kinds]
    heading = gettext(words.MENU_HEADING if not alone else words.MENU_HEADING_ALONE)
    menu = select(gettext(words.MENU_PLACEHOLDER), options, Ask(game.id, game.ply))
    return view(heading, row(menu), ways, *watch, *told)


def computers_view(snapshot: GameSnapshot, menu: Menu) -> View:
    """Draw the computer players that can play on for the person."""
    game_id = snapshot.game.id
    chosen = menu.select(
        gettext(words.LEVEL_PLACEHOLDER),
        ChooseComputer(game_id),
        partial(ChooseOtherComputer, game_id),
    )
    return view(gettext(words.WHICH_COMPUTER), row(chosen))


class Ask(ComponentId, action="ask"):
    """Request what is chosen from the menu, which was opened at `ply`."""

    game_id: int
    ply: int


class ChooseComputer(ComponentId, action="ask_level", timeless=SETS):
    """Choose the level of the computer player that is to play on."""

    game_id: int


class ChooseOtherComputer(ComponentId, action="ask_other", timeless=SETS):
    """Choose a style or a custom opponent to play for the player."""

    game_id: int
    group: Literal["style", "own"]
    page: int
