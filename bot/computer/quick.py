"""Which answers need milliseconds: those get a lane of their own in the search pool."""

from __future__ import annotations

from engine import Position
from engine.players.computer import ComputerPlayer
from engine.players.styles import RANDOM, style_named
from engine.search import rules

QUICK_DEPTH = 10
"""A search to this depth took at most 15 ms on every level of both games …"""

QUICK_DEPTH_OF_ALL = 9
"""… and to this depth hardly longer where every move gets a value of its own."""

FEW_MOVES = 12
"""With so few moves left a game is solved in less time than that."""


def values_all(player: ComputerPlayer, position: Position) -> bool:
    """Whether a search of the player's is quick with a value of its own for every move."""
    depth = player.phase(position).depth
    return depth is not None and depth <= QUICK_DEPTH_OF_ALL


def is_quick(player: ComputerPlayer, position: Position) -> bool:
    """Whether the player's answer in the position needs milliseconds, whatever time it is given."""
    if len(position.legal_moves()) == 1 or int(rules.moves_left(position.state())) <= FEW_MOVES:
        return True
    phase = player.phase(position)
    style = style_named(position.game, phase.style)
    if style is RANDOM:
        return True
    deepest = QUICK_DEPTH_OF_ALL if player.is_random or style.random_ties else QUICK_DEPTH
    return phase.depth is not None and phase.depth <= deepest
