"""The buttons of reviews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.ui.component_ids import ComponentId
from bot.ui.step_through import Step


@dataclass(frozen=True, slots=True)
class AskReview(ComponentId):
    """Show the review of a finished game; make it, if there is none."""

    action: ClassVar[str] = "review"
    game_id: int


@dataclass(frozen=True, slots=True)
class CancelReview(ComponentId):
    """End a review early."""

    action: ClassVar[str] = "review_cancel"
    game_id: int


@dataclass(frozen=True, slots=True)
class OpenSteps(ComponentId):
    """Go through the moves of a reviewed game, from its start."""

    action: ClassVar[str] = "review_open"
    game_id: int


@dataclass(frozen=True, slots=True)
class ReviewStep(ComponentId):
    """Go on from the position after `ply` moves."""

    action: ClassVar[str] = "review_step"
    game_id: int
    ply: int
    step: Step


@dataclass(frozen=True, slots=True)
class NextError(ComponentId):
    """Go from the position after `ply` moves to the next one that came from an error."""

    action: ClassVar[str] = "review_error"
    game_id: int
    ply: int


@dataclass(frozen=True, slots=True)
class HowComputed(ComponentId):
    """Say how a review is computed."""

    action: ClassVar[str] = "review_how"
