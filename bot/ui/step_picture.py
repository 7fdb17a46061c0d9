"""Single positions of a finished game, as pictures or in letters."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from typing import NamedTuple

import discord

from bot.games.snapshot import GameSnapshot
from bot.replay.films import last_move
from bot.ui.games.board_picture import MOST_ALT, text_board
from bot.ui.games.picture_names import picture_names
from bot.ui.language import gettext
from bot.ui.layout import Part, picture
from data import Storage
from engine import Position
from renderers.look import Look
from renderers.pointer import Better


class DrawnPosition(NamedTuple):
    """A board in a message, and what is to be sent with it."""

    part: Part
    files: list[discord.File]


async def draw_position(
    storage: Storage,
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
    kind, game, position = snapshot.kind, snapshot.game, positions[ply]
    last, winner = last_move(positions, game.moves, ply), game.winner if ply == game.ply else None
    if look.in_words:
        return DrawnPosition(text_board(kind, position, last, winner, False, look), [])
    names = await picture_names(storage, game, seen_in)
    png = await asyncio.to_thread(kind.draw, position, last, winner, False, names, None, look, better)
    board = discord.File(io.BytesIO(png), filename=file_name)
    alt = kind.describe(position, last, winner)
    if better is not None:
        move = kind.move_name(better.move)
        alt = gettext("{board} An arrow leads to {move}, {value}.", board=alt, move=move, value=better.value)
    return DrawnPosition(picture(board, alt[:MOST_ALT]), [board])
