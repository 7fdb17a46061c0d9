"""Boards and other pictures in messages, with alt text or replaced by words for people who prefer that."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import discord

from bot.catalog import Diagram, GameKind
from bot.core.people import Names
from bot.core.snapshot import GameSnapshot, diagram_at
from bot.preferences.preferences import Looks
from bot.ui.layout import Part, picture
from bot.ui.request import Request
from bot.ui.untrusted import escaped, shortened
from bot.ui.words import computer_label, imported_name, is_team, name_at, player_label
from data.games.records import Game
from engine import Position
from languages import gettext
from renderers import writing
from renderers.overlays import Better
from renderers.paint import kept
from renderers.strip import has_room
from renderers.themes import Look


async def picture_names(
    names: Names, game: Game, seen_in: int | None, *, whole: bool = False
) -> tuple[str, str]:
    """Return both players' names for a picture seen in a server (None: elsewhere); "" where unknown.

    With `whole`, computer players have their whole names, for places with room.
    """
    first, second = [
        name_at(game.seats, side)
        if is_team(seat.player_id)
        else shortened(name or "")
        if seat.player_id is not None
        else (computer_label if whole else _computer)(seat.computer)
        if seat.computer is not None
        else imported_name(seat.name or "")
        for side, (seat, name) in enumerate(
            zip(game.seats, await names.of_players(game, seen_in), strict=True)
        )
    ]
    return first, second


def _computer(spec: str) -> str:
    """Name a computer player; a long name of a level or style is better whole than behind the bot's."""
    whole = computer_label(spec)
    return whole if has_room(whole) else player_label(spec)


def picture_name(snapshot: GameSnapshot) -> str:
    """Return the file name of the board picture, different for every ply so that no client shows an old
    one."""
    return f"{snapshot.game.game}-{snapshot.game.id}-{snapshot.game.ply}.png"


async def board_files(
    names: Names, snapshot: GameSnapshot, look: Look, seen_in: int | None
) -> list[discord.File]:
    """Return the picture of the board, to be sent with `board_part` and seen in a server (None: outside of
    all); nothing for people who want words."""
    if look.in_words:
        return []
    diagram = replace(snapshot.diagram, names=await picture_names(names, snapshot.game, seen_in))
    return [await picture_file(snapshot.kind, diagram, look, picture_name(snapshot))]


async def picture_file(kind: GameKind, diagram: Diagram, look: Look, name: str) -> discord.File:
    """Draw a position as a file, in a thread."""
    draw = kind.draw if diagram.values is None else partial(_draw_values, kind)
    return image_file(await asyncio.to_thread(draw, diagram, look), name)


@kept
def _draw_values(kind: GameKind, diagram: Diagram, look: Look) -> bytes:
    """Draw a position with values, whose palette is chosen for it alone; many people explore the same."""
    return kind.draw(diagram, look)


def image_file(content: bytes, name: str) -> discord.File:
    return discord.File(io.BytesIO(content), filename=name)


def board_part(snapshot: GameSnapshot, look: Look) -> Part:
    """Return the board's part of a message; its picture is sent with it, or attached already."""
    if look.in_words:
        return text_board(snapshot.kind, snapshot.diagram, look)
    return picture(picture_name(snapshot), snapshot.kind.describe(snapshot.diagram))


def text_board(kind: GameKind, diagram: Diagram, look: Look) -> str:
    letters = kind.write(diagram, turned=look.turned)
    # A row in each line is easier to follow.
    return f"```\n{letters}\n```\n{kind.describe(diagram, by_row=True)}"


class DrawnPart(NamedTuple):
    """A picture in a message, or the words that replace it, and the files to send with it."""

    part: Part
    files: list[discord.File]


async def draw_diagram(
    kind: GameKind, diagram: Diagram, look: Look, file_name: str, names: tuple[str, str] | None = None
) -> DrawnPart:
    if look.in_words:
        return DrawnPart(text_board(kind, diagram, look), [])
    drawn = diagram if names is None else replace(diagram, names=names)
    file = await picture_file(kind, drawn, look, file_name)
    alt, better = kind.describe(diagram), diagram.better
    if better is not None:
        move = kind.move_name(better.move)
        alt = gettext("{board} An arrow points to {move}, {value}.", board=alt, move=move, value=better.value)
    return DrawnPart(picture(file, alt), [file])


async def draw_position(
    names: Names,
    snapshot: GameSnapshot,
    positions: Sequence[Position],
    ply: int,
    look: Look,
    seen_in: int | None,
    file_name: str,
    better: Better | None = None,
) -> DrawnPart:
    """Return the position after `ply` moves, seen in a server (None: outside of all), pointing out a move
    `better` than the last one."""
    diagram = replace(diagram_at(snapshot, positions, ply), better=better)
    players = await picture_names(names, snapshot.game, seen_in)
    return await draw_diagram(snapshot.kind, diagram, look, file_name, players)


async def look_for_all(request: Request) -> Look:
    """Return the look of an answer that everyone there sees."""
    return await request.kit[Looks].for_place(request.place, request.user_id)


async def own_look(request: Request) -> Look:
    return await request.kit[Looks].for_person(request.user_id, request.guild_id)


def drawn_part(png: bytes, name: str, description: str, look: Look) -> DrawnPart:
    """Return a picture with its file name and alt text, for people who want words the text alone."""
    if look.in_words:
        return DrawnPart(escaped(description), [])
    file = image_file(png, name)
    return DrawnPart(picture(file, description), [file])


def unwritten_names(look: Look, lines: Iterable[tuple[str, str]]) -> list[str]:
    """Return the text about the people whose names a picture can't show, if any, from names and lines."""
    names = [line for name, line in lines if not look.in_words and not writing.drawable(name)]
    if not names:
        return []
    # Translators: {names} such as “3. Ames, 1623 · Ben, 1500?”.
    return [gettext("-# Names that the picture can't show: {names}", names=" · ".join(names))]
