"""The messages with games in files."""

from __future__ import annotations

import io

import discord

from bot.records.exports import ExportedGames
from bot.ui.layout import View, view
from bot.ui.records import words

MOST_SHOWN = 1000
"""Characters of a text that stands in the message, too, to be copied."""


def exported_file(exported: ExportedGames, about: str) -> discord.File:
    """The file, whose name says what it is `about`."""
    name = f"flipfour-{about}.{exported.file_format.suffix}"
    return discord.File(io.BytesIO(exported.content), filename=name)


def export_view(exported: ExportedGames, file: discord.File) -> View:
    """The message with the file, which has to be sent with it; a short text can be copied from it."""
    shown: discord.ui.File[View] = discord.ui.File(file)
    lines = words.exported(exported)
    if exported.file_format.suffix == "txt" and len(exported.content) <= MOST_SHOWN:
        lines = f"{lines}\n```\n{exported.content.decode()}```"
    return view(lines, shown)
