"""Opening books: values of positions near the start, and the search results they provide."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from engine.search.position import Position
from engine.search.results import Candidate, Estimate, Proved, Score, SearchResult, outcome_of

if TYPE_CHECKING:
    from engine.search.context import SearchContext


class OpeningBook(ABC):
    """Values of positions for the side to move; each game's book says how they are found."""

    #: Units of the values per point.
    unit = 1
    #: True if the values are final scores under best play.
    proved = False
    #: Minimum distance of a move missing from the book to the best one, in units.
    margin = 0

    @abstractmethod
    def value(self, position: Any) -> int | None:
        """The value for the side to move, None when the book does not have it."""

    def least(self, position: Any) -> int | None:
        """Lower bound of the value for the side to move; None if unknown."""
        return None

    @abstractmethod
    def depth(self, position: Any) -> int:
        """Return how many plies the value of a position looks ahead."""

    def preference(self, position: Any, move: str) -> float:
        """Decides between moves of the same value, the smallest first."""
        return 0.0

    def fill(self, context: SearchContext, position: Position) -> None:  # noqa: B027 - most searches need not know
        """Store what the book knows of later positions in the table of a search."""

    def choices(self, position: Any) -> dict[str, float]:
        """Moves that a player chooses from, with their weights; none where it should play the best one."""
        return {}

    def values(self, position: Any) -> dict[str, int]:
        """Values of the legal moves that the book has, best first; {} when none is sure to be best."""
        legal = position.legal_moves()
        answers = {move: self.value(position.play(move)) for move in legal}
        found = {move: -value for move, value in answers.items() if value is not None}
        if len(found) < len(legal) and (not found or max(found.values()) != self.value(position)):
            return {}
        return dict(sorted(found.items(), key=lambda item: (-item[1], self.preference(position, item[0]))))

    def line(self, position: Any) -> tuple[str, ...]:
        """The best moves from a position on, as far as the book goes."""
        moves: list[str] = []
        while values := self.values(position):
            moves.append(next(iter(values)))
            position = position.play(moves[-1])
        return tuple(moves)

    def probe(self, position: Position, *, within: float = 0.0) -> SearchResult | None:
        """The result that the book gives in place of a search, None without one.

        Moves at most `within` points worse than the best have their values.
        """
        values, legal = self.values(position), position.legal_moves()
        if not values or (len(values) < len(legal) and self.margin < within * self.unit):
            return None
        move, best = next(iter(values.items()))
        candidates = [
            Candidate(name, self._shown(value), "exact", next(iter(self.line(position.play(name))), None))
            for name, value in values.items()
        ]
        rest = self._shown(best - self.margin)
        candidates += [
            Candidate(name, rest, "at most") for name in position.legal_moves() if name not in values
        ]
        line, depth = self.line(position), self.depth(position)
        return SearchResult(
            move,
            self._shown(best),
            depth,
            nodes=0,
            seconds=0.0,
            exact=self.proved,
            line=line,
            candidates=tuple(candidates),
            certainty=1.0 if self.proved else None,
            outcome=outcome_of(best) if self.proved else None,
        )

    def _shown(self, value: int) -> Score:
        return (Proved if self.proved else Estimate)(value / self.unit)
