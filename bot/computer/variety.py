"""Variety in the openings of the levels: a line that has won once must not win for ever.

A level that always plays the move it values most plays the same game again and again. In the opening such a
level chooses among the moves that it finds about as good, in as deep a search as ever. Levels that choose by
chance themselves do so, too: where no moves are of the same value, chance among those leaves one line.
"""

from __future__ import annotations

import random

from bot.catalog import GameKind
from bot.opponents.specs import Opponent
from engine import Position, SearchResult
from engine.players.styles import style_named

VARIED_PLIES = 10
"""So many plies from the start of a game a level varies its play."""


def varies(level: Opponent, position: Position) -> bool:
    """Whether it is early in the game, and the player is a level: others play as somebody made them."""
    return level.rating is not None and position.moves_played < VARIED_PLIES


def near_equal(level: Opponent, kind: GameKind, position: Position) -> float:
    """By how many points a move that `vary` chooses may be worse than the best one.

    0 where the level's own move stands: that is where it does not vary, or chooses from a book itself.
    """
    if not varies(level, position):
        return 0.0
    phase = level.player.phase(position)
    book = style_named(position.game, phase.style).book_for(position) if phase.depth is None else None
    return 0.0 if book is not None and book.choices(position) else kind.near_equal(phase.style)


def vary(found: SearchResult, apart: float, rng: random.Random) -> SearchResult:
    """The result with one of the moves that are at most `apart` points worse than the best one.

    What is proved stays so, and a mistake that the player has chosen by chance stays one.
    """
    apart = 0 if found.exact else apart
    behind = found.points_behind()
    if behind.get(found.move, 0.0) > apart:
        return found
    near = [
        candidate
        for candidate in found.candidates
        if candidate.bound == "exact"
        and behind[candidate.move] <= apart
        # A win is never left for an estimate, nor an estimate for a loss.
        and candidate.winner == found.candidates[0].winner
    ]
    return found.with_choice(rng.choice(near)) if near else found
