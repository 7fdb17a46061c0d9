"""Swiss pairings of our own, for fields that FIDE's absolute rules can't pair, and where py4swiss can't run.

Nobody meets twice. In order of score, each gets the best opponent that still lets everybody have one: near in
score, other colour due, not floating twice in a row, upper half of the score against its lower half.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.events.tournaments.forms.colours import Strength, clash, moves_first
from bot.events.tournaments.forms.matching import best_pairs, maximum_matching
from bot.events.tournaments.forms.swiss_field import SwissField
from data.tournaments.pairings import Pairing

Allowed = Callable[[int, int], bool]


def pair(field: SwissField) -> tuple[Pairing, ...] | None:
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
