"""A style of play: what a position is worth to a side when the search looks no further."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.search.opening_book import OpeningBook
from engine.search.position import Position


def _usual_end(position: Position) -> int:
    return 22


@dataclass(frozen=True, slots=True)
class Style:
    """A way of valuing positions: its number in the compiled core, and how many of its units make a point.

    `unit` divides the values of positions that are not finished into the scores people see.
    """

    name: str
    number: int
    unit: float = 1.0
    #: Values up to this are all the same, and so are values from `at_most` on.
    at_least: int | None = None
    at_most: int | None = None
    #: Whether the end of a game is searched for the exact final score.
    solves: bool = True
    #: With at most so many moves left a search without depth limit goes for the exact score, after it has
    #: put the moves in order by estimates that stop so many plies above the end.
    solves_from: Callable[[Position], int] = _usual_end
    ordering_gap: int = 8
    #: Whether a win is worth more the sooner it comes: then the first one that is found is the best.
    sooner_is_better: bool = False
    #: Numbers that the compiled core reads.
    weights: tuple[int, ...] = ()
    #: Decides between moves of the same value, the greatest first.
    preference: Callable[[Position, str], int] | None = None
    #: A best move so many points ahead of all others at some depth is taken to stay so.
    clear_lead: float | None = None
    #: Gives the openings whose values a search without depth limit may look up.
    book: Callable[[], OpeningBook] | None = None
