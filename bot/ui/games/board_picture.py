"""The board of a game as people see it: a picture with a text that tells it all, or letters and words."""

from __future__ import annotations

import asyncio
import io

import discord

from bot.catalog import GameKind, LastMove
from bot.games.snapshot import GameSnapshot
from bot.ui.games.picture_names import picture_names
from bot.ui.layout import Part, picture
from data import Storage
from engine import Position
from renderers.look import Look

MOST_ALT = 1024
"""Discord takes no longer text for a picture."""


def picture_name(snapshot: GameSnapshot) -> str:
    """The file name of the board picture, different for every ply so that no client shows an old one."""
    return f"{snapshot.game.game}-{snapshot.game.id}-{snapshot.game.ply}.png"


async def board_files(
    storage: Storage, snapshot: GameSnapshot, look: Look, seen_in: int | None
) -> list[discord.File]:
    """The picture of the board, to be sent with `board_part` and seen in a server (None: outside of all);
    nothing for those who want words."""
    if look.in_words:
        return []
    png = await asyncio.to_thread(
        snapshot.kind.draw,
        snapshot.position,
        snapshot.last,
        snapshot.game.winner,
        _hinted(snapshot),
        await picture_names(storage, snapshot.game, seen_in),
        look=look,
    )
    return [discord.File(io.BytesIO(png), filename=picture_name(snapshot))]


def board_part(snapshot: GameSnapshot, look: Look) -> Part:
    """The board in a message. A picture is sent with it, or is there already."""
    kind, position, last, winner = snapshot.kind, snapshot.position, snapshot.last, snapshot.game.winner
    if look.in_words:
        return text_board(kind, position, last, winner, _hinted(snapshot), look)
    return picture(picture_name(snapshot), kind.describe(position, last, winner))


def text_board(
    kind: GameKind, position: Position, last: LastMove | None, winner: int | None, hints: bool, look: Look
) -> str:
    """A board in letters and in words; the parameters mean the same as for `GameKind.draw`."""
    letters = kind.write(position, last, winner, hints, look.turned)
    # A row in each line is easier to follow.
    rows = kind.describe(position, last, winner).replace(" Row ", "\nRow ")
    return f"```\n{letters}\n```\n{rows}"


def _hinted(snapshot: GameSnapshot) -> bool:
    """Whether the board shows what can be played: a person is to choose."""
    return snapshot.going and not snapshot.computer_to_move
