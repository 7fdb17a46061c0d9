"""Swiss rounds by FIDE's rules, over random fields, and compared with bbpPairings 6.0.0."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.events.tournaments.forms import dutch, next_round, round_count, swiss
from bot.events.tournaments.forms import dutch as dutch_module
from bot.events.tournaments.forms.swiss import SwissField
from bot.events.tournaments.forms.types import Form
from data.tournaments.records import Pairing, PairingOutcome
from tests.bot.events.tournaments.forms.playing import (
    DRAW,
    FIRST,
    NEITHER,
    SECOND,
    Tournament,
    entrants,
    equals,
    field_of,
    pairs_of,
)
from tests.cases import for_each, there
from tests.extent import extent


@pytest.fixture(params=["dutch", "own"])
def pairing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Pair by py4swiss, or as where it can't be installed."""
    name: str = request.param
    if name == "own":
        monkeypatch.delattr("bot.events.tournaments.forms.dutch")
        monkeypatch.setitem(sys.modules, dutch_module.__name__, None)
    return name


FIELDS = {"dutch": extent(12, 40), "own": extent(40, 150)}
"""Random fields by kind of pairing; py4swiss takes some 6 ms a round."""


def random_tournament(random: Random, **chances: float) -> Tournament:
    rounds = random.randint(2, 6)
    size = 2 * rounds + random.choice([0, 1, 2, 5, 12])
    tournament = Tournament(Form.SWISS, entrants(random, size), rounds, random.randrange(1000))
    tournament.play_to_the_end(random, **chances)
    return tournament


def assert_nobody_meets_twice(tournament: Tournament) -> None:
    games = [one for one in tournament.played if one.is_over_the_board]
    assert max(Counter(frozenset((one.first, one.second)) for one in games).values()) == 1
    byes = Counter(one.first for one in tournament.played if one.second is None)
    assert not byes or max(byes.values()) == 1


def assert_everyone_there_is_paired(tournament: Tournament) -> None:
    for following in tournament.paired:
        paired = [one for pair in following for one in (pair.first, pair.second) if one]
        there = [one.number for one in tournament.entrants if one.plays(following[0].round)]
        assert sorted(paired) == sorted(there)
        assert sum(pair.second is None for pair in following) == len(there) % 2


def test_no_two_players_meet_twice_and_no_player_has_two_byes(pairing: str) -> None:
    random = Random(11)
    for _ in range(FIELDS[pairing]):
        tournament = random_tournament(random)
        assert [one[0].round for one in tournament.paired] == [*range(1, tournament.rounds + 1)]
        assert_nobody_meets_twice(tournament)
        assert_everyone_there_is_paired(tournament)
        assert_colours_are_balanced(tournament)


def assert_colours_are_balanced(tournament: Tournament) -> None:
    """Nobody has a colour three times more or in a row, except topscorers in the last round (C.04.3, C.3)."""
    before = SwissField(tournament.entrants, tournament.played, tournament.rounds, is_last=True)
    exempt = {
        one
        for pair in tournament.paired[-1]
        if any(before.is_topscorer(each) for each in (pair.first, pair.second) if each)
        for one in (pair.first, pair.second)
    }
    for one in (entrant.number for entrant in tournament.entrants):
        for number in range(1, tournament.rounds + (one not in exempt)):
            until = SwissField(tournament.entrants, tournament.played, number + 1).colours[one]
            assert abs(until.difference) <= 2
            assert len(until.games) < 3 or len(set(until.games[-3:])) > 1


def test_fields_with_drop_outs_and_late_entries_are_paired_too(pairing: str) -> None:
    random = Random(12)
    for _ in range(FIELDS[pairing] // 2):
        tournament = random_tournament(random, leaving=0.4, joining=0.3)
        assert_nobody_meets_twice(tournament)
        assert_everyone_there_is_paired(tournament)
        for one in tournament.entrants:
            rounds = {x.round for x in tournament.played if one.number in (x.first, x.second)}
            assert all(one.plays(number) for number in rounds)


@pytest.mark.long
def test_scores_meet_their_like(pairing: str) -> None:
    """Gaps come from odd score groups and earlier meetings; most pairs have none, few more than a point."""
    random = Random(13)
    gaps: Counter[float] = Counter()
    for _ in range(10):
        tournament = Tournament(Form.SWISS, entrants(random, 18), 5, random.randrange(9))
        tournament.play_to_the_end(random)
        for following in tournament.paired:
            field = SwissField(tournament.entrants, tournament.played, following[0].round)
            gaps.update(
                abs(field.scores[pair.first] - field.scores[pair.second])
                for pair in following
                if pair.second is not None
            )
    total = sum(gaps.values())
    assert gaps[0.0] > 0.75 * total
    assert sum(count for gap, count in gaps.items() if gap > 1) < 0.02 * total


@pytest.mark.long
def test_floats_do_not_repeat_at_once(pairing: str) -> None:
    """C.14 to C.17 of the handbook: where others can float, who just did does not."""
    random = Random(14)
    floats, repeated = 0, 0
    for _ in range(12):
        tournament = Tournament(Form.SWISS, entrants(random, 16), 5, random.randrange(9))
        tournament.play_to_the_end(random)
        for number in range(3, 6):
            before = SwissField(tournament.entrants, tournament.played, number - 1).floats
            for one, now in SwissField(tournament.entrants, tournament.played, number).floats.items():
                floats += now != 0
                repeated += now != 0 and before[one] == now
    assert repeated < 0.12 * floats


def test_the_upper_half_meets_the_lower_half_in_round_one(pairing: str) -> None:
    for seed, expected in enumerate(([(1, 5), (6, 2), (3, 7), (8, 4)], [(5, 1), (2, 6), (7, 3), (4, 8)])):
        following = there(Tournament(Form.SWISS, field_of(8), 3, seed).next())
        assert [(one.first, one.second) for one in following] == expected


def test_a_leader_and_the_last_have_what_the_rules_say(pairing: str) -> None:
    """Round 2 of nine: 9 had the bye, so 3 floats down; 1 and 3 both moved first; 8 is the lowest loser."""
    tournament = Tournament(Form.SWISS, field_of(9), 4, 0)
    following = there(tournament.next())
    assert following[-1].first == 9
    tournament.played = [
        replace(one, outcome=FIRST if one.first < (one.second or 99) else SECOND) for one in following
    ]
    *top, _, _, bye = pairs_of(there(tournament.next()))
    assert (bye, {frozenset(pair) for pair in top}) == ({8, None}, {frozenset((1, 4)), frozenset((2, 9))})


def test_fields_that_can_all_meet_in_the_rounds_play_round_robin() -> None:
    random = Random(15)
    for size in range(2, 5):
        tournament = Tournament(Form.SWISS, entrants(random, size), 4)
        tournament.play_to_the_end(random)
        games = [one for one in tournament.played if one.second is not None]
        assert len(games) == size * (size - 1) // 2


@for_each("size", extent([2, 5, 8, 13], [2, 3, 5, 6, 7, 8, 13, 21]))
def test_a_small_field_plays_no_more_rounds_than_were_planned(pairing: str, size: int) -> None:
    random = Random(size)
    for rounds in (2, 3, 4, 5, 7, 11):
        tournament = Tournament(Form.SWISS, entrants(random, size), rounds, random.randrange(9))
        tournament.play_to_the_end(random)
        planned = round_count(Form.SWISS, size, rounds)
        assert [one[0].round for one in tournament.paired] == [*range(1, planned + 1)]
        assert planned <= rounds
        assert planned == rounds or planned >= size // 2
        assert_nobody_meets_twice(tournament)


def met(pairings: Iterable[Pairing]) -> set[frozenset[int | None]]:
    return {frozenset((one.first, one.second)) for one in pairings}


def test_forfeits_are_no_meetings_unless_an_organiser_turns_them_into_draws(pairing: str) -> None:
    """The absent are not met again while others are left."""
    field = field_of(8)
    tournament = Tournament(Form.SWISS, field, 4, 0)
    first = there(tournament.next())
    for outcome in (NEITHER, DRAW):
        tournament.played = [Pairing(1, one.first, one.second, outcome, forfeit=True) for one in first]
        assert not met(there(tournament.next())) & met(first)
    assert SwissField(field, tournament.played, 2).met == met(first)


def test_what_the_rules_refuse_is_paired_without_second_meetings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four are left, of whom two pairs have met and all moved first twice: only colours can give way."""
    refused: list[Any] = []

    def counted(field: SwissField) -> Any:
        pairs = real(field)
        refused.append(pairs is None)
        return pairs

    real = dutch_module.pair
    monkeypatch.setattr(dutch_module, "pair", counted)
    field = equals(8, left=dict.fromkeys((5, 6, 7, 8), 3))
    played = [
        Pairing(number, one, one + 4 if number == 1 else (one + 4) % 4 + 5, FIRST)
        for number in (1, 2)
        for one in range(1, 5)
    ]
    following = next_round(Form.SWISS, field, played, 4, 0)
    assert refused == [True]
    assert {number for one in there(following) for number in (one.first, one.second)} == {1, 2, 3, 4}


def test_a_tournament_ends_early_when_everyone_left_has_met() -> None:
    played = [Pairing(1, one, one + 1, DRAW) for one in (1, 3, 5, 7)]
    field = equals(8, left=dict.fromkeys(range(3, 9), 2))
    assert next_round(Form.SWISS, field, played, 4, 0) is None


def test_pending_games_hold_up_the_next_round() -> None:
    field = entrants(Random(1), 8)
    played = [Pairing(1, one, one + 1, DRAW if one > 1 else None) for one in (1, 3, 5, 7)]
    assert next_round(Form.SWISS, field, played, 4, 0) == ()


def test_the_same_arguments_give_the_same_round(pairing: str) -> None:
    tournament = random_tournament(Random(16))
    field, seed = tournament.entrants[::-1], tournament.seed
    for following in tournament.paired:
        played = [one for one in tournament.played[::-1] if one.round < following[0].round]
        assert next_round(Form.SWISS, field, played, tournament.rounds, seed) == following
    assert [one[0].round for one in tournament.paired] == [*range(1, tournament.rounds + 1)]


@for_each(("size", "rounds"), [(2, 1), (5, 2), (8, 4), (12, 5), (16, 5), (17, 6), (33, 7), (64, 7)])
def test_suggested_rounds_find_one_leader_and_fit_the_field(size: int, rounds: int) -> None:
    assert swiss.suggested_rounds(size) == rounds


ROUNDS = [json.loads(line) for line in (Path(__file__).parent / "bbp_pairings_6.jsonl").open()]
"""Rounds of random fields with drop-outs, latecomers and forfeits, and how bbpPairings 6.0.0 paired them,
which implements the Dutch rules of 2026. The first two examples are those that come with its source."""


def field(entrants: int, played: Iterable[Pairing], number: int, **options: Any) -> SwissField:
    """Return a field whose numbers are the ranks."""
    people = field_of(entrants, left=dict.fromkeys(options.pop("absent", ()), number))
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


TWO_ROUNDS = [
    *(Pairing(1, 1, 4, FIRST), Pairing(1, 5, 2, SECOND), Pairing(1, 3, 6, FIRST)),
    *(Pairing(2, 2, 1, SECOND), Pairing(2, 4, 3, SECOND), Pairing(2, 6, 5, SECOND)),
]
LOWEST_SCORE = field(6, TWO_ROUNDS, 3, is_last=True, absent=(4,))
FEWEST_UNPLAYED = field(5, [Pairing(1, 1, 3, FIRST), Pairing(1, 4, 2, SECOND)], 2)

HALF_A_POINT = field(5, [Pairing(1, 1, 3, DRAW), Pairing(1, 4, 2, SECOND), Pairing(1, 5, None, FIRST)], 2)


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
