"""Swiss rounds: equal scores meet, nobody twice, by FIDE's Dutch rules of 2026 (handbook C.04.3).

Where those allow no pairing, as in a field that dropped out of, colours give way first, see `own_pairing`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from bot.events.tournaments.forms import own_pairing, round_robin
from bot.events.tournaments.forms.swiss_field import SwissField
from bot.events.tournaments.forms.types import Finished, NextRound, WaitingEntrant, last_round
from data.tournaments.pairings import Entrant, Pairing


def suggested_rounds(size: int) -> int:
    """Return a good number of rounds: enough for one leader, and few enough for the field."""
    return max(1, min(size // 2, math.ceil(math.log2(max(size, 2))) + 1))


def plays_round_robin(entrants: Sequence[Entrant], rounds: int) -> bool:
    """Return whether in the field that began everyone can meet everyone in these rounds."""
    return round_robin.round_count(_size(entrants)) <= rounds


def possible_rounds(size: int, rounds: int) -> int:
    """Return how many of the rounds a larger field plays: not more than can be paired in every case.

    Where everyone still has as many new opponents as half of the field, a pairing exists (Dirac).
    """
    return min(rounds, (size + 1) // 2)


def largest_round_robin(rounds: int) -> int:
    """Return the largest field in which everyone meets everyone in these rounds."""
    return rounds + rounds % 2


def _size(entrants: Sequence[Entrant]) -> int:
    return sum(entrant.joined_round <= 1 for entrant in entrants)


def next_round(
    entrants: Sequence[Entrant], played: Sequence[Pairing], rounds: int, seed: int
) -> NextRound | WaitingEntrant | Finished:
    """Return the next round; the tournament also ends when no new pairing is left."""
    if plays_round_robin(entrants, rounds):
        return round_robin.next_round(entrants, played, seed)
    if any(pairing.is_pending for pairing in played):
        return WaitingEntrant()
    number = last_round(played) + 1
    rounds = possible_rounds(_size(entrants), rounds)
    field = SwissField(entrants, played, number, is_last=number == rounds, first_moves_first=seed % 2 == 0)
    if number > rounds or len(field.present) < 2:
        return Finished()
    pairings = pair(field)
    return NextRound(pairings) if pairings else Finished()


def pair(field: SwissField) -> tuple[Pairing, ...] | None:
    """Pair a round; None if everyone there has met, or the odd one would have a second bye."""
    # Loaded by the first round: py4swiss has 130 modules.
    try:
        from bot.events.tournaments.forms import dutch
    except ImportError:  # where it has no wheel
        return own_pairing.pair(field)
    return dutch.pair(field) or own_pairing.pair(field)
