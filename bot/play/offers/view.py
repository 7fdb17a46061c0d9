"""The message of a game that has not started.

An open game has a card: Join for everyone; computer levels, an invitation, board, time and colours for the
player who created it. A challenge to one person has their answers.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

import discord

from bot.catalog import chosen_board
from bot.core.people import Place
from bot.core.snapshot import GameSnapshot
from bot.play.games import ids
from bot.play.games.challenges import can_be_rated
from bot.play.offers import words
from bot.ui.components import ComponentItem, button, select, user_select
from bot.ui.layout import GREEN, GREY, Part, Row, View, card, row
from bot.ui.opponent_menu import Menu
from bot.ui.options import TIMES, USUAL
from bot.ui.times import UNLIMITED
from bot.ui.words import board_name
from data.games.records import GameState, SideChoice, WhyUnrated
from languages import gettext, pgettext

SIDES: tuple[SideChoice, ...] = ("random", "first", "second")


def is_start_card(snapshot: GameSnapshot) -> bool:
    """Return whether an opponent is still to be found."""
    return snapshot.game.state is GameState.OFFERED and snapshot.game.opponent_id is None


def offer_view(snapshot: GameSnapshot, menu: Menu | None = None, board: Part | None = None) -> View:
    """Return the message of an offer, open or closed with the reason.

    `menu` has the computer players for a start card; `board` is the starting position where it has to be
    shown.
    """
    text, game = words.offer_text(snapshot), snapshot.game
    if game.state is not GameState.OFFERED:
        return card(text, colour=GREY)
    shown: list[Part] = [text] if board is None else [text, board]
    if is_start_card(snapshot):
        return card(*shown, *_start_rows(snapshot, menu), colour=GREEN)
    accept = button(pgettext("button", "Accept"), ids.Accept(game.id), style=discord.ButtonStyle.success)
    decline = button(pgettext("button", "Decline"), ids.Decline(game.id))
    return card(*shown, row(accept, decline, _withdraw(snapshot)), colour=GREEN)


def _start_rows(snapshot: GameSnapshot, menu: Menu | None) -> list[Row]:
    game = snapshot.game
    # A private chat has no other readers.
    alone = Place.of(game).is_private_chat
    buttons = []
    if not alone:
        join = ids.Join(game.id, game.version)
        buttons.append(button(pgettext("button", "Join"), join, style=discord.ButtonStyle.success))
    menus = []
    if menu is not None:
        style = discord.ButtonStyle.primary
        level = ids.PlayLevel(game.id, menu.suited)
        buttons.append(button(words.play_level(menu.suited), level, style=style, emoji="🤖"))
        menus.append(
            menu.select(words.other_player(), ids.ChooseLevel(game.id), partial(ids.ChooseOther, game.id))
        )
    if can_choose_rated(snapshot) and not alone:
        other: Literal["yes", "no"] = "no" if game.rated else "yes"
        buttons.append(button(words.rated_button(rated=game.rated), ids.ChooseRated(game.id, other)))
    if not alone:
        menus.append(user_select(words.invite(), ids.Invite(game.id)))
    if len(snapshot.kind.variants) > 1:
        menus.append(_boards(snapshot))
    menus += [_sides(snapshot), _times(snapshot)]
    return [row(*buttons, _withdraw(snapshot)), *map(row, menus)]


def can_choose_rated(snapshot: GameSnapshot) -> bool:
    """Return whether the players choose if the game is rated: on unusual boards, unless the server forbids
    it.
    """
    game = snapshot.game
    server = game.unrated is not None and game.unrated.why is WhyUnrated.SERVER
    return bool(game.options) and can_be_rated(game.options) and not server


def _withdraw(snapshot: GameSnapshot) -> ComponentItem:
    return button(pgettext("button", "Withdraw"), ids.Withdraw(snapshot.game.id))


def _boards(snapshot: GameSnapshot) -> ComponentItem:
    game, kind = snapshot.game, snapshot.kind
    boards = {variant.options: variant.label for variant in kind.variants}
    # There may be more boards than those to choose from.
    chosen = chosen_board(game.options)
    boards.setdefault(chosen, board_name(snapshot))
    options = [
        discord.SelectOption(
            label=words.board_option(label),
            value=board or USUAL,
            description=words.unrated_board() if board else None,
            default=board == chosen,
        )
        for board, label in boards.items()
    ]
    # Translators: a menu for the kind of board.
    return select(gettext("Board"), options, ids.ChooseBoard(game.id))


def _sides(snapshot: GameSnapshot) -> ComponentItem:
    game = snapshot.game
    options = [
        discord.SelectOption(
            label=words.side_option(snapshot.kind, side), value=side, default=side == game.side_choice
        )
        for side in SIDES
    ]
    # Translators: a menu for who plays which side.
    return select(gettext("Colours"), options, ids.ChooseSide(game.id))


def _times(snapshot: GameSnapshot) -> ComponentItem:
    game = snapshot.game
    chosen = game.clock.control if game.clock else None
    # A board outside the list may have been typed.
    own = [] if chosen is None or chosen in TIMES else [chosen]
    options = [
        discord.SelectOption(
            label=words.time_option(time),
            value=UNLIMITED if time is None else str(time),
            default=time == chosen,
        )
        for time in (None, *TIMES, *own)
    ]
    return select(gettext("Time"), options, ids.ChooseTime(game.id))
