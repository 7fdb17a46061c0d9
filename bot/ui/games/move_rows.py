"""A button for every move, or menus where there are more than a message can hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import discord

from bot.catalog import MoveButton
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button, select
from bot.ui.games.words import menu_words
from bot.ui.layout import Row, row

MAX_BUTTONS = 25
MAX_OPTIONS = 25
MAX_IN_ROW = 5

T = TypeVar("T")


def rows_of_moves(
    moves: Sequence[MoveButton],
    button_id: Callable[[str], ComponentId],
    menu_id: Callable[[int], ComponentId],
) -> list[Row]:
    """The rows under a board; `button_id` is given a move, `menu_id` the number of a menu."""
    if len(moves) > MAX_BUTTONS:
        enabled = [item for item in moves if item.enabled]
        return [
            row(_menu(group, menu_id(number))) for number, group in enumerate(_split(enabled, MAX_OPTIONS))
        ]
    buttons = [button(item.label, button_id(item.move), disabled=not item.enabled) for item in moves]
    return [row(*group) for group in _even_rows(buttons)]


def _menu(moves: Sequence[MoveButton], component_id: ComponentId) -> ComponentItem:
    return select(
        menu_words(moves[0].label, moves[-1].label),
        [discord.SelectOption(label=item.label, value=item.move) for item in moves],
        component_id,
    )


def _even_rows(buttons: Sequence[T]) -> list[Sequence[T]]:
    """As few rows as possible, of lengths as equal as possible: seven make 4 + 3, not 5 + 2."""
    rows = max(1, -(-len(buttons) // MAX_IN_ROW))
    return _split(buttons, -(-len(buttons) // rows) or 1)


def _split(items: Sequence[T], size: int) -> list[Sequence[T]]:
    return [items[start : start + size] for start in range(0, len(items), size)]
