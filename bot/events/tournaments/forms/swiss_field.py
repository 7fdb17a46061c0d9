"""A Swiss field before a round: who is there, their scores, colours, floats and earlier opponents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bot.events.tournaments.forms.types import Colours, colours_of
from data.tournaments.records import Entrant, Pairing


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
        return colours_of(self.played, self.ranks, self.round - 1)

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
