"""What a review has to know of a game: each kind of game says how its positions are judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.review.formulas import Choice
from bot.review.thresholds import Bounds
from engine import Position

Expectancy = Callable[[Position, float, bool], float | None]


class OpeningMove(NamedTuple):
    """What opening theory says of a move.

    `named`: it belongs to an opening that has a name. `best` is the best move by the book, None where it
    does not know the move; `score` is the value of the best one and `played` that of the move itself.
    """

    named: bool = False
    best: str | None = None
    score: float = 0.0
    played: float = 0.0


def no_theory(position: Position, move: str) -> OpeningMove:
    """Know no openings."""
    return OpeningMove()


@dataclass(frozen=True, slots=True)
class Judging:
    """How a game's positions are judged."""

    expectancy: Expectancy
    """The expected result of the side to move, 0 to 1, by a score and whether that is proved; None where
    nothing can be said."""
    bounds: Bounds
    """What counts as an error."""
    solves_from: Callable[[Position], int]
    """Moves left at which a position is solved rather than estimated."""
    accuracy: Callable[[Sequence[Choice]], float | None]
    """One side's accuracy by its moves, in percent."""
    unit: str = ""
    """What scores count, such as `discs`; "" where only the result counts."""
    noise: Callable[[Position, int], float] = lambda position, depth: 0.0
    """By how much two estimates of one search of this depth may be off against each other."""
    opening: Callable[[Position, str], OpeningMove] = no_theory
    """What opening theory says of a move."""
    counts_keepers: bool = False
    """Whether a review counts the moves that keep the result, because the accuracy depends on them."""
