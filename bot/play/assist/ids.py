"""Typed ids of the buttons for hints and for handing a side over; `ply` is the position they refer to."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId


class HandOver(ComponentId, action="hand_over"):
    """Hand the side over to the computer player with this handle although it counts as a loss."""

    game_id: int
    ply: int
    handle: str


class ShowHints(ComponentId, action="think"):
    """Show the values of all moves although the game becomes unrated."""

    game_id: int
    ply: int


HintStep = Literal["where", "move", "why"]
"""Steps of a hint: where to look, the move, the reasons."""


class ShowHint(ComponentId, action="hint"):
    """Show a step of a hint, although the game becomes unrated."""

    game_id: int
    ply: int
    step: HintStep
