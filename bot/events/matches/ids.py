"""The buttons of matches and strength tests."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId


class CancelStrengthTest(ComponentId, action="strength_cancel", marks="strength test"):
    """Cancel a strength test."""

    test_id: int
