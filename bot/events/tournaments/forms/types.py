"""What all forms of tournaments share: the forms, what to do next, and ways through the pairings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from data.tournaments.pairings import Pairing


class Form(StrEnum):
    """The forms of tournaments; the values are stored."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ARENA = "arena"


@dataclass(frozen=True, slots=True)
class NextRound:
    """Pairings to start now, in table order.

    In a knockout these may be replays that belong to a round in progress.
    """

    pairings: tuple[Pairing, ...]

    @property
    def round(self) -> int:
        """The round of all of them."""
        return self.pairings[0].round


@dataclass(frozen=True, slots=True)
class WaitingEntrant:
    """Games must end before more can be paired."""


@dataclass(frozen=True, slots=True)
class Finished:
    """All games of the tournament have been played."""


def of_entrant(played: Iterable[Pairing], number: int) -> list[Pairing]:
    """Return the pairings of an entrant in order of rounds."""
    return sorted(
        (pairing for pairing in played if number in pairing.numbers),
        key=lambda pairing: (pairing.round, pairing.replay),
    )


def last_round(played: Sequence[Pairing]) -> int:
    """Return the number of the latest round, 0 before the first."""
    return max((pairing.round for pairing in played), default=0)
