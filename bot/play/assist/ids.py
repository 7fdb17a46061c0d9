"""Typed ids of the buttons for hints and for handing a side over; `ply` is the position they refer to."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId


class HandOver(ComponentId, action="hand_over"):
    """Hand the side over to the computer player with this handle although it counts as a loss."""

    game_id: int
    ply: int
    handle: str


class TakeOver(ComponentId, action="take_over", marks="game"):
    """Take the side back from the computer player."""

    game_id: int


class ShowHints(ComponentId, action="think"):
    """Show the values of all moves although the game becomes unrated."""

    game_id: int
    ply: int


HintStep = Literal["where", "move", "why"]
"""Steps of a hint: where to look, the move, the reasons."""


class AskHint(ComponentId, action="hint_ask"):
    """Request a hint for the position on the board."""

    game_id: int


class ShowHint(ComponentId, action="hint"):
    """Show a step of a hint, although the game becomes unrated."""

    game_id: int
    ply: int
    step: HintStep


class KeepRated(ComponentId, action="think_no"):
    """Decline help, or a move back, so that the game stays rated."""
