"""The message of a game that has not started.

An open game has a card: Join for everyone; computer levels, an invitation, board, time and colours for the
player who created it. A challenge to one person has their answers.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

import discord

from bot.catalog import chosen_board
from bot.computer.opponents.names import level_name
from bot.core.people import Place
from bot.core.snapshot import GameSnapshot
from bot.play.games import ids
from bot.play.games.challenges import can_be_rated
from bot.ui.components import ComponentItem, button, select, user_select
from bot.ui.layout import GREEN, GREY, Part, Row, View, card, row
from bot.ui.opponent_menu import Menu
from bot.ui.options import TIMES, USUAL
from bot.ui.times import NO_LIMIT, UNLIMITED, time_name
from bot.ui.words import board_name, command_name, mention
from data.games.records import GameState, SideChoice, WhyUnrated
from languages import gettext, pgettext
from languages.numbers import separated


def offer_text(snapshot: GameSnapshot) -> str:
    """Say who challenges whom to what and what to do, or how the offer ended."""
    kind = snapshot.kind
    lines = [f"### {kind.sides[0].disc}{kind.sides[1].disc} {kind.title}", _asked(snapshot)]
    lines += _to_do(snapshot) if snapshot.game.state is GameState.OFFERED else [_ended(snapshot)]
    return "\n".join(lines)


def _asked(snapshot: GameSnapshot) -> str:
    game = snapshot.game
    values = {
        "challenger": mention(game.challenger_id),
        "opponent": mention(game.opponent_id),
        "terms": _terms(snapshot),
    }
    if game.opponent_id is None and Place.of(game).is_private_chat:
        return gettext("A game against me ({terms}).", **values)
    if game.opponent_id is None:
        # Translators: {terms} is a list such as “8x8, rated; random colours; 5 min”.
        return gettext("{challenger} is looking for an opponent ({terms}).", **values)
    if game.rematch_of is not None:
        return gettext("{challenger} challenges {opponent} to a rematch ({terms}).", **values)
    return gettext("{challenger} challenges {opponent} to a game ({terms}).", **values)


def _to_do(snapshot: GameSnapshot) -> list[str]:
    """Say what people can do with a start card; a challenge has its answers on buttons."""
    game = snapshot.game
    if game.opponent_id is not None:
        return []
    if Place.of(game).is_private_chat:
        return [gettext("Choose a level to begin.")]
    others = gettext(
        "-# {challenger} can play me instead, invite someone, or change the board, colours and time.",
        challenger=mention(game.challenger_id),
    )
    return [gettext("Anyone can join."), others]


def _ended(snapshot: GameSnapshot) -> str:
    """Explain why there is no game."""
    game = snapshot.game
    if game.closed_as == "declined":
        return gettext("{opponent} declined.", opponent=mention(game.opponent_id))
    if Place.of(game).is_private_chat:
        return gettext(
            "The game didn't start. Use `/{game} start` for another one.", game=command_name(game.game)
        )
    if game.closed_as == "withdrawn":
        return gettext("The challenge was withdrawn.")
    return gettext(
        "No one answered in time. Use `/{game} start` for a new one.", game=command_name(game.game)
    )


def _terms(snapshot: GameSnapshot) -> str:
    """Return the colours, the time if it is limited, and the board if it is not the usual one."""
    game, sides = snapshot.game, snapshot.kind.sides
    challenger = mention(game.challenger_id)
    if game.side_choice == "random":
        # Translators: a fact about a game in a list, for example “(8x8, rated; random colours; 5 min)”.
        colours = gettext("random colours")
    else:
        side = sides[0 if game.side_choice == "first" else 1].name
        # Translators: a fact about a game in a list.
        colours = gettext("{challenger} plays {side}", challenger=challenger, side=side)
    terms = [colours]
    if game.options:
        board = board_name(snapshot)
        # Translators: {board} is such as “6x6” or “9x6, five in a row”.
        rated, unrated = gettext("{board}, rated", board=board), gettext("{board}, unrated", board=board)
        terms.insert(0, rated if game.rated else unrated)
    if game.clock is not None:
        terms.append(time_name(game.clock.control))
    return separated(terms)


def is_start_card(snapshot: GameSnapshot) -> bool:
    return snapshot.game.state is GameState.OFFERED and snapshot.game.opponent_id is None


def offer_view(snapshot: GameSnapshot, menu: Menu | None = None, board: Part | None = None) -> View:
    """Return the message of an offer, open or closed with the reason.

    `menu` has the computer players for a start card; `board` is the starting position where it has to be
    shown.
    """
    text, game = offer_text(snapshot), snapshot.game
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
        # Translators: a button; {level} is the name of a level of the computer.
        label = gettext("Play me: {level}", level=level_name(menu.suited))
        buttons.append(button(label, ids.PlayLevel(game.id, menu.suited), style=style, emoji="🤖"))
        others = gettext("Play me: another level, or a style")
        menus.append(menu.select(others, ids.ChooseLevel(game.id), partial(ids.ChooseOther, game.id)))
    if can_choose_rated(snapshot) and not alone:
        other: Literal["yes", "no"] = "no" if game.rated else "yes"
        # Translators: a button that switches between yes and no.
        rated = gettext("Rated: yes") if game.rated else gettext("Rated: no")
        buttons.append(button(rated, ids.ChooseRated(game.id, other)))
    if not alone:
        menus.append(user_select(gettext("Invite someone"), ids.Invite(game.id)))
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
            label=gettext("Board: {board}", board=label),
            value=board or USUAL,
            description=gettext("can be rated between people, with a separate rating") if board else None,
            default=board == chosen,
        )
        for board, label in boards.items()
    ]
    # Translators: a menu for the kind of board.
    return select(gettext("Board"), options, ids.ChooseBoard(game.id))


def _sides(snapshot: GameSnapshot) -> ComponentItem:
    game, (first, second) = snapshot.game, snapshot.kind.sides
    labels: dict[SideChoice, str] = {
        # Translators: the sides of a game are drawn at random, in a menu.
        "random": gettext("Colours: random"),
        # Translators: which side the challenger has, in a menu.
        "first": gettext("Challenger plays {side}, and moves first", side=first.name),
        # Translators: which side the challenger has, in a menu.
        "second": gettext("Challenger plays {side}", side=second.name),
    }
    options = [
        discord.SelectOption(label=label, value=side, default=side == game.side_choice)
        for side, label in labels.items()
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
            # Translators: in a menu; {time} is a time limit such as “5 min”.
            label=gettext("Time: {time}", time=time_name(time)) if time is not None else gettext(NO_LIMIT),
            value=UNLIMITED if time is None else str(time),
            default=time == chosen,
        )
        for time in (None, *TIMES, *own)
    ]
    return select(gettext("Time"), options, ids.ChooseTime(game.id))
