"""Hints: the board with the value of every move on its square, and the same as a list."""

from __future__ import annotations

from dataclasses import replace

from bot.assist.hints import OpponentThinking
from bot.games.snapshot import GameSnapshot
from bot.ui.assist import words
from bot.ui.board_picture import MAX_ALT, picture_file
from bot.ui.candidates import move_values
from bot.ui.layout import picture, view
from bot.ui.publisher import Drawing
from engine import SearchResult
from renderers.themes import USUAL, Look


async def hints_answer(
    snapshot: GameSnapshot,
    found: SearchResult,
    names: tuple[str, str],
    look: Look = USUAL,
    theirs: OpponentThinking | None = None,
) -> Drawing:
    """The message for the person to move; without a picture when the search came to nothing.

    `names` are the players', as the board has them; `theirs` is what a computer opponent thinks.
    """
    text = words.hints_text(snapshot, found)
    if found.candidates:
        text = words.with_opponent(text, snapshot, theirs)
    values = move_values(snapshot.kind, snapshot.position, found)
    if not values:
        return Drawing(view(text), [])
    kind, game = snapshot.kind, snapshot.game
    diagram = replace(snapshot.diagram, hints=True, names=names, values=values)
    alt = kind.describe(diagram)[:MAX_ALT]
    if look.in_words:
        letters = kind.write(diagram, turned=look.turned)
        return Drawing(view(f"{text}\n```\n{letters}\n```\n{alt}"), [])
    file = await picture_file(kind, diagram, look, f"hints-{game.id}-{game.ply}.png")
    return Drawing(view(text, picture(file, alt)), [file])
