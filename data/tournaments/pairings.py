"""Entrants, pairings and results, as the forms of tournaments decide them and as they are stored."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PairingOutcome(StrEnum):
    """The result of a pairing; the values are stored."""

    FIRST = "1-0"
    SECOND = "0-1"
    DRAW = "draw"
    DOUBLE_LOSS = "0-0"
    """Both were absent, or the game was called off."""

    @staticmethod
    def won(*, by_first: bool) -> PairingOutcome:
        """Return the result of a game with a winner."""
        return PairingOutcome.FIRST if by_first else PairingOutcome.SECOND

    @property
    def points(self) -> tuple[float, float]:
        """Points for the first and the second player."""
        return _POINTS[self]


_POINTS = {
    PairingOutcome.FIRST: (1.0, 0.0),
    PairingOutcome.SECOND: (0.0, 1.0),
    PairingOutcome.DRAW: (0.5, 0.5),
    PairingOutcome.DOUBLE_LOSS: (0.0, 0.0),
}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant; `number` counts from 1 in the tournament.

    `left_round` is the first round in which they are not paired any more.
    """

    number: int
    rating: float
    joined_round: int = 1
    left_round: int | None = None

    def plays(self, round_number: int) -> bool:
        """Return whether they may be paired in a round."""
        return self.joined_round <= round_number and (
            self.left_round is None or round_number < self.left_round
        )


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants, of whom `first` moves first.

    Without `second` it is a bye; without `outcome` the game is in progress.

    In a knockout, `slot` is the bracket's match number, and `replay` counts the replays after draws. In an
    arena, `round` numbers the games in the order in which they began. In an exhibition, `first` is always the
    exhibitor, even where their opponent moves first.
    """

    round: int
    first: int
    second: int | None
    outcome: PairingOutcome | None = None
    forfeit: bool = False
    replay: int = 0
    slot: int = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of those paired, the first one's alone in a bye."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def points(self) -> tuple[float, float]:
        """Points of both players: a bye counts as a win, a game in progress nothing."""
        if self.second is None:
            return 1.0, 0.0
        return (0.0, 0.0) if self.outcome is None else self.outcome.points

    @property
    def is_pending(self) -> bool:
        """True while the game is in progress; byes never are."""
        return self.second is not None and self.outcome is None

    @property
    def is_forfeit(self) -> bool:
        """True if it was decided by absence. A draw never was, and two losses always were."""
        return self.outcome is PairingOutcome.DOUBLE_LOSS or (
            self.forfeit and self.outcome is not PairingOutcome.DRAW
        )

    @property
    def is_over_the_board(self) -> bool:
        """True if the game was really played: no bye, no forfeit, not in progress."""
        return self.second is not None and self.outcome is not None and not self.is_forfeit

    def opponent(self, number: int) -> int | None:
        """Return the other entrant, None in a bye."""
        return self.second if number == self.first else self.first

    def points_of(self, number: int) -> float:
        """Return the points of one of the two."""
        return self.points[number != self.first]
