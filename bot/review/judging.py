"""What a review has to know of a game: each kind of game says how its positions are judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.review.thresholds import Bounds
from engine import Position

Expectancy = Callable[[Position, float, bool], float | None]


@dataclass(frozen=True, slots=True)
class Judging:
    """How a game's positions are judged."""

    expectancy: Expectancy
    """The expected result of the side to move, 0 to 1, by a score and whether that is proved; None where
    nothing can be said."""
    bounds: Bounds
    """What counts as an error."""
    solves_from: Callable[[Position], int]
    """With so many moves left at most, a position is solved rather than estimated."""
    unit: str = ""
    """What scores count, such as `discs`; "" where only the result counts."""
