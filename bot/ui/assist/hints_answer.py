"""Hints: the board with the value of every move on its square, and the same as a list."""

from __future__ import annotations

import asyncio
import io

import discord

from bot.catalog import GameKind
from bot.games.snapshot import GameSnapshot
from bot.ui.assist import words
from bot.ui.layout import picture, view
from bot.ui.publisher import Drawing
from engine import Candidate, Position, SearchResult
from engine.search.position import PASS
from renderers.heat_map import Values
from renderers.look import USUAL, Look

BOUNDS = {"exact": "", "at most": "≤", "at least": "≥"}
MOST_ALT = 1024
"""Discord takes no longer text for a picture."""


async def hints_answer(
    snapshot: GameSnapshot, found: SearchResult, names: tuple[str, str], look: Look = USUAL
) -> Drawing:
    """The message for the person to move; without a picture when the search came to nothing.

    `names` are the players', as the board has them.
    """
    text = words.hints_text(snapshot, found)
    values = move_values(snapshot.kind, snapshot.position, found)
    if not values:
        return Drawing(view(text), [])
    kind, game, position = snapshot.kind, snapshot.game, snapshot.position
    alt = kind.describe(position, snapshot.last, None, values)[:MOST_ALT]
    if look.in_words:
        letters = kind.write(position, snapshot.last, None, True, look.turned)
        return Drawing(view(f"{text}\n```\n{letters}\n```\n{alt}"), [])
    png = await asyncio.to_thread(kind.draw, position, snapshot.last, None, True, names, values, look)
    file = discord.File(io.BytesIO(png), filename=f"hints-{game.id}-{game.ply}.png")
    return Drawing(view(text, picture(file, alt)), [file])


def move_values(kind: GameKind, position: Position, found: SearchResult) -> Values:
    """The value in figures of every move in a position, and its quality between the worst (0) and the best
    (1)."""
    valued = [candidate for candidate in found.candidates if candidate.move != PASS]
    scores = [candidate.score for candidate in valued]
    spread = max(scores, default=0) - min(scores, default=0)
    return {
        candidate.move: (
            _label(kind, position, candidate, exact=found.exact),
            (candidate.score - min(scores)) / spread if spread else 1.0,
        )
        for candidate in valued
    }


def _label(kind: GameKind, position: Position, candidate: Candidate, *, exact: bool) -> str:
    proved = exact and candidate.bound == "exact"
    return BOUNDS[candidate.bound] + kind.value_label(position, candidate.score, exact=proved)
