"""Pairings by FIDE's Dutch rules of 2026 (handbook C.04.3, effective from 1 February 2026).

py4swiss implements the edition before, which differs in byes and floats: here, who has the bye is settled
before pairing, and floats are counted by the new rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby

from py4swiss.engines.common import ColorPreference, ColorPreferenceSide, ColorPreferenceStrength, Float
from py4swiss.engines.dutch import Engine
from py4swiss.engines.dutch.bracket import BracketPairer, Brackets
from py4swiss.engines.dutch.player import Player
from py4swiss.engines.dutch.validity_matcher import ValidityMatcher

from bot.events.tournaments.forms.swiss import SwissField
from data.tournaments.records import Pairing

_SIDES = {
    None: ColorPreferenceSide.NONE,
    True: ColorPreferenceSide.WHITE,
    False: ColorPreferenceSide.BLACK,
}


def pair(field: SwissField) -> tuple[Pairing, ...] | None:
    """Pair a round; None where the rules allow no pairing."""
    if len(field.present) % 2 == 0:
        return _pair(field, ())
    for _, group in groupby(field.bye_candidates, key=field.scores.__getitem__):
        # Criterion 5: the lowest score with which a complete pairing exists.
        candidates = [*group]
        pairings = _pair(field, candidates)
        if pairings is not None:
            return _with_fewest_unplayed(field, pairings, candidates)
    return None


def _with_fewest_unplayed(
    field: SwissField, pairings: tuple[Pairing, ...], candidates: Iterable[int]
) -> tuple[Pairing, ...]:
    """Give the bye to the candidate who played most (criterion 9), if higher scores are paired the same."""
    for _, group in groupby(candidates, key=field.games.__getitem__):
        having_played = [*group]
        if pairings[-1].first in having_played:
            break
        better = _pair(field, having_played)
        if better is not None and _above_bye(field, better) == _above_bye(field, pairings):
            return better
    return pairings


def _above_bye(field: SwissField, pairings: tuple[Pairing, ...]) -> set[frozenset[int]]:
    """Return the pairs of whom both have more points than who has the bye, which comes last."""
    bye = field.scores[pairings[-1].first]
    return {
        frozenset(pairing.numbers)
        for pairing in pairings[:-1]
        if pairing.second is not None and min(field.scores[pairing.first], field.scores[pairing.second]) > bye
    }


def _pair(field: SwissField, bye_candidates: Collection[int]) -> tuple[Pairing, ...] | None:
    """Pair a round in which only the candidates may have the bye; None if that is impossible."""
    pairs = _Engine.pairs(
        _players(field, bye_candidates),
        {(field.ranks[one], field.ranks[other]) for one, other in map(sorted, field.forfeited)},
        field.round,
        field.first_moves_first,
    )
    if pairs is None:
        return None
    numbers = {rank: number for number, rank in field.ranks.items()}
    return tuple(
        Pairing(field.round, numbers[first.id], None if first == second else numbers[second.id])
        for first, second in pairs
    )


class _Engine(Engine):  # type: ignore[misc]
    """py4swiss's engine for players who are not read from a report."""

    @classmethod
    def pairs(
        cls,
        players: list[Player],
        forbidden: set[tuple[int, int]],
        round_number: int,
        first_moves_first: bool,
    ) -> list[tuple[Player, Player]] | None:
        """Return the pairs in table order; who has the bye is paired with themselves."""
        validity = ValidityMatcher(players, forbidden)
        if not validity.is_valid_matching():
            return None
        brackets = Brackets(players, round_number)
        pairs: list[tuple[Player, Player]] = []
        while not brackets.is_finished():
            pairer = BracketPairer(brackets.get_current_bracket(), validity, first_moves_first)
            bracket_pairs = cls._get_bracket_pairs(pairer)
            if bracket_pairs is None:
                brackets.collapse()
            else:
                brackets.apply_bracket_pairings(bracket_pairs)
                pairs += bracket_pairs
        return sorted(pairs, key=cls._get_player_pair_score, reverse=True)


def _players(field: SwissField, bye_candidates: Collection[int]) -> list[Player]:
    """Return those present, in order, known by their ranks."""
    floats, floats_before = field.floats, field.floats_in(field.round - 2)
    return [
        Player(
            id=field.ranks[number],
            number=field.ranks[number],
            points=round(10 * field.scores[number]),
            points_with_acceleration=round(10 * field.scores[number]),
            color_preference=ColorPreference(
                side=_SIDES[colours.due], strength=ColorPreferenceStrength(colours.strength)
            ),
            color_difference=colours.difference,
            color_double=len(colours.games) > 1 and colours.games[-1] == colours.games[-2],
            float_1=Float(floats[number]),
            float_2=Float(floats_before[number]),
            opponents={
                field.ranks[other] for pair in field.met if number in pair for other in pair - {number}
            },
            colors=colours.games,
            bye_received=number not in bye_candidates,
            top_scorer=field.is_topscorer(number),
        )
        for number in field.order
        for colours in (field.colours[number],)
    ]
