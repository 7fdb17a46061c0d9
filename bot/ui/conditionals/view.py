"""The menu under somebody's conditional moves."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId


class RemoveLine(ComponentId, action="if_remove"):
    """Drop a line chosen from a menu, or all of them."""

    game_id: int
