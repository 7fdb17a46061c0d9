"""What is to be seen in the animated picture of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.catalog import Animated, Diagram, recent_moves
from bot.games.snapshot import GameSnapshot
from engine import Position
from renderers.replay import Film, still_film
from renderers.themes import Look


def diagram_at(snapshot: GameSnapshot, positions: Sequence[Position], ply: int) -> Diagram:
    """The position after `ply` moves of a finished game, of which `positions` are all."""
    if ply == snapshot.game.ply:
        return snapshot.diagram
    return Diagram(positions[ply], recent_moves(positions, snapshot.game.moves[:ply]))


def film_of(snapshot: GameSnapshot, look: Look, names: tuple[str, str] | None = None) -> Film:
    """Return the whole of a finished game: as its kind shows it, or else position by position."""
    kind, positions = snapshot.kind, snapshot.positions()
    if isinstance(kind, Animated):
        return kind.film(positions, snapshot.end, names, look)
    diagrams = [replace(diagram_at(snapshot, positions, ply), names=names) for ply in range(len(positions))]
    return still_film([partial(kind.draw, diagram, look) for diagram in diagrams], look.theme)
