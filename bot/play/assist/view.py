"""A hint in three steps (where to look, the move, the reasons), the values of all moves, confirmations."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.catalog import NO_MOVES, Diagram
from bot.core.snapshot import GameSnapshot
from bot.play.assist import ids, words
from bot.play.assist.hints import OpponentThinking
from bot.play.assist.pointers import moves_to_look_at
from bot.ui.candidates import move_value, move_values
from bot.ui.components import ComponentItem, button
from bot.ui.layout import View, picture, row, view
from bot.ui.links import KeepRated
from bot.ui.pictures import picture_file, text_board
from bot.ui.publisher import Drawing
from engine import Position, SearchResult
from languages import gettext
from languages.numbers import joined
from renderers.overlays import Better
from renderers.themes import USUAL, Look

MAX_EXPECTED = 8
"""Maximum moves of the principal variation played out on the board."""


async def hint_view(
    snapshot: GameSnapshot, found: SearchResult, step: ids.HintStep, names: tuple[str, str], look: Look
) -> Drawing:
    """Draw a step of a hint for the player to move; `names` are those on the board."""
    if not found.candidates:
        return Drawing(
            # Translators: a button; the computer failed to find a move.
            view(gettext(words.NOTHING_FOUND), row(_next(snapshot, step, gettext("Try again")))),
            [],
        )
    if step == "where" and _narrows(snapshot, found):
        return await _where(snapshot, found, names, look)
    if step != "why":
        return await _move(snapshot, found, names, look)
    return await _why(snapshot, found, names, look)


def _narrows(snapshot: GameSnapshot, found: SearchResult) -> bool:
    """Return whether the first step of a hint leaves some moves out."""
    moves = moves_to_look_at(snapshot.kind, snapshot.position, found.candidates[0].move)
    return len(moves) < len(snapshot.position.legal_moves())


async def _where(snapshot: GameSnapshot, found: SearchResult, names: tuple[str, str], look: Look) -> Drawing:
    """Draw the moves to look at, and the idea."""
    kind, diagram = snapshot.kind, replace(snapshot.diagram, hints=True, names=names)
    moves = moves_to_look_at(kind, snapshot.position, found.candidates[0].move)
    text = words.where(snapshot, found, moves, turned=look.turned)
    again = row(_next(snapshot, "move", gettext("Show me the move")))
    if look.in_words:
        return Drawing(view(f"{text}\n{text_board(kind, diagram, look)}", again), [])
    marked = replace(diagram, values=dict.fromkeys(moves, ("?", 0.5)))
    part, file = await _picture(snapshot, marked, look, "where", joined([text, kind.describe(diagram)]))
    return Drawing(view(text, part, again), [file])


async def _move(snapshot: GameSnapshot, found: SearchResult, names: tuple[str, str], look: Look) -> Drawing:
    """Draw the move with a ring around it."""
    kind, best = snapshot.kind, found.candidates[0]
    diagram = replace(snapshot.diagram, hints=True, names=names)
    text = words.move(snapshot, found)
    # Translators: a button; why the suggested move is good.
    again = row(_next(snapshot, "why", gettext("Why?")))
    if look.in_words:
        return Drawing(view(f"{text}\n{text_board(kind, diagram, look)}", again), [])
    ring = Better(best.move, move_value(kind, snapshot.position, found, best))
    # Without the last move, or an arrow would start there.
    pointed = replace(diagram, recent=NO_MOVES, better=ring)
    part, file = await _picture(snapshot, pointed, look, "move", joined([text, kind.describe(diagram)]))
    return Drawing(view(text, part, again), [file])


async def _why(snapshot: GameSnapshot, found: SearchResult, names: tuple[str, str], look: Look) -> Drawing:
    """Draw the reason, the values of all moves, and the board after the principal variation."""
    text = f"{words.idea(snapshot, found)}\n{words.values_line(snapshot, found)}"
    shown, files = await _with_values(snapshot, found, names, look, text)
    expected = _expected(snapshot.position, found)
    if expected is None:
        return Drawing(shown, files)
    moves, diagram = expected
    kind, text = snapshot.kind, words.expected(snapshot, moves)
    if look.in_words:
        letters = kind.write(diagram, turned=look.turned)
        shown.add_item(discord.ui.TextDisplay(f"{text}\n```\n{letters}\n```"))
        return Drawing(shown, files)
    named, alt = replace(diagram, names=names), joined([text, kind.describe(diagram)])
    part, file = await _picture(snapshot, named, look, "expected", alt)
    shown.add_item(discord.ui.TextDisplay(text))
    shown.add_item(part)
    return Drawing(shown, [*files, file])


def _expected(position: Position, found: SearchResult) -> tuple[tuple[str, ...], Diagram] | None:
    """Return the principal variation and the position it leads to; None if it is unknown."""
    moves = found.line[:MAX_EXPECTED]
    if len(moves) < 2 or moves[0] != found.candidates[0].move:
        return None
    recent = NO_MOVES
    for move in moves:
        recent, position = recent.then(move, position), position.play(move)
    return moves, Diagram(position, recent)


async def _picture(
    snapshot: GameSnapshot, diagram: Diagram, look: Look, about: str, alt: str
) -> tuple[discord.ui.MediaGallery[View], discord.File]:
    name = f"hint-{about}-{snapshot.game.id}-{snapshot.game.ply}.png"
    file = await picture_file(snapshot.kind, diagram, look, name)
    return picture(file, alt.replace("**", "").replace("\n", " ")), file


def _next(snapshot: GameSnapshot, step: ids.HintStep, label: str) -> discord.ui.Item[discord.ui.LayoutView]:
    game = snapshot.game
    return button(label, ids.ShowHint(game.id, game.ply, step), style=discord.ButtonStyle.primary, emoji="💡")


async def move_values_view(
    snapshot: GameSnapshot,
    found: SearchResult,
    names: tuple[str, str],
    look: Look = USUAL,
    theirs: OpponentThinking | None = None,
) -> Drawing:
    """Draw the values of all moves for the player to move; without a picture if the search found nothing.

    `names` are the players', as the board has them; `theirs` is what a computer opponent thinks.
    """
    text = words.hints_text(snapshot, found)
    if found.candidates:
        text = words.with_opponent(text, snapshot, theirs)
    return await _with_values(snapshot, found, names, look, text)


async def _with_values(
    snapshot: GameSnapshot, found: SearchResult, names: tuple[str, str], look: Look, text: str
) -> Drawing:
    """Draw a text and the board with the values of all moves."""
    values = move_values(snapshot.kind, snapshot.position, found)
    if not values:
        return Drawing(view(text), [])
    kind, game = snapshot.kind, snapshot.game
    diagram = replace(snapshot.diagram, hints=True, names=names, values=values)
    alt = kind.describe(diagram)
    if look.in_words:
        letters = kind.write(diagram, turned=look.turned)
        return Drawing(view(f"{text}\n```\n{letters}\n```\n{alt}"), [])
    file = await picture_file(kind, diagram, look, f"hints-{game.id}-{game.ply}.png")
    return Drawing(view(text, picture(file, alt)), [file])


def confirm_hints(snapshot: GameSnapshot) -> View:
    """Confirm the values of all moves, which make the game unrated."""
    game = snapshot.game
    # Translators: a button; show what the computer thinks, though the game becomes unrated.
    yes = button(gettext("Show me"), ids.ShowHints(game.id, game.ply), style=discord.ButtonStyle.primary)
    return view(words.confirm_hints(snapshot), row(yes, _keep_rated()))


def confirm_hint(snapshot: GameSnapshot) -> View:
    """Confirm a hint, which makes the game unrated."""
    game = snapshot.game
    begin = ids.ShowHint(game.id, game.ply, "where")
    # Translators: a button; give the hint, though the game becomes unrated.
    yes = button(gettext("Give me a hint"), begin, style=discord.ButtonStyle.primary)
    return view(words.confirm_hint(snapshot), row(yes, _keep_rated()))


def confirm_handover(snapshot: GameSnapshot, player: str, handle: str) -> View:
    """Confirm handing the side over to `player`, which counts as a loss."""
    game = snapshot.game
    yes = button(
        # Translators: a button; a computer plays the rest of the reader's game.
        gettext("Let it play for me"),
        ids.HandOver(game.id, game.ply, handle),
        style=discord.ButtonStyle.danger,
    )
    return view(words.confirm_handover(snapshot, player), row(yes, _keep_rated()))


def _keep_rated() -> ComponentItem:
    # Translators: a button; the answer to “The game then becomes unrated.”.
    return button(gettext("No, keep it rated"), KeepRated())
