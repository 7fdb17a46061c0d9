"""Buttons and selects that work for ever.

A custom id says all there is to know about a tap: `f4:<action>:<argument>:…`. So a button goes on working
after a restart or an upgrade, and a stale one is recognised by its ply. All of them come in here, and
`handle` says who handles which.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import discord

from bot.ui.replies import answering

PREFIX = "f4"
PATTERN = re.compile(rf"{PREFIX}:(?P<action>[a-z_]+)(?P<arguments>(?::[^:]*)*)")
MAX_CUSTOM_ID = 100
MAX_TYPED = 20
DIALOG_SECONDS = 900.0
"""Discord takes a dialog no longer than this."""

Handler = Callable[[discord.Interaction[Any], tuple[str, ...]], Awaitable[None]]


_handlers: dict[str, Handler] = {}


def handle(actions: Mapping[str, Handler]) -> None:
    """Let these handlers carry out their actions from now on."""
    _handlers.update(actions)


def custom_id(action: str, *arguments: object) -> str:
    """The id of a button that does `action`; the arguments come back as strings."""
    made = ":".join([PREFIX, action, *map(str, arguments)])
    if len(made) > MAX_CUSTOM_ID or not PATTERN.fullmatch(made):
        raise ValueError(f"not a custom id Discord and we can both read: {made!r}")
    return made


class ComponentItem(discord.ui.DynamicItem[discord.ui.Item[Any]], template=PATTERN):
    """Any component of ours, whenever it was made."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Called by discord.py for a tap on a component that it does not remember."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the tap to whom it concerns."""
        await dispatch(interaction)


def button(
    label: str,
    action: str,
    *arguments: object,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> ComponentItem:
    """A button that does `action` when tapped."""
    return ComponentItem(
        discord.ui.Button(
            label=label,
            style=style,
            emoji=emoji,
            disabled=disabled,
            custom_id=custom_id(action, *arguments),
        )
    )


def select(
    placeholder: str, options: list[discord.SelectOption], action: str, *arguments: object
) -> ComponentItem:
    """A menu of at most 25 `options`; the chosen value comes after the arguments."""
    return ComponentItem(
        discord.ui.Select(placeholder=placeholder, options=options, custom_id=custom_id(action, *arguments))
    )


@dataclass(frozen=True, slots=True)
class Field:
    """A line to type into: what it is called, a hint, what stands in it before."""

    label: str
    hint: str
    value: str


def dialog(title: str, fields: Sequence[Field], action: str, *arguments: object) -> discord.ui.Modal:
    """A dialog of at most five fields; what was typed comes after the arguments.

    Like a button it can be sent off after a restart: `dispatch_dialog` takes it, not discord.py.
    """
    modal = discord.ui.Modal(title=title, custom_id=custom_id(action, *arguments), timeout=DIALOG_SECONDS)
    for number, field in enumerate(fields):
        typed: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
            custom_id=f"field{number}", default=field.value, max_length=MAX_TYPED
        )
        modal.add_item(discord.ui.Label(text=field.label, description=field.hint, component=typed))
    return modal


def custom_ids(message: discord.Message) -> dict[str, tuple[str, ...]]:
    """The actions of the components under a message, with their arguments."""
    matches = (PATTERN.fullmatch(found) for found in _custom_ids(message.components))
    return {match["action"]: _arguments(match) for match in matches if match is not None}


async def dispatch(interaction: discord.Interaction[Any], values: Sequence[str] | None = None) -> None:
    """Carry out the action that a component's custom id names; `values` were typed into a dialog."""
    data: dict[str, Any] = {**(interaction.data or {})}
    match = PATTERN.fullmatch(_custom_id_of(interaction))
    assert match is not None
    arguments = (*_arguments(match), *(map(str, data.get("values", ())) if values is None else values))
    handler = _handlers.get(match["action"])
    async with answering(interaction):
        if handler is None:
            await interaction.response.send_message(
                "This button is from another version of Flipfour. Post the board afresh with `board`.",
                ephemeral=True,
            )
        else:
            await handler(interaction, arguments)


async def dispatch_stale(interaction: discord.Interaction[Any]) -> None:
    """Carry out a tap on a component that the message no longer had when the tap arrived.

    discord.py drops those without a word: it looks the tapped component up in the message as it is now.
    They are the stale buttons of a board that has just changed, and people must hear so.
    """
    if interaction.type is not discord.InteractionType.component or interaction.message is None:
        return
    tapped = _custom_id_of(interaction)
    if PATTERN.fullmatch(tapped) and tapped not in set(_custom_ids(interaction.message.components)):
        await dispatch(interaction)


async def dispatch_dialog(interaction: discord.Interaction[Any]) -> None:
    """Carry out a dialog that was sent off."""
    if interaction.type is discord.InteractionType.modal_submit and PATTERN.fullmatch(
        _custom_id_of(interaction)
    ):
        data: dict[str, Any] = {**(interaction.data or {})}
        labels = data.get("components", ())
        await dispatch(interaction, [str(label["component"].get("value") or "") for label in labels])


def _arguments(match: re.Match[str]) -> tuple[str, ...]:
    return tuple(match["arguments"].split(":")[1:])


def _custom_id_of(interaction: discord.Interaction[Any]) -> str:
    data: dict[str, Any] = {**(interaction.data or {})}
    return str(data.get("custom_id", ""))


def _custom_ids(components: Any) -> Iterator[str]:
    for component in components:
        if getattr(component, "custom_id", None):
            yield component.custom_id
        yield from _custom_ids(getattr(component, "children", ()))
