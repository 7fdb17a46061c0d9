"""What is to be seen in the animated picture of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bot.catalog import Animated, GameKind, LastMove
from bot.games.snapshot import GameSnapshot
from engine import Position
from engine.search.position import PASS
from renderers.look import Look
from renderers.replay import Film, still_film


def last_move(positions: Sequence[Position], moves: Sequence[str], ply: int) -> LastMove | None:
    """The move that led to the position after `ply` of the `moves`; None at the start and after a pass."""
    if not ply or moves[ply - 1] == PASS:
        return None
    before = positions[ply - 1]
    return LastMove(moves[ply - 1], before.turn, before)


def film_of(snapshot: GameSnapshot, look: Look) -> Film:
    """The whole of a finished game: as its kind shows it, or else position by position."""
    kind, game, positions = snapshot.kind, snapshot.game, snapshot.positions()
    if isinstance(kind, Animated):
        return kind.film(positions, game.winner, look)
    pictures = [
        _picture(kind, position, last_move(positions, game.moves, ply), winner, look)
        for ply, position in enumerate(positions)
        for winner in [game.winner if ply == game.ply else None]
    ]
    return still_film(pictures, look.theme)


def _picture(
    kind: GameKind, position: Position, last: LastMove | None, winner: int | None, look: Look
) -> Callable[[], bytes]:
    return partial(kind.draw, position, last, winner, False, look=look)
