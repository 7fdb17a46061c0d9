"""The button under a notice of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.ui.component_ids import ComponentId


@dataclass(frozen=True, slots=True)
class StopNotices(ComponentId):
    """Tell a person of no turn any more."""

    action: ClassVar[str] = "notices_off"
    player_id: int
