"""What all forms of tournaments share: the forms, ways through the pairings, and who moves first.

Preferences for colours and their allocation follow FIDE's Dutch rules (handbook C.04.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum, StrEnum
from functools import cached_property

from data.tournaments.records import Entrant, Pairing


class Form(StrEnum):
    """The forms of tournaments; the values are stored."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ARENA = "arena"


NextRound = tuple[Pairing, ...] | None
"""Pairings to start now, in table order: () while games must end before, None at the end.

In a knockout these may be replays that belong to a round in progress.
"""


def field_size(entrants: Iterable[Entrant]) -> int:
    """Return how many have begun a tournament."""
    return sum(entrant.joined_round <= 1 for entrant in entrants)


def of_entrant(played: Iterable[Pairing], number: int) -> list[Pairing]:
    """Return the pairings of an entrant in order of rounds."""
    return sorted(
        (pairing for pairing in played if number in pairing.numbers),
        key=lambda pairing: (pairing.round, pairing.replay),
    )


def last_round(played: Sequence[Pairing]) -> int:
    """Return the number of the latest round, 0 before the first."""
    return max((pairing.round for pairing in played), default=0)


class Strength(IntEnum):
    """Strength of a preference for a colour; the values are py4swiss's, too."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Colours:
    """An entrant's colours in the games they played, oldest first.

    True is moving first, which chess calls white.
    """

    def __init__(self, played: Iterable[Pairing], number: int) -> None:
        self.games = [
            pairing.first == number for pairing in of_entrant(played, number) if pairing.is_over_the_board
        ]

    @cached_property
    def difference(self) -> int:
        """Games moving first minus games moving second."""
        return 2 * sum(self.games) - len(self.games)

    @cached_property
    def due(self) -> bool | None:
        """True if moving first is due; None without games."""
        if self.difference:
            return self.difference < 0
        return not self.games[-1] if self.games else None

    @cached_property
    def strength(self) -> Strength:
        """Strength of the preference for the colour that is due."""
        if not self.games:
            return Strength.NONE
        repeated = len(self.games) > 1 and self.games[-1] == self.games[-2]
        if repeated or abs(self.difference) > 1:
            return Strength.ABSOLUTE
        return Strength(1 + abs(self.difference))


def clash(one: Colours, other: Colours) -> Strength:
    """Return the weaker of two wishes for the same colour; NONE if both can have theirs."""
    return min(one.strength, other.strength) if one.due is other.due else Strength.NONE


def moves_first(higher: int, lower: int, colours: Mapping[int, Colours], otherwise: bool) -> bool:
    """Return whether the higher ranked of two entrants moves first; `otherwise` decides without any wish."""
    one, other = colours[higher], colours[lower]
    if one.due is None or other.due is None:
        if one.due is None and other.due is None:
            return otherwise
        return one.due if one.due is not None else not other.due
    if one.due != other.due:
        return one.due
    if one.strength != other.strength:
        return one.due if one.strength > other.strength else not one.due
    if one.strength is Strength.ABSOLUTE and abs(one.difference) != abs(other.difference):
        return one.due if abs(one.difference) > abs(other.difference) else not one.due
    for mine, theirs in zip(reversed(one.games), reversed(other.games), strict=False):
        if mine != theirs:
            return not mine
    return one.due
