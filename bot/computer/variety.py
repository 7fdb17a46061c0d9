"""Variety in the openings of the levels: a line that has won once must not win for ever.

A level that always plays the move it values most plays the same game again and again. In the opening such a
level chooses among the moves that it finds about as good, in as deep a search as ever. Levels that choose by
chance themselves do so, too: where no moves are of the same value, chance among those leaves one line.
"""

from __future__ import annotations

import random
from dataclasses import replace

from bot.opponents.specs import Opponent
from engine import Position, SearchResult
from engine.players.computer import ComputerPlayer
from engine.players.styles import style_named

VARIED_PLIES = 10
"""So many plies from the start of a game a level varies its play."""


def varying(level: Opponent, position: Position) -> ComputerPlayer | None:
    """The level's player as it plays where `vary` chooses for it; None where its own move stands.

    That is later in the game, and for other players than levels. Without a depth limit every
    move is valued only where a book has the values: otherwise that would take the time for the best one.
    """
    player = level.player
    if level.rating is None or position.moves_played >= VARIED_PLIES:
        return None
    phase = player.phase(position)
    if phase.depth is None:
        book = style_named(position.game, phase.style).book_for(position)
        if book is None or book.choices(position) or book.probe(position, every_value=True) is None:
            return None
    # A player with random ties values every move.
    return replace(player, random_ties=True)


def vary(found: SearchResult, near_equal: float, rng: random.Random) -> SearchResult:
    """The result with one of the moves that are at most `near_equal` points worse than the best one.

    What is proved stays so, and a mistake that the player has chosen by chance stays one.
    """
    apart = 0 if found.exact else near_equal
    best = found.score if found.exact else max((each.score for each in found.candidates), default=found.score)
    if best - found.score > apart:
        return found
    near = [
        candidate
        for candidate in found.candidates
        if candidate.bound == "exact" and 0 <= best - candidate.score <= apart
    ]
    chosen = rng.choice(near) if near else None
    if chosen is None or chosen.move == found.move:
        return found
    line = (chosen.move,) if chosen.answer is None else (chosen.move, chosen.answer)
    return replace(found, move=chosen.move, score=chosen.score, exact=False, line=line, outcome=None)
