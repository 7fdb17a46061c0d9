"""The button under a notice of a turn."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId


class StopNotices(ComponentId, action="notices_off"):
    """Tell a person of no turn any more."""

    player_id: int
