"""The menu under somebody's conditional moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.ui.component_ids import ComponentId


@dataclass(frozen=True, slots=True)
class RemoveLine(ComponentId):
    """Drop a line chosen from a menu, or all of them."""

    action: ClassVar[str] = "if_remove"
    game_id: int
