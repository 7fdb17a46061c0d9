"""Rules for judging the positions of a game; each kind of game has its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from bot.catalog.formulas import AccuracyFormula
from bot.catalog.phases import PhaseOf, only_middle
from bot.catalog.thresholds import Bounds
from engine import Position

Expectancy = Callable[[Position, float, bool], float | None]


class OpeningMove(NamedTuple):
    """A move in opening theory.

    `named`: it belongs to an opening that has a name. `best` is the book's best move, None if the book does
    not have the move; `score` is the value of the best one and `played` that of the move itself.
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
    """Rules for judging a game's positions."""

    expectancy: Expectancy
    """Returns the expected result, 0 to 1, of the side to move, by a score and whether it is proved; None if
    unknown."""
    bounds: Bounds
    """Points lost that make an error."""
    solves_from: Callable[[Position], int]
    """Returns the moves left at which a position is solved rather than estimated."""
    accuracy: AccuracyFormula
    """A side's accuracy by its moves, in percent."""
    unit: str = ""
    """Unit of scores, such as `discs`; "" where only the result counts."""
    noise: Callable[[Position, int], float] = lambda position, depth: 0.0
    """Returns the noise of the difference of two estimates by one search of this depth."""
    opening: Callable[[Position, str], OpeningMove] = no_theory
    """Looks up a move in opening theory."""
    counts_keepers: bool = False
    """True if a review counts the moves that keep the result, because the accuracy depends on them."""
    phase: PhaseOf = only_middle
    """Returns the phase of a position, whatever was played before."""
