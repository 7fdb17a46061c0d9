"""Conditional moves in private: planning, a list, and a menu to remove them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import discord

from bot.core.snapshot import GameSnapshot
from bot.play.games.conditionals import Conditionals
from bot.play.games.ids import OfGame
from bot.ui.component_ids import CHOSEN, SHOWS, read_number
from bot.ui.components import select
from bot.ui.layout import View, row, view
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_choice, on_press
from bot.ui.untrusted import shortened
from data.games.conditional import ConditionalLine
from engine.search.position import PASS
from languages import gettext, gettext_noop, pgettext, pgettext_noop
from languages.numbers import enumerated

REMOVE = pgettext_noop("menu of conditional moves", "Remove")
REMOVE_ALL = pgettext_noop("menu of conditional moves", "All of them")
MOVE_FIRST = gettext_noop(
    "-# It is your turn: make your move first. Then plan your answers while your opponent thinks."
)


def heading(snapshot: GameSnapshot, lines: Sequence[ConditionalLine]) -> str:
    """Introduce a player's plans in a game."""
    number = snapshot.game.id
    if not lines:
        return gettext("🔮 You have no conditional moves in game #{game}.", game=number)
    return gettext(
        "🔮 **Your conditional moves in game #{game}.** Only you can see them. They are played at once "
        "if your opponent makes the planned move, and dropped if not.",
        game=number,
    )


def line_words(snapshot: GameSnapshot, line: ConditionalLine) -> str:
    """Describe a line: “if c4, then d3, if c5, then f6”."""
    owner, parts, condition = snapshot.side_of(line.player_id), list[str](), ""
    for mover, move in enumerate(line.after(snapshot.game.moves), start=snapshot.game.turn):
        if move == PASS:
            continue
        name = snapshot.kind.move_name(move)
        if mover % 2 != owner:
            parts += _open(condition)
            condition = name
        elif condition:
            # Translators: a conditional move: the opponent's, and the answer.
            parts.append(gettext("if **{move}**, then **{answer}**", move=condition, answer=name))
            condition = ""
        else:
            # Translators: a move after others in a list of conditional moves.
            parts.append(gettext("then **{move}**", move=name))
    return enumerated([*parts, *_open(condition)])


def _open(condition: str) -> list[str]:
    """Describe a move without an answer, if any."""
    # Translators: a move of the opponent in a list of conditional moves.
    return [gettext("if **{move}**", move=condition)] if condition else []


def line_label(snapshot: GameSnapshot, line: ConditionalLine) -> str:
    """Describe a line in plain text for a menu."""
    return shortened(line_words(snapshot, line).replace("**", ""))


def _example(snapshot: GameSnapshot) -> str:
    position, moves = snapshot.position, list[str]()
    if snapshot.going:
        for _ in range(2):
            legal = position.legal_moves()
            if not legal or legal == (PASS,):
                break
            moves.append(legal[0])
            position = position.play(legal[0])
    return " ".join(moves) if len(moves) == 2 else "c4 d3"


ALL = "all"
"""Value of the menu that means all lines."""


class ShowPlans(OfGame, action="if_show", timeless=SHOWS):
    """Show the player's plans."""


class RemoveLine(OfGame, action="if_remove", timeless=CHOSEN):
    """Remove a line chosen from a menu, or all."""


def plans_view(snapshot: GameSnapshot, lines: Sequence[ConditionalLine], player_id: int) -> View:
    """List a player's plans in a game, with a menu to remove them, and explain how to plan more."""
    if snapshot.going and snapshot.to_move.player_id == player_id:
        how = gettext(MOVE_FIRST)
    else:
        how = gettext(
            "-# Plan with `/game if moves:`: your opponent's move, your answer, and so on, "
            "such as `{example}`; separate several lines with commas.",
            example=_example(snapshot),
        )
    text = "\n".join([heading(snapshot, lines), *(f"- {line_words(snapshot, line)}" for line in lines), how])
    if not lines:
        return view(text)
    options = [discord.SelectOption(label=line_label(snapshot, line), value=str(line.id)) for line in lines]
    if len(lines) > 1:
        every = pgettext("menu of conditional moves", REMOVE_ALL)
        options.append(discord.SelectOption(label=every, value=ALL))
    remove = pgettext("menu of conditional moves", REMOVE)
    return view(text, row(select(remove, options, RemoveLine(snapshot.game.id))))


async def plan(request: Request, game_id: int, typed: str | None) -> None:
    conditionals = request.kit[Conditionals]
    who = request.person
    if lines := [line for line in re.split(r"[,;\n]", typed or "") if line.strip()]:
        planned = await conditionals.plan(game_id, who, lines)
    else:
        planned = await conditionals.planned(game_id, who)
    await request.send(plans_view(*planned, who.id), private=True)


@on_press(ShowPlans)
async def show_plans(request: Request, pressed: ShowPlans) -> None:
    await plan(request, pressed.game_id, None)


def _line(chosen: str) -> int | None:
    return None if chosen == ALL else read_number(chosen)


@on_choice(RemoveLine, _line, on_refusal=OnRefusal.REPLACE)
async def remove(request: Request, menu: RemoveLine, line_id: int | None) -> None:
    who = request.person
    planned = await request.kit[Conditionals].remove(menu.game_id, who, line_id)
    await request.replace(plans_view(*planned, who.id))


FEATURES = (Conditionals,)
