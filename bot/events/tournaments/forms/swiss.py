"""Swiss rounds: equal scores meet, nobody twice, by FIDE's Dutch rules of 2026 (handbook C.04.3).

Where those allow no pairing, as in a field that many dropped out of, and where py4swiss can't run, pairings
are our own: nobody meets twice, and in order of score, each gets the best opponent that still lets everybody
have one. The best is near in score, is due the other colour, does not float twice in a row, and is in the
other half of the score.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property

from bot.events.tournaments.forms.matching import best_pairs, maximum_matching
from bot.events.tournaments.forms.types import Colours, Strength, clash, moves_first
from data.tournaments.records import Entrant, Pairing

Allowed = Callable[[int, int], bool]


def suggested_rounds(size: int) -> int:
    """Return a good number of rounds: enough for one leader, and few enough for the field."""
    return max(1, min(size // 2, math.ceil(math.log2(max(size, 2))) + 1))


def possible_rounds(size: int, rounds: int) -> int:
    """Return how many of the rounds a larger field plays: not more than can be paired in every case.

    Where everyone still has as many new opponents as half of the field, a pairing exists (Dirac).
    """
    return min(rounds, (size + 1) // 2)


def largest_round_robin(rounds: int) -> int:
    """Return the largest field in which everyone meets everyone in these rounds."""
    return rounds + rounds % 2


class SwissField:
    """The state of a tournament that pairing a round depends on.

    Ranks count from 1 by rating and shift when a player joins late, as FIDE's do. `first_moves_first` is the
    colour of rank 1 in round 1, drawn by lot.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[Pairing],
        round_number: int,
        *,
        is_last: bool = False,
        first_moves_first: bool = True,
    ) -> None:
        self.round = round_number
        self.is_last = is_last
        self.first_moves_first = first_moves_first
        self.played = [pairing for pairing in played if pairing.round < round_number]
        known = sorted(
            (entrant for entrant in entrants if entrant.joined_round <= round_number),
            key=lambda entrant: (-entrant.rating, entrant.number),
        )
        self.ranks = {entrant.number: rank for rank, entrant in enumerate(known, 1)}
        self.present = [entrant.number for entrant in known if entrant.plays(round_number)]

    @cached_property
    def scores(self) -> dict[int, float]:
        """Points of everyone."""
        return self.scores_before(self.round)

    def scores_before(self, round_number: int) -> dict[int, float]:
        scores = dict.fromkeys(self.ranks, 0.0)
        for pairing in self.played:
            if pairing.round < round_number:
                for number, points in zip((pairing.first, pairing.second), pairing.points, strict=True):
                    if number in scores:
                        scores[number] += points
        return scores

    @cached_property
    def order(self) -> list[int]:
        return sorted(self.present, key=lambda number: (-self.scores[number], self.ranks[number]))

    @cached_property
    def colours(self) -> dict[int, Colours]:
        return {number: Colours(self.played, number) for number in self.ranks}

    @cached_property
    def met(self) -> set[frozenset[int]]:
        return {
            frozenset(pairing.numbers)
            for pairing in self.played
            if pairing.second is not None and not pairing.is_forfeit
        }

    @cached_property
    def forfeited(self) -> set[frozenset[int]]:
        """Pairs of whom at least one was absent; FIDE lets them meet again, we do only if we must."""
        return {
            frozenset(pairing.numbers)
            for pairing in self.played
            if pairing.second is not None and pairing.is_forfeit
        }

    @cached_property
    def had_bye(self) -> set[int]:
        return {pairing.first for pairing in self.played if pairing.second is None}

    @cached_property
    def won_by_forfeit(self) -> set[int]:
        """Those who got a point from an absent opponent; they get no bye (C.04.3, C.2)."""
        return {
            number
            for pairing in self.played
            if pairing.is_forfeit and pairing.second is not None
            for number in pairing.numbers
            if pairing.points_of(number) == 1.0
        }

    def is_topscorer(self, number: int) -> bool:
        """Return whether colours matter less to an entrant: in the last round, above half of the points."""
        return self.is_last and self.scores[number] > (self.round - 1) / 2

    @cached_property
    def games(self) -> dict[int, int]:
        """Number of games everyone has played."""
        return {number: len(colours.games) for number, colours in self.colours.items()}

    @cached_property
    def bye_candidates(self) -> list[int]:
        """Those present who may have the bye, the first choice first (C.04.3 of 2026, criteria 2, 5 and 9).

        That is the lowest score, then the fewest unplayed rounds, then the lowest rank.
        """
        without = self.had_bye | self.won_by_forfeit
        return sorted(
            (number for number in self.present if number not in without),
            key=lambda number: (self.scores[number], -self.games[number], -self.ranks[number]),
        )

    @cached_property
    def floats(self) -> dict[int, int]:
        """The floats of those present in the last round, see `floats_in`."""
        return self.floats_in(self.round - 1)

    def floats_in(self, round_number: int) -> dict[int, int]:
        """Return how a round paired those present: 1 with a higher score, −1 with a lower one.

        Points without a game are a float down, too; no points without a game are none (C.04.3 of 2026, 1.4).
        """
        before = self.scores_before(round_number)
        floats = dict.fromkeys(self.present, 0)
        for pairing in self.played:
            if pairing.round != round_number:
                continue
            gap = 0.0
            if pairing.is_over_the_board and pairing.second is not None:
                gap = before.get(pairing.second, 0.0) - before.get(pairing.first, 0.0)
            for number, sign in ((pairing.first, gap), (pairing.second, -gap)):
                if number in floats:
                    unplayed = not pairing.is_over_the_board and pairing.points_of(number) > 0
                    floats[number] = -1 if unplayed else (sign > 0) - (sign < 0)
        return floats


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

    return tuple(_coloured(field, *pair) for pair in best_pairs(order, allowed, cost))


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
