"""Builders for Components V2: views, cards, rows and pictures.

A string in place of a part is a text display.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import discord

from bot.ui.untrusted import cut
from languages import gettext


class View(discord.ui.LayoutView):
    """A message. Its components' ids say what they do, so no state is kept once it is sent."""

    def is_dispatchable(self) -> bool:
        """Tell discord.py not to keep the view, nor to parse it again from every click's message."""
        return False


Row: TypeAlias = "discord.ui.ActionRow[View]"
Part: TypeAlias = "discord.ui.Item[Any] | str"

BLUE = discord.Colour(0x4C7BD9)
GREEN = discord.Colour(0x2E8B6B)
GOLD = discord.Colour(0xE0A93B)
GREY = discord.Colour(0x80848E)

MAX_ALT = 1024
"""Maximum characters of a picture's alt text, set by Discord."""


def view(*parts: Part) -> View:
    made = View(timeout=None)
    for part in parts:
        made.add_item(_item(part))
    return made


def card(*parts: Part, colour: discord.Colour | None = None) -> View:
    """Create a message of these parts in one frame, with a coloured edge."""
    container: discord.ui.Container[View] = discord.ui.Container(accent_colour=colour)
    for part in parts:
        container.add_item(_item(part))
    return view(container)


def row(*items: discord.ui.Item[Any]) -> Row:
    """Create a row of at most five buttons, or of one menu."""
    made: Row = discord.ui.ActionRow()
    for item in items:
        made.add_item(item)
    return made


def section(text: str, button: discord.ui.Item[Any]) -> discord.ui.Section[View]:
    return discord.ui.Section(text, accessory=button)


def board_link(url: str | None) -> discord.ui.Button[View]:
    if url is None:
        # Translators: in place of a board that can't be shown.
        return discord.ui.Button(label=gettext("No board"), disabled=True)
    return discord.ui.Button(label=gettext("Go to the board"), url=url)


def picture(file: discord.File | str, description: str) -> discord.ui.MediaGallery[View]:
    """Return a picture with its alt text, cut off if it is too long.

    `file` is sent with the message, or the name of a file it already has.
    """
    gallery: discord.ui.MediaGallery[View] = discord.ui.MediaGallery()
    media = f"attachment://{file}" if isinstance(file, str) else file
    gallery.add_item(media=media, description=cut(description, MAX_ALT))
    return gallery


def around(board: Part, text: str) -> list[Part]:
    """Put a board between the first line of a text and the rest: what changes is next to the buttons."""
    head, _, rest = text.partition("\n")
    return [head, board, rest] if rest else [head, board]


def _item(part: Part) -> discord.ui.Item[Any]:
    return discord.ui.TextDisplay(part) if isinstance(part, str) else part
