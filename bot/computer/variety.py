"""A level's choice among moves: quick or not, and varied in the opening.

A level that always plays the move it values most plays the same game again and again. In the opening it
chooses at random among moves of about equal value, from a search as deep as ever. Levels that choose at
random anyway do so, too: where no two moves have the same value, they would play a single line.
"""

from __future__ import annotations

import random

from bot.catalog import GameKind
from bot.computer.opponents.specs import Opponent
from engine import Position, SearchResult
from engine.players.computer import RANDOM, ComputerPlayer, style_named

VARIED_PLIES = 10
"""Plies from the start of a game within which a level varies its play."""


def varies(level: Opponent, position: Position) -> bool:
    """Return whether the player varies here: a level does early in the game, custom players do not."""
    return level.rating is not None and position.moves_played < VARIED_PLIES


def near_equal(level: Opponent, kind: GameKind, position: Position) -> float:
    """Return by how many points a move that `vary` chooses may be worse than the best one.

    It is 0 where the level does not vary, or chooses from a book itself.
    """
    if not varies(level, position):
        return 0.0
    phase = level.player.phase(position)
    book = style_named(position.game, phase.style).book_for(position) if phase.depth is None else None
    return 0.0 if book is not None and book.choices(position) else kind.near_equal(phase.style)


def vary(found: SearchResult, apart: float, rng: random.Random) -> SearchResult:
    """Return the result with a random move at most `apart` points worse than the best one.

    Proved results are kept, and so is a mistake that the player has chosen at random.
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
        # Never trade a win for an estimate, nor an estimate for a loss.
        and candidate.winner == found.candidates[0].winner
    ]
    return found.with_choice(rng.choice(near)) if near else found


QUICK_DEPTH = 10
"""Maximum depth of a quick search: at most 15 ms on every level of both games."""

QUICK_DEPTH_OF_ALL = 9
"""Maximum depth of a quick search with an exact value for every move."""

FEW_MOVES = 12
"""Maximum moves left that are solved in that time, too."""


def values_all(player: ComputerPlayer, position: Position) -> bool:
    """Return whether the player's search is quick even with a separate value for every move."""
    depth = player.phase(position).depth
    return depth is not None and depth <= QUICK_DEPTH_OF_ALL


def is_quick(player: ComputerPlayer, position: Position) -> bool:
    """Return whether the player's answer needs only milliseconds, regardless of its time limit."""
    # The compiled core is loaded by the first search.
    from engine.search import rules

    if len(position.legal_moves()) == 1 or int(rules.moves_left(position.state())) <= FEW_MOVES:
        return True
    phase = player.phase(position)
    style = style_named(position.game, phase.style)
    if style is RANDOM:
        return True
    deepest = QUICK_DEPTH_OF_ALL if player.is_random or style.random_ties else QUICK_DEPTH
    return phase.depth is not None and phase.depth <= deepest
