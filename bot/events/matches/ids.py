"""The buttons of matches and strength tests."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId


class Pause(ComponentId, action="match_pause", marks="game"):
    """Pause a match after the current move."""

    game_id: int


class StepMatch(ComponentId, action="match_step"):
    """Make one move of a paused exhibition, the one at `ply`."""

    game_id: int
    ply: int


class Resume(ComponentId, action="match_resume", marks="game"):
    """Resume a paused match."""

    game_id: int


class Stop(ComponentId, action="match_stop"):
    """End an exhibition without a winner."""

    game_id: int


class PlayAgain(ComponentId, action="match_again", marks="game"):
    """Start an exhibition of the same two players with the sides swapped."""

    game_id: int


class CancelStrengthTest(ComponentId, action="strength_cancel", marks="strength test"):
    """Cancel a strength test."""

    test_id: int
