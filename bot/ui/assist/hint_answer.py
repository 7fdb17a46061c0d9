"""A hint step by step: where to look, the move, the reasons. Each step has a button for the next one."""

from __future__ import annotations

import asyncio
import io
from functools import partial

import discord

from bot.assist.pointers import moves_to_look_at
from bot.catalog import LastMove
from bot.games.snapshot import GameSnapshot
from bot.ui.assist import component_ids as ids
from bot.ui.assist import hint_words, words
from bot.ui.assist.hints_answer import hints_answer
from bot.ui.components import button
from bot.ui.games.board_picture import MOST_ALT, text_board
from bot.ui.language import gettext
from bot.ui.layout import View, picture, row, view
from bot.ui.publisher import Drawing
from engine import Position, SearchResult
from renderers.look import Look
from renderers.pointer import Better

MOST_EXPECTED = 8
"""Moves of the expected line that are put on the board."""


async def hint_answer(
    snapshot: GameSnapshot, found: SearchResult, step: ids.HintStep, names: tuple[str, str], look: Look
) -> Drawing:
    """One step of a hint for the person to move; `names` are the players', as the board has them."""
    if not found.candidates:
        return Drawing(
            view(gettext(words.NOTHING_FOUND), row(_next(snapshot, step, gettext("Try again")))), []
        )
    if step == "where":
        return await _where(snapshot, found, names, look)
    if step == "move":
        return await _move(snapshot, found, names, look)
    return await _why(snapshot, found, names, look)


async def _where(snapshot: GameSnapshot, found: SearchResult, names: tuple[str, str], look: Look) -> Drawing:
    """A few moves to look at, and what it is about."""
    kind, position = snapshot.kind, snapshot.position
    moves = moves_to_look_at(kind, position, found.candidates[0].move)
    text = hint_words.where(snapshot, found, moves, turned=look.turned)
    again = row(_next(snapshot, "move", gettext("Show me the move")))
    if look.in_words:
        return Drawing(
            view(f"{text}\n{text_board(kind, position, snapshot.last, None, True, look)}", again), []
        )
    values = dict.fromkeys(moves, ("?", 0.5))
    draw = partial(kind.draw, position, snapshot.last, None, True, names, values, look)
    alt = f"{text} {kind.describe(position, snapshot.last, None)}"
    part, file = _picture(await asyncio.to_thread(draw), snapshot, "where", alt)
    return Drawing(view(text, part, again), [file])


async def _move(snapshot: GameSnapshot, found: SearchResult, names: tuple[str, str], look: Look) -> Drawing:
    """The move in a ring."""
    kind, position, best = snapshot.kind, snapshot.position, found.candidates[0]
    text = hint_words.move(snapshot, found)
    again = row(_next(snapshot, "why", gettext("Why?")))
    if look.in_words:
        return Drawing(
            view(f"{text}\n{text_board(kind, position, snapshot.last, None, True, look)}", again), []
        )
    proved = found.exact and best.bound == "exact"
    ring = Better(best.move, kind.value_label(position, best.score, exact=proved))
    # Without the last move, from which an arrow would lead.
    png = await asyncio.to_thread(kind.draw, position, None, None, True, names, None, look, ring)
    alt = f"{text} {kind.describe(position, snapshot.last, None)}"
    part, file = _picture(png, snapshot, "move", alt)
    return Drawing(view(text, part, again), [file])


async def _why(snapshot: GameSnapshot, found: SearchResult, names: tuple[str, str], look: Look) -> Drawing:
    """What every move is worth, and the board after the moves that are to be expected."""
    shown, files = await hints_answer(snapshot, found, names, look)
    shown.add_item(discord.ui.TextDisplay(hint_words.idea(snapshot, found)))
    expected = _expected(snapshot.position, found)
    if expected is None:
        return Drawing(shown, files)
    moves, position, last = expected
    kind, text = snapshot.kind, hint_words.expected(snapshot, moves)
    if look.in_words:
        letters = kind.write(position, last, None, False, look.turned)
        shown.add_item(discord.ui.TextDisplay(f"{text}\n```\n{letters}\n```"))
        return Drawing(shown, files)
    png = await asyncio.to_thread(kind.draw, position, last, None, False, names, None, look)
    part, file = _picture(png, snapshot, "expected", f"{text} {kind.describe(position, last, None)}")
    shown.add_item(discord.ui.TextDisplay(text))
    shown.add_item(part)
    return Drawing(shown, [*files, file])


def _expected(position: Position, found: SearchResult) -> tuple[tuple[str, ...], Position, LastMove] | None:
    """The moves to be expected, the position they lead to, and the last of them; None if none are known."""
    moves = found.line[:MOST_EXPECTED]
    if len(moves) < 2 or moves[0] != found.candidates[0].move:
        return None
    for move in moves:
        before, position = position, position.play(move)
    return moves, position, LastMove(moves[-1], before.turn, before)


def _picture(
    png: bytes, snapshot: GameSnapshot, about: str, alt: str
) -> tuple[discord.ui.MediaGallery[View], discord.File]:
    name = f"hint-{about}-{snapshot.game.id}-{snapshot.game.ply}.png"
    file = discord.File(io.BytesIO(png), filename=name)
    return picture(file, alt.replace("**", "").replace("\n", " ")[:MOST_ALT]), file


def _next(snapshot: GameSnapshot, step: ids.HintStep, label: str) -> discord.ui.Item[discord.ui.LayoutView]:
    game = snapshot.game
    return button(label, ids.ShowHint(game.id, game.ply, step), style=discord.ButtonStyle.primary, emoji="💡")
