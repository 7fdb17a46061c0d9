"""Buttons, menus and dialogs with typed custom ids: pages, moves, steps through a game, confirmations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

import discord

from bot.catalog import GameKind, MoveButton
from bot.core.fields import Frozen
from bot.core.paging import ListPage
from bot.core.snapshot import NO_SIDE, GameSnapshot
from bot.ui.component_ids import ComponentId, Step
from bot.ui.layout import Row, View, row, view
from bot.ui.request import Request
from bot.ui.routes import on_press
from engine import Position
from engine.search.position import PASS
from languages import gettext, pgettext
from languages.numbers import enumerated
from renderers.overlays import Values

T = TypeVar("T")

MAX_TYPED = 16
"""Maximum characters in a field of a dialog; five fields must fit into one custom id."""

TO_WRITE_IN = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.voice)
WITH_POSTS = (*TO_WRITE_IN, discord.ChannelType.forum)
"""Channels in which, or in whose threads, people write."""

DIALOG_SECONDS = 900.0
"""Lifetime of a dialog at Discord."""


ComponentItem: TypeAlias = "discord.ui.Item[Any]"
"""A button or a menu. Its id alone says what it does; only the router handles it."""


def button(
    label: str,
    component_id: ComponentId,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> ComponentItem:
    return discord.ui.Button(
        label=label, style=style, emoji=emoji, disabled=disabled, custom_id=str(component_id)
    )


def select(placeholder: str, options: list[discord.SelectOption], component_id: ComponentId) -> ComponentItem:
    """Create a menu of at most 25 `options`, of which one is chosen."""
    return discord.ui.Select(placeholder=placeholder, options=options, custom_id=str(component_id))


def user_select(placeholder: str, component_id: ComponentId) -> ComponentItem:
    return discord.ui.UserSelect(placeholder=placeholder, custom_id=str(component_id))


def channel_select(
    placeholder: str,
    chosen: Sequence[int],
    component_id: ComponentId,
    *,
    most: int,
    types: Sequence[discord.ChannelType] = WITH_POSTS,
) -> ComponentItem:
    """Create a menu of the server's channels of some types, of which any number up to `most` is chosen."""
    return discord.ui.ChannelSelect(
        placeholder=placeholder,
        channel_types=list(types),
        min_values=0,
        max_values=most,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in chosen
        ],
        custom_id=str(component_id),
    )


def role_select(placeholder: str, chosen: int | None, component_id: ComponentId) -> ComponentItem:
    defaults = (
        []
        if chosen is None
        else [discord.SelectDefaultValue(id=chosen, type=discord.SelectDefaultValueType.role)]
    )
    return discord.ui.RoleSelect(
        placeholder=placeholder, default_values=defaults, custom_id=str(component_id)
    )


class Field(Frozen):
    """A line to type into: its label, a hint, what it contains at first, and its maximum characters."""

    label: str
    hint: str
    value: str
    max_length: int = MAX_TYPED


def dialog(title: str, fields: Sequence[Field], component_id: ComponentId) -> discord.ui.Modal:
    """Create a dialog of at most five fields. Like a button it can be sent after a restart."""
    modal = discord.ui.Modal(title=title, custom_id=str(component_id), timeout=DIALOG_SECONDS)
    for number, field in enumerate(fields):
        typed: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
            custom_id=f"field{number}", default=field.value, max_length=field.max_length
        )
        modal.add_item(discord.ui.Label(text=field.label, description=field.hint, component=typed))
    return modal


class Dismiss(ComponentId, action="dismiss"):
    """Close a question, and change nothing."""


def confirm_view(question: str, label: str, confirm: ComponentId) -> View:
    return view(
        question,
        row(
            button(label, confirm, style=discord.ButtonStyle.danger),
            button(gettext("No, go back"), Dismiss()),
        ),
    )


@on_press(Dismiss)
async def dismiss(request: Request, pressed: Dismiss) -> None:
    await request.replace(gettext("Fine, everything stays as it is."))


def turning(
    shown: ListPage[Any],
    id_of: Callable[[int], ComponentId],
    *,
    labels: tuple[str, str] | None = None,
    arrows: bool = True,
) -> list[ComponentItem]:
    """Return the buttons that turn to the pages before and after; none if there is only one page."""
    if not shown.last_page:
        return []
    page, emoji = shown.page, ("◀️", "▶️") if arrows else (None, None)
    # Translators, all below: buttons that turn pages.
    back, on = labels or (gettext("Previous"), gettext("Next"))
    return [
        button(back, id_of(page - 1), emoji=emoji[0], disabled=page == 0),
        button(on, id_of(page + 1), emoji=emoji[1], disabled=page >= shown.last_page),
    ]


EMOJI: dict[Step, str] = {"first": "⏮️", "back": "◀️", "forward": "▶️", "last": "⏭️"}


def after_step(ply: int, step: Step, plies: int) -> int:
    """Return the ply that a step leads to from `ply`, in a game of `plies`; never outside of the game.

    >>> after_step(0, "back", 30), after_step(0, "last", 30)
    (0, 30)
    """
    target = {"first": 0, "back": ply - 1, "forward": ply + 1, "last": plies}[step]
    return min(max(target, 0), plies)


def step_words() -> dict[str, str]:
    return {
        # Translators, all below: buttons that step through the positions of a game.
        "first": pgettext("step", "First"),
        "back": pgettext("step", "Back"),
        "forward": pgettext("step", "Forward"),
        "last": pgettext("step", "Last"),
    }


def step_buttons(ply: int, plies: int, id_of: Callable[[Step], ComponentId]) -> list[ComponentItem]:
    """Return a button for each step, disabled where it would change nothing."""
    words = step_words()
    return [
        button(words[step], id_of(step), emoji=emoji, disabled=after_step(ply, step, plies) == ply)
        for step, emoji in EMOJI.items()
    ]


def number_of(snapshot: GameSnapshot, ply: int) -> int:
    """Return the number of the move made at a ply, not counting passes."""
    return sum(by != NO_SIDE for by in snapshot.movers[: ply + 1])


def step_title(snapshot: GameSnapshot, ply: int) -> str:
    if ply == 0:
        return gettext("### Game #{game}, the start", game=snapshot.game.id)
    return gettext(
        "### Game #{game}, move {number} of {total}",
        game=snapshot.game.id,
        number=number_of(snapshot, ply - 1),
        total=number_of(snapshot, snapshot.game.ply),
    )


def pass_line(snapshot: GameSnapshot, position: Position) -> str:
    side = snapshot.kind.sides[position.turn]
    return gettext("{disc} {side} has no move and **passes**.", disc=side.disc, side=side.name)


MAX_BUTTONS = 25
MAX_OPTIONS = 25
"""Maximum options in a menu, set by Discord."""

MAX_IN_ROW = 5

NO_VALUES: Values = {}


def rows_of_moves(
    moves: Sequence[MoveButton], button_id: Callable[[str], ComponentId], values: Values = NO_VALUES
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
