"""The buttons with which people hand a side over to a computer player, or ask for hints.

`side` is the side, 0 or 1, of the person who asked for the help, and `ply` the position in which they did.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from bot.ui.component_ids import ComponentId


@dataclass(frozen=True, slots=True)
class HandOver(ComponentId):
    """Hand one's own side to a computer player, which `handle` names, although it counts as a loss."""

    action: ClassVar[str] = "hand_over"
    game_id: int
    ply: int
    handle: str


@dataclass(frozen=True, slots=True)
class TakeOver(ComponentId):
    """Play one's side oneself again."""

    action: ClassVar[str] = "take_over"
    game_id: int


@dataclass(frozen=True, slots=True)
class ShowHints(ComponentId):
    """See hints although the game becomes unrated."""

    action: ClassVar[str] = "think"
    game_id: int
    ply: int


HintStep = Literal["where", "move", "why"]
"""What a hint tells: where to look, the move, the reasons."""


@dataclass(frozen=True, slots=True)
class AskHint(ComponentId):
    """Ask for a hint in the position on the board."""

    action: ClassVar[str] = "hint_ask"
    game_id: int


@dataclass(frozen=True, slots=True)
class ShowHint(ComponentId):
    """See one step of a hint, whatever becomes of the game's rating."""

    action: ClassVar[str] = "hint"
    game_id: int
    ply: int
    step: HintStep


@dataclass(frozen=True, slots=True)
class KeepRated(ComponentId):
    """Take no help and no move back, so that the game stays rated."""

    action: ClassVar[str] = "think_no"
