"""The step of an error: the move played and the better one, side by side, with what each leads to."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from bot.catalog import Animated, Diagram, positions_along, recent_moves
from bot.core.snapshot import GameSnapshot
from bot.study.review.verdicts import JudgedMove, Review
from bot.study.review.words import value_words
from bot.ui.components import line_text
from bot.ui.pictures import DrawnPart, drawn_part, text_board
from engine import Position
from languages import gettext
from renderers import before_after
from renderers.before_after import Heading
from renderers.replay import Film
from renderers.themes import Look


class TwoMoves(NamedTuple):
    """An error and the better move: the position before them, and those after each.

    `answer` is the best answer to the error, None if the review does not know it.
    """

    before: Position
    played: Diagram
    better: Diagram
    answer: str | None
    headings: tuple[Heading, Heading]


def two_moves(snapshot: GameSnapshot, review: Review, ply: int) -> TwoMoves | None:
    """Compare the move before the position after `ply` moves with the better one; None if it is no error."""
    move = review.move_at(ply - 1)
    if move is None or not move.verdict.is_error or move.better is None:
        return None
    positions = snapshot.positions()[:ply]
    before = positions[-1]
    if move.better not in before.legal_moves():
        return None
    played = _after(snapshot, positions, move.move)
    answer = review.answer_to(move.ply)
    return TwoMoves(
        before,
        played,
        _after(snapshot, positions, move.better),
        answer if answer in played.position.legal_moves() else None,
        _headings(snapshot, before, move, move.better),
    )


def _after(snapshot: GameSnapshot, positions: Sequence[Position], move: str) -> Diagram:
    moves = [*snapshot.game.moves[: len(positions) - 1], move]
    return Diagram(positions[-1].play(move), recent_moves(positions, moves))


def _headings(
    snapshot: GameSnapshot, before: Position, move: JudgedMove, better: str
) -> tuple[Heading, Heading]:
    name = snapshot.kind.move_name
    return (
        # Translators: above a board, short: the move that was made, such as d3 or “column 6”.
        Heading(
            gettext("Played: {move}", move=name(move.move)), value_words(snapshot, before, move, move.played)
        ),
        # Translators: above a board, short: a move that would have been better, such as d3 or “column 6”.
        Heading(gettext("Better: {move}", move=name(better)), value_words(snapshot, before, move, move.best)),
    )


async def draw_two_moves(snapshot: GameSnapshot, moves: TwoMoves, look: Look, name: str) -> DrawnPart:
    """Draw both boards as one picture, or write both for people who want words."""
    kind = snapshot.kind
    if look.in_words:
        played, better = moves.headings
        # Two descriptions would be too long for a message.
        letters = kind.write(moves.better, turned=look.turned)
        written = (
            f"**{played.move}** · {played.value}\n{text_board(kind, moves.played, look)}",
            f"**{better.move}** · {better.value}\n```\n{letters}\n```",
        )
        return DrawnPart("\n".join(written), [])

    def draw() -> bytes:
        boards = [kind.draw(diagram, look) for diagram in (moves.played, moves.better)]
        return before_after.draw(boards, moves.headings, theme=look.theme)

    return drawn_part(await asyncio.to_thread(draw), name, alt_of(snapshot, moves), look)


def alt_of(snapshot: GameSnapshot, moves: TwoMoves) -> str:
    """Describe the two boards: the first one in full, the second one by its move."""
    played, better = moves.headings
    # Translators: {played} such as “Played: d3”, {better} such as “Better: c5”; {board} describes a board.
    return gettext(
        "Two boards. Right: {better}, {best}. Left: {played}, {value}. {board}",
        better=better.move,
        best=better.value,
        played=played.move,
        value=played.value,
        board=snapshot.kind.describe(moves.played),
    )


def film_of(snapshot: GameSnapshot, moves: TwoMoves, following: Sequence[Sequence[str]], look: Look) -> Film:
    """Return the film of both moves, side by side, each with the moves that follow it."""
    kind = snapshot.kind
    assert isinstance(kind, Animated)
    films = []
    for diagram, line in zip((moves.played, moves.better), following, strict=True):
        positions = positions_along(diagram.position, line)
        films.append(kind.film([moves.before, *positions], None, None, look))
    return before_after.film(films, moves.headings, theme=look.theme)


def following_text(snapshot: GameSnapshot, moves: TwoMoves, following: Sequence[Sequence[str]]) -> str:
    """Say what each move leads to and what follows it, and where that comes from."""
    kind, written = snapshot.kind, []
    for heading, diagram, line in zip(moves.headings, (moves.played, moves.better), following, strict=True):
        written.append(f"**{heading.move}** · {heading.value}")
        if line:
            # Translators: {line} are the moves that are expected after another one, such as “⚪ c5, ⚫ f6”.
            expected = gettext("Expected after it: {line}", line=line_text(kind, line, diagram.position.turn))
            written.append(expected)
    if any(following):
        # Translators: below the moves that are expected after two moves of a game.
        written.append(gettext("-# What follows is what a short search expects."))
    return "\n".join(written)
