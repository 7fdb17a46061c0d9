"""The buttons of matches and strength tests."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId


class ConfirmStop(ComponentId, action="match_stop_yes"):
    """End an exhibition without a winner."""

    game_id: int


class CancelStrengthTest(ComponentId, action="strength_cancel", marks="strength test"):
    """Ask before a strength test is cancelled."""

    test_id: int


class ConfirmCancelTest(ComponentId, action="strength_cancel_yes"):
    """Cancel a strength test."""

    test_id: int
