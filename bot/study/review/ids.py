"""The buttons of reviews."""

from __future__ import annotations

from bot.ui.component_ids import SETS, SHOWS, ComponentId, Step


class CancelReview(ComponentId, action="review_cancel", timeless=SETS):
    """Cancel a review."""

    game_id: int


class OpenSteps(ComponentId, action="review_open", timeless=SHOWS):
    """Step through the moves of a reviewed game, from its start."""

    game_id: int


class ReviewStep(ComponentId, action="review_step"):
    """Step from the position after `ply` moves."""

    game_id: int
    ply: int
    step: Step


class NextError(ComponentId, action="review_error"):
    """Go from the position after `ply` moves to the next one that came from an error."""

    game_id: int
    ply: int


class AnimateError(ComponentId, action="review_animate"):
    """Show the error that led to the position after `ply` moves, and the better move, as an animation."""

    game_id: int
    ply: int


class HowComputed(ComponentId, action="review_how"):
    """Explain how a review is computed."""
