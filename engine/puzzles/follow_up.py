"""Whether a Connect 4 position is held by following up alone (see `engine.connect4.followup`)."""

from __future__ import annotations

from typing import Any

from engine.connect4.bitboards import completing, geometry
from engine.connect4.followup import follow_up_bound
from engine.jit.compiling import compiled
from engine.search.interface import State, plies_left
from engine.search.scores import Score


@compiled
def most_against_follow_up(state: State) -> Score:
    """The most that the side to move can get if the other side follows up, far above 64 if it cannot.

    The side to move must be unable to complete a row at once.
    """
    grid = geometry(state)
    threats: Any = completing(state.opp, grid) & (grid.board ^ (state.own | state.opp))
    return follow_up_bound(state.own, state.opp, threats, plies_left(state), grid)
