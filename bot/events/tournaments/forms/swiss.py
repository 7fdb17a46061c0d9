"""Swiss rounds: equal scores meet, nobody twice, by FIDE's Dutch rules of 2026 (handbook C.04.3).

Where those allow no pairing, as in a field that many dropped out of, and where py4swiss can't run, pairings
are our own: nobody meets twice, and in order of score, each gets the best opponent that still lets everybody
have one. The best is near in score, is due the other colour, does not float twice in a row, and is in the
other half of the score.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from bot.events.tournaments.forms import round_robin
from bot.events.tournaments.forms.matching import best_pairs, maximum_matching
from bot.events.tournaments.forms.swiss_field import SwissField
from bot.events.tournaments.forms.types import (
    Finished,
    NextRound,
    Strength,
    WaitingEntrant,
    clash,
    last_round,
    moves_first,
)
from data.tournaments.records import Entrant, Pairing

Allowed = Callable[[int, int], bool]


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
        return own_pairs(field)
    return dutch.pair(field) or own_pairs(field)


def own_pairs(field: SwissField) -> tuple[Pairing, ...] | None:
    """Pair a round; None if no pairing avoids second meetings and second byes."""

    def is_new(one: int, other: int) -> bool:
        return frozenset((one, other)) not in field.met

    def is_unseen(one: int, other: int) -> bool:
        return is_new(one, other) and frozenset((one, other)) not in field.forfeited

    def is_by_the_rules(one: int, other: int) -> bool:
        if not is_unseen(one, other):
            return False
        absolute = clash(field.colours[one], field.colours[other]) is Strength.ABSOLUTE
        return not absolute or field.is_topscorer(one) or field.is_topscorer(other)

    after_forfeit = [number for number in field.order[::-1] if number in field.won_by_forfeit - field.had_bye]
    for allowed, candidates in (
        (is_by_the_rules, field.bye_candidates),
        (is_unseen, field.bye_candidates),
        (is_new, field.bye_candidates + after_forfeit),
    ):
        pairings = _paired(field, allowed, candidates)
        if pairings is not None:
            return pairings
    return None


def _paired(field: SwissField, allowed: Allowed, candidates: list[int]) -> tuple[Pairing, ...] | None:
    """Pair everyone there, or return None."""
    if len(field.order) % 2 == 0:
        return _without_bye(field, field.order, allowed)
    for odd_one in candidates:
        others = [number for number in field.order if number != odd_one]
        pairings = _without_bye(field, others, allowed)
        if pairings is not None:
            return (*pairings, Pairing(field.round, odd_one, None))
    return None


def _without_bye(field: SwissField, order: list[int], allowed: Allowed) -> tuple[Pairing, ...] | None:
    graph = [
        [j for j, other in enumerate(order) if i != j and allowed(one, other)] for i, one in enumerate(order)
    ]
    if min(maximum_matching(graph), default=0) < 0:
        return None
    places = _places_in_halves(field, order)

    def cost(one: int, other: int) -> tuple[float, int, bool, bool, int]:
        gap = field.scores[one] - field.scores[other]
        repeated = gap > 0 and (field.floats[one] < 0 or field.floats[other] > 0)
        (lower, place), (other_lower, other_place) = places[one], places[other]
        same_half = gap == 0 and lower == other_lower
        wish = clash(field.colours[one], field.colours[other])
        return gap, wish, repeated, same_half, abs(place - other_place)

    return tuple(_coloured(field, *found) for found in best_pairs(order, allowed, cost))


def _places_in_halves(field: SwissField, order: list[int]) -> dict[int, tuple[bool, int]]:
    """Return whether everyone is in the lower half of those with their score, and their place in it."""
    places: dict[int, tuple[bool, int]] = {}
    for score in {field.scores[number] for number in order}:
        equals = [number for number in order if field.scores[number] == score]
        half = (len(equals) + 1) // 2
        places |= {number: (place >= half, place % half) for place, number in enumerate(equals)}
    return places


def _coloured(field: SwissField, one: int, other: int) -> Pairing:
    """Return a pairing in which the first entrant, who is ranked higher, gets the colour due to them."""
    otherwise = field.first_moves_first == (field.ranks[one] % 2 == 1)
    first = moves_first(one, other, field.colours, otherwise)
    return Pairing(field.round, *((one, other) if first else (other, one)))
