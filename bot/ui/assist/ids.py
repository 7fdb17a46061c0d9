"""The buttons with which people hand a side over to a computer player, or ask for hints.

`side` is the side, 0 or 1, of the person who asked for the help, and `ply` the position in which they did.
"""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId


class HandOver(ComponentId, action="hand_over"):
    """Hand one's own side to a computer player, which `handle` names, although it counts as a loss."""

    game_id: int
    ply: int
    handle: str


class TakeOver(ComponentId, action="take_over"):
    """Play one's side oneself again."""

    game_id: int


class ShowHints(ComponentId, action="think"):
    """See hints although the game becomes unrated."""

    game_id: int
    ply: int


HintStep = Literal["where", "move", "why"]
"""What a hint tells: where to look, the move, the reasons."""


class AskHint(ComponentId, action="hint_ask"):
    """Ask for a hint in the position on the board."""

    game_id: int


class ShowHint(ComponentId, action="hint"):
    """See one step of a hint, whatever becomes of the game's rating."""

    game_id: int
    ply: int
    step: HintStep


class KeepRated(ComponentId, action="think_no"):
    """Take no help and no move back, so that the game stays rated."""
