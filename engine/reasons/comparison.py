"""Two moves of a position to compare, and what is known of them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.search.position import Position


@dataclass(frozen=True, slots=True)
class Comparison:
    """A move, and a better one."""

    position: Position
    move: str
    better: str
    answer: str | None = None
    """The best reply to the move; None if unknown."""
    value: int | None = None
    """The proved score of the move, for the side to move."""
    better_value: int | None = None
    """The proved score of the better one."""
    keepers: int | None = None
    """Number of moves that keep the result of the better one; None if unknown."""
