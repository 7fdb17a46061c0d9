"""Moves: as rows of buttons or menus under a board, one for each legal move, and as a line in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import discord

from bot.catalog import GameKind, MoveButton
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button, select
from bot.ui.layout import Row, row
from engine.search.position import PASS
from languages import gettext
from languages.numbers import enumerated
from renderers.overlays import Values

MAX_BUTTONS = 25
MAX_OPTIONS = 25
"""Maximum options in a menu, set by Discord."""

MAX_IN_ROW = 5

NO_VALUES: Values = {}

T = TypeVar("T")


def rows_of_moves(
    moves: Sequence[MoveButton],
    button_id: Callable[[str], ComponentId],
    values: Values = NO_VALUES,
) -> list[Row]:
    """Return the rows under a board; `button_id` gets a move, "" for the menus in place of too many buttons.

    Where the moves have `values`, the best ones are green, and menus tell them all.
    """
    if len(moves) > MAX_BUTTONS:
        enabled = [item for item in moves if item.enabled]
        return [
            row(_menu(group, button_id("").in_menu(number), values))
            for number, group in enumerate(_split(enabled, MAX_OPTIONS))
        ]
    buttons = [
        button(
            item.label, button_id(item.move), style=_style(values.get(item.move)), disabled=not item.enabled
        )
        for item in moves
    ]
    return [row(*group) for group in _even_rows(buttons)]


def _style(value: tuple[str, float] | None) -> discord.ButtonStyle:
    best = value is not None and value[1] == 1.0
    return discord.ButtonStyle.success if best else discord.ButtonStyle.secondary


def _menu(moves: Sequence[MoveButton], component_id: ComponentId, values: Values) -> ComponentItem:
    options = [
        discord.SelectOption(
            label=item.label,
            value=item.move,
            description=values[item.move][0] if item.move in values else None,
        )
        for item in moves
    ]
    return select(menu_words(moves[0].label, moves[-1].label), options, component_id)


def _even_rows(buttons: Sequence[T]) -> list[Sequence[T]]:
    """Split into as few rows as possible, of nearly equal length: seven make 4 + 3, not 5 + 2."""
    rows = max(1, -(-len(buttons) // MAX_IN_ROW))
    return _split(buttons, -(-len(buttons) // rows) or 1)


def _split(items: Sequence[T], size: int) -> list[Sequence[T]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


def menu_words(first: str, last: str) -> str:
    # Translators: the placeholder of a menu of moves, with the first and the last one.
    return gettext("Choose a move: {first}–{last}", first=first, last=last)


def line_text(kind: GameKind, line: Sequence[str], turn: int) -> str:
    """Write the moves of a line that the side `turn` begins, each after its disc: “🔴 4, 🟡 5”."""
    discs = [kind.sides[(turn + number) % 2].disc for number in range(len(line))]
    return enumerated([f"{disc} {move}" for disc, move in zip(discs, line, strict=True) if move != PASS])
