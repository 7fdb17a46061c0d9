"""The buttons and menus of questions to the opponent."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId


class Agree(ComponentId, action="agree"):
    """Agree to the opponent's request."""

    game_id: int
    question: int
    side: int


class Refuse(ComponentId, action="refuse"):
    """Refuse the request, or withdraw the player's own."""

    game_id: int
    question: int
    side: int
