"""The buttons of exhibitions and strength tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.ui.component_ids import ComponentId


@dataclass(frozen=True, slots=True)
class Pause(ComponentId):
    """Pause an exhibition after the move that is being made."""

    action: ClassVar[str] = "match_pause"
    game_id: int


@dataclass(frozen=True, slots=True)
class Step(ComponentId):
    """Make one move of a paused exhibition, the one at `ply`."""

    action: ClassVar[str] = "match_step"
    game_id: int
    ply: int


@dataclass(frozen=True, slots=True)
class Resume(ComponentId):
    """Let a paused exhibition go on."""

    action: ClassVar[str] = "match_resume"
    game_id: int


@dataclass(frozen=True, slots=True)
class Stop(ComponentId):
    """End an exhibition without a winner."""

    action: ClassVar[str] = "match_stop"
    game_id: int


@dataclass(frozen=True, slots=True)
class PlayAgain(ComponentId):
    """Start an exhibition of the same two players with the sides swapped."""

    action: ClassVar[str] = "match_again"
    game_id: int


@dataclass(frozen=True, slots=True)
class CancelStrengthTest(ComponentId):
    """End a strength test early."""

    action: ClassVar[str] = "strength_cancel"
    test_id: int
