"""A style of play: how it values positions, and how its searches go about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.search import style_numbers as numbers
from engine.search.opening_book import OpeningBook
from engine.search.position import Position


def _usual_solves_from(position: Position) -> int:
    return 22


@dataclass(frozen=True, slots=True)
class Style:
    """A way of valuing positions."""

    name: str
    number: int
    """By which compiled code knows it."""
    unit: float = 1.0
    """So many units of its values make a point of the scores people see."""
    at_least: int | None = None
    """Values up to this are all the same to it."""
    at_most: int | None = None
    """Values from this on are all the same to it."""
    solves: bool = True
    """Whether it searches the endgame for the exact final score."""
    solves_from: Callable[[Position], int] = _usual_solves_from
    """With at most so many moves left, a search without depth limit goes for the exact final score."""
    ordering_gap: int = 8
    """Before that, it puts the moves in order by searches that end so many plies short of the end."""
    sooner_is_better: bool = False
    """Whether a win counts more the sooner it comes, so that the first win found is the best."""
    random_ties: bool = False
    """Whether its players choose at random among equally good moves."""
    weights: tuple[int, ...] = ()
    """Numbers that compiled code reads."""
    preference: Callable[[Position, str], int] | None = None
    """Decides between moves of the same value, the greatest first."""
    clear_lead: float | None = None
    """A best move so many points ahead of all others at some depth is taken to stay the best."""
    book: Callable[[Position], OpeningBook | None] | None = None
    """Gives the opening book of a position's board that a search without depth limit may probe, if any."""

    def book_for(self, position: Position) -> OpeningBook | None:
        """The opening book of a position's board. Raises EngineError when its file is damaged."""
        return None if self.book is None else self.book(position)


#: Final scores only.
EXACT = Style("exact", int(numbers.EXACT))
