"""Games won, drawn and lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from data import Verdict


@dataclass(frozen=True, slots=True)
class Record:
    """How many games somebody has won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: Record) -> Record:
        """Both together."""
        return Record(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @classmethod
    def of(cls, outcome: Verdict, games: int = 1) -> Record:
        """So many games that all ended alike; one that was called off counts for nothing."""
        return cls(
            wins=games if outcome == "win" else 0,
            draws=games if outcome == "draw" else 0,
            losses=games if outcome == "loss" else 0,
        )


def together(records: Iterable[Record]) -> Record:
    """All of them in one."""
    return sum(records, Record())


def longest_run(outcomes: Sequence[Verdict], wanted: Verdict) -> int:
    """The most games in a row that ended as `wanted`."""
    longest = running = 0
    for outcome in outcomes:
        running = running + 1 if outcome == wanted else 0
        longest = max(longest, running)
    return longest
