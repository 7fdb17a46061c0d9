"""Single positions of a finished game, as pictures or in letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import discord

from bot.games.people import Names
from bot.games.snapshot import GameSnapshot
from bot.replay.films import diagram_at
from bot.ui.games.view import MOST_ALT, picture_file, picture_names, text_board
from bot.ui.language import gettext
from bot.ui.layout import Part, picture
from engine import Position
from renderers.overlays import Better
from renderers.themes import Look


class DrawnPosition(NamedTuple):
    """A board in a message, and what is to be sent with it."""

    part: Part
    files: list[discord.File]


async def draw_position(
    names: Names,
    snapshot: GameSnapshot,
    positions: Sequence[Position],
    ply: int,
    look: Look,
    seen_in: int | None,
    file_name: str,
    better: Better | None = None,
) -> DrawnPosition:
    """The position after `ply` moves, seen in a server (None: outside of all), with a `better` move than the
    last one pointed out."""
    kind, diagram = snapshot.kind, diagram_at(snapshot, positions, ply)
    if look.in_words:
        return DrawnPosition(text_board(kind, diagram, look), [])
    diagram_with_names = replace(
        diagram, names=await picture_names(names, snapshot.game, seen_in), better=better
    )
    board = await picture_file(kind, diagram_with_names, look, file_name)
    alt = kind.describe(diagram)
    if better is not None:
        move = kind.move_name(better.move)
        alt = gettext("{board} An arrow leads to {move}, {value}.", board=alt, move=move, value=better.value)
    return DrawnPosition(picture(board, alt[:MOST_ALT]), [board])
