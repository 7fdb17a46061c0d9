"""Pairings by py4swiss, which implements FIDE's Dutch rules: our fields in its terms."""

from __future__ import annotations

from py4swiss.engines.common import PairingError
from py4swiss.engines.dutch import Engine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection
from py4swiss.trf.sections.x_section import XSectionConfiguration

from bot.tournaments.forms.swiss_field import SwissField
from bot.tournaments.forms.types import Pairing, Played

_ABSENT = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
_BYE = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)

_RESULTS = {1.0: ResultToken.WIN, 0.5: ResultToken.DRAW, 0.0: ResultToken.LOSS}
_FORFEITS = {1.0: ResultToken.FORFEIT_WIN, 0.0: ResultToken.FORFEIT_LOSS}


def pair(field: SwissField) -> tuple[Pairing, ...] | None:
    """Pair a round; None where the rules allow no pairing."""
    numbers = {rank: number for number, rank in field.ranks.items()}
    try:
        pairs = Engine.generate_pairings(_report(field))
    except PairingError:
        return None
    return tuple(Pairing(numbers[one.white], numbers.get(one.black)) for one in pairs)


def _report(field: SwissField) -> ParsedTrf:
    """Return the tournament so far as a report in FIDE's format; entrants are known by their ranks."""
    results = {number: [_ABSENT] * (field.round - 1) for number in field.ranks}
    for one in field.played:
        results[one.first][one.round - 1] = _result(field, one, one.first)
        if one.second is not None:
            results[one.second][one.round - 1] = _result(field, one, one.second)
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=rank,
            rank=rank,
            points_times_ten=round(10 * field.scores[number]),
            results=results[number],
        )
        for number, rank in field.ranks.items()
    ]
    rules = XSection(
        # Only the last round differs from the others.
        number_of_rounds=field.round if field.is_last else field.round + 1,
        zeroed_ids=set(field.ranks.values()) - {field.ranks[number] for number in field.present},
        configuration=XSectionConfiguration(first_round_color=field.first_moves_first),
        forbidden_pairs={
            (field.ranks[one], field.ranks[other]) for one, other in map(sorted, field.forfeited)
        },
    )
    return ParsedTrf(player_sections=sections, x_section=rules)


def _result(field: SwissField, one: Played, number: int) -> RoundResult:
    """Return how a pairing ended for one of the two."""
    if one.second is None:
        return _BYE
    opponent = field.ranks[one.second if number == one.first else one.first]
    colour = ColorToken.WHITE if number == one.first else ColorToken.BLACK
    tokens = _FORFEITS if one.is_forfeit else _RESULTS
    return RoundResult(id=opponent, color=colour, result=tokens[one.points_of(number)])
