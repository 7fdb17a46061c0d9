"""The button of puzzles that stand in channels, by which their messages are found, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.ui.component_ids import ComponentId


@dataclass(frozen=True, slots=True)
class TryPuzzle(ComponentId):
    """Try a puzzle that stands in a channel, for oneself; `post` is the one that stands there."""

    action: ClassVar[str] = "puzzle_try"
    post: int
    puzzle: str
