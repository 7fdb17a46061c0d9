"""The board of a game as people see it: a picture with a text that tells it all, or letters and words."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace

import discord

from bot.catalog import Diagram, GameKind
from bot.games.people import Names
from bot.games.snapshot import GameSnapshot
from bot.ui.games.picture_names import picture_names
from bot.ui.layout import Part, picture
from renderers.themes import Look

MOST_ALT = 1024
"""Discord takes no longer text for a picture."""


def picture_name(snapshot: GameSnapshot) -> str:
    """The file name of the board picture, different for every ply so that no client shows an old one."""
    return f"{snapshot.game.game}-{snapshot.game.id}-{snapshot.game.ply}.png"


async def board_files(
    names: Names, snapshot: GameSnapshot, look: Look, seen_in: int | None
) -> list[discord.File]:
    """The picture of the board, to be sent with `board_part` and seen in a server (None: outside of all);
    nothing for those who want words."""
    if look.in_words:
        return []
    diagram = replace(snapshot.diagram, names=await picture_names(names, snapshot.game, seen_in))
    return [await picture_file(snapshot.kind, diagram, look, picture_name(snapshot))]


async def picture_file(kind: GameKind, diagram: Diagram, look: Look, name: str) -> discord.File:
    """The picture of a position as a file, drawn in a thread."""
    png = await asyncio.to_thread(kind.draw, diagram, look)
    return discord.File(io.BytesIO(png), filename=name)


def board_part(snapshot: GameSnapshot, look: Look) -> Part:
    """The board in a message. A picture is sent with it, or is there already."""
    if look.in_words:
        return text_board(snapshot.kind, snapshot.diagram, look)
    return picture(picture_name(snapshot), snapshot.kind.describe(snapshot.diagram))


def text_board(kind: GameKind, diagram: Diagram, look: Look) -> str:
    """A board in letters and in words."""
    letters = kind.write(diagram, turned=look.turned)
    # A row in each line is easier to follow.
    rows = kind.describe(diagram).replace(" Row ", "\nRow ")
    return f"```\n{letters}\n```\n{rows}"
