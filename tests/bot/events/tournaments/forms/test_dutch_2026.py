"""Byes and floats of the Dutch rules of 2026, compared with bbpPairings 6.0.0, which implements them.

`bbp_pairings_6.jsonl` has rounds of random fields with drop-outs, latecomers and forfeits, and how that
program paired them. The first two examples are those that come with its source.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bot.events.tournaments.forms import dutch, swiss
from bot.events.tournaments.forms.swiss_field import SwissField
from data.tournaments.records import Entrant, Pairing, PairingOutcome
from tests.cases import for_each

ROUNDS = [json.loads(line) for line in (Path(__file__).parent / "bbp_pairings_6.jsonl").open()]

FIRST, DRAW = PairingOutcome.FIRST, PairingOutcome.DRAW


def field(entrants: int, played: Iterable[Pairing], number: int, **options: Any) -> SwissField:
    """Return a field whose numbers are the ranks."""
    absent = options.pop("absent", ())
    people = [
        Entrant(one, 2000.0 - one, 1, number if one in absent else None) for one in range(1, entrants + 1)
    ]
    return SwissField(people, [*played], number, **options)


def pairs(found: Iterable[Pairing] | None) -> list[tuple[int, int | None]]:
    assert found is not None
    return [(one.first, one.second) for one in found]


def recorded(one: dict[str, Any]) -> SwissField:
    played = [
        Pairing(number, first, second, PairingOutcome(outcome), forfeit)
        for number, first, second, outcome, forfeit in one["played"]
    ]
    number = max(each.round for each in played) + 1
    options = {"is_last": one["last"], "first_moves_first": one["first_moves_first"]}
    return field(one["entrants"], played, number, absent=one["absent"], **options)


LOWEST_SCORE = field(
    6,
    [
        *(Pairing(1, 1, 4, FIRST), Pairing(1, 5, 2, PairingOutcome.SECOND), Pairing(1, 3, 6, FIRST)),
        *(
            Pairing(2, 2, 1, PairingOutcome.SECOND),
            Pairing(2, 4, 3, PairingOutcome.SECOND),
            Pairing(2, 6, 5, PairingOutcome.SECOND),
        ),
    ],
    3,
    is_last=True,
    absent=(4,),
)

FEWEST_UNPLAYED = field(5, [Pairing(1, 1, 3, FIRST), Pairing(1, 4, 2, PairingOutcome.SECOND)], 2)

HALF_A_POINT = field(
    5, [Pairing(1, 1, 3, DRAW), Pairing(1, 4, 2, PairingOutcome.SECOND), Pairing(1, 5, None, FIRST)], 2
)


@for_each(
    ("given", "expected"),
    (LOWEST_SCORE, [(1, 5), (3, 2), (6, None)]),
    (FEWEST_UNPLAYED, [(2, 1), (3, 5), (4, None)]),
)
def test_published_examples_are_paired_as_published(
    given: SwissField, expected: list[tuple[int, int | None]]
) -> None:
    assert pairs(dutch.pair(given)) == expected


@for_each("pair", [dutch.pair, swiss.own_pairs])
@for_each(("given", "bye"), [(LOWEST_SCORE, 6), (FEWEST_UNPLAYED, 4), (HALF_A_POINT, 4)])
def test_the_bye_goes_to_the_lowest_score_then_to_who_played_most(
    given: SwissField, bye: int, pair: Any
) -> None:
    assert pairs(pair(given))[-1] == (bye, None)


def test_rounds_are_paired_as_by_another_program() -> None:
    different = [
        number
        for number, one in enumerate(ROUNDS)
        if sorted(pairs(dutch.pair(recorded(one))), key=str)
        != sorted(((first, second) for first, second in one["pairs"]), key=str)
    ]
    assert len(ROUNDS) >= 80
    assert not different


@for_each("pair", [dutch.pair, swiss.own_pairs])
def test_byes_have_the_score_that_another_program_gives_them(pair: Any) -> None:
    for one in ROUNDS:
        given = recorded(one)
        (bye,) = [first for first, second in one["pairs"] if second is None]
        mine = pairs(pair(given))[-1]
        assert mine[1] is None
        assert given.scores[mine[0]] == given.scores[bye]


def test_no_points_without_a_game_are_no_float() -> None:
    """1 won by forfeit against 2, 3 had the bye, 4 was not there."""
    given = field(4, [Pairing(1, 1, 2, FIRST, forfeit=True), Pairing(1, 3, None, FIRST)], 2)
    assert given.floats == {1: -1, 2: 0, 3: -1, 4: 0}
