"""Buttons, menus and dialogs with typed custom ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord

from bot.ui.component_ids import ComponentId

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
    """Create a button that does what its id says."""
    return discord.ui.Button(
        label=label, style=style, emoji=emoji, disabled=disabled, custom_id=str(component_id)
    )


def select(placeholder: str, options: list[discord.SelectOption], component_id: ComponentId) -> ComponentItem:
    """Create a menu of at most 25 `options`, of which one is chosen."""
    return discord.ui.Select(placeholder=placeholder, options=options, custom_id=str(component_id))


def user_select(placeholder: str, component_id: ComponentId) -> ComponentItem:
    """Create a menu of the people there, of whom one is chosen."""
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
    """Create a menu of the server's roles, of which one is chosen."""
    defaults = (
        []
        if chosen is None
        else [discord.SelectDefaultValue(id=chosen, type=discord.SelectDefaultValueType.role)]
    )
    return discord.ui.RoleSelect(
        placeholder=placeholder, default_values=defaults, custom_id=str(component_id)
    )


@dataclass(frozen=True, slots=True)
class Field:
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
