"""Standings and tie-breaks, against published worked examples and by hand."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from bot.events.tournaments.forms import form_played
from bot.events.tournaments.forms.standings import (
    ABSENT,
    BYE,
    Encounter,
    RoundScore,
    buchholz,
    direct_encounter,
    sonneborn_berger,
    standings,
    sure_leader,
)
from bot.events.tournaments.forms.types import Form
from data.tournaments.records import Pairing
from tests.bot.events.tournaments.forms.playing import DRAW, FIRST, SECOND, Tournament, entrants, equals
from tests.cases import for_each

HELD_SWISS = {
    1: "9w1 13b= 2w= 15b1 4w=",
    2: "10b1 7w1 1b= 16w1 3b=",
    3: "11w= 6b1 8w1 4b= 2w=",
    4: "12b1 H 13w1 3w= 1b=",
    5: "13w0 15b0 11w1 7b= 10w1",
    6: "14b0 3w0 U 10w1 8b1",
    7: "15w1 2b0 16b0 5w= 11b0",
    8: "16b= 14w1 3b0 13w1 6w0",
    9: "1b0 10w0 H 11b- U",
    10: "2w0 9b1 15w0 6b0 5b0",
    11: "3b= 16w0 5b0 9w+ 7w1",
    12: "4w0 U 14w+ Z Z",
    13: "5b1 1w= 4b0 8b0 14w0",
    14: "6w1 8b0 12b- Z 13b1",
    15: "7b0 5w1 10b1 1w0 16b0",
    16: "8w= 11b1 7w1 2b0 15w1",
}
"""The Swiss of Mario Held, *Exercises in Tie-Breaking* (FIDE, 2024); H, U, Z are half, full and no points."""

HELD_ROUND_ROBIN = {
    1: "5w= 2w1 3b1 4w0 6b1",
    2: "6w1 1b0 5w1 3w= 4b1",
    3: "4w1 6b1 1w0 2b= 5w1",
    4: "3b0 5b0 6w= 1b1 2w0",
    5: "1b= 4w1 2b0 6w- 3b0",
    6: "2b0 3w0 4b= 5b+ 1w0",
}

_BYES = {"H": RoundScore(0.5, None, was_played=False, available=False), "U": BYE, "Z": ABSENT}
_POINTS = {"1": 1.0, "=": 0.5, "0": 0.0, "+": 1.0, "-": 0.0}


def table_of(rows: dict[int, str]) -> dict[int, list[RoundScore]]:
    """Read a table in the notation of FIDE's reports."""

    def read(word: str) -> RoundScore:
        if word in _BYES:
            return _BYES[word]
        return RoundScore(_POINTS[word[-1]], int(word[:-2]), word[-1] not in "+-", word[-1] != "-")

    return {number: [read(word) for word in row.split()] for number, row in rows.items()}


def test_tie_breaks_are_those_of_fides_exercises() -> None:
    """Exercises 1 to 4, 11, 12, 14; for 4, 6, 11, who have unplayed rounds, by the rule of March 2026."""
    table = table_of(HELD_SWISS)
    published = {1: 12.5, 2: 13, 3: 15.5, 4: 14, 5: 8.5, 7: 14.5, 8: 13.5, 9: 9, 10: 13, 11: 12.5}
    published |= {12: 11.5, 13: 14, 14: 11, 15: 12, 16: 12.5}
    assert {number: buchholz(table, number) for number in published} == published
    in_order = [8, 9.5, 10.5, 9.25, 4.25, 6, 3.25, 5.25, 2.25, 1.5, 4.75, 4, 4.25, 4.5, 3.5, 7.25]
    assert [sonneborn_berger(table, number) for number in range(1, 17)] == in_order
    table = table_of(HELD_ROUND_ROBIN)
    in_order = [9.25, 6.25, 6.25, 4.25, 3.25, 2.25]
    found = [sonneborn_berger(table, number, forfeits_count=True) for number in range(1, 7)]
    assert found == in_order


def test_the_round_robin_of_fides_exercises_is_ranked_by_direct_encounters() -> None:
    """Exercise 26: 1 is first; 2 and 3 drew; 6 won against 5 by forfeit, 5 against 4."""
    outcomes = {1.0: FIRST, 0.5: DRAW, 0.0: SECOND}
    played = [
        Pairing(number, first, int(word[0]), outcomes[_POINTS[word[-1]]], forfeit=word[-1] in "+-")
        for first, row in HELD_ROUND_ROBIN.items()
        for number, word in enumerate(row.split(), 1)
        if word[1] == "w"
    ]
    table = standings(Form.ROUND_ROBIN, equals(6), played)
    assert [(one.rank, one.number) for one in table] == [(1, 1), (2, 2), (2, 3), (4, 6), (5, 5), (6, 4)]


def test_unplayed_rounds_count_as_in_the_readme_of_another_library() -> None:
    """https://www.npmjs.com/package/tiebreak: D was absent twice, C had the bye.

    There, B's win by forfeit is worth B's own 2 points; since March 2026, it is worth no more than D has: 1.
    """
    field = equals(4)
    played = [
        Pairing(1, 3, 1, DRAW),
        Pairing(1, 2, 4, FIRST, forfeit=True),
        Pairing(2, 1, 2, SECOND),
        Pairing(2, 3, None, None),
    ]
    found = {one.number: (one.points, one.buchholz) for one in standings(Form.SWISS, field, played)}
    assert found == {2: (2, 1.5), 3: (1.5, 1.5), 1: (0.5, 3.5), 4: (0, 0)}


def test_only_ended_games_count_and_only_ties_share_a_rank() -> None:
    field = equals(4)
    won = Pairing(1, 3, 4, FIRST)
    table = standings(Form.SWISS, field, [Pairing(1, 1, 2, DRAW), won])
    assert [(one.rank, one.number) for one in table] == [(1, 3), (2, 1), (2, 2), (4, 4)]
    in_progress = {one.number: one for one in standings(Form.SWISS, field, [Pairing(1, 1, 2, None), won])}
    assert in_progress[1].points == in_progress[1].buchholz == 0
    assert (in_progress[1].wins, in_progress[1].draws, in_progress[1].losses) == (0, 0, 0)
    assert (in_progress[3].wins, in_progress[4].losses) == (1, 1)


def test_results_of_who_left_before_half_of_a_round_robin_are_annulled() -> None:
    played = [Pairing(1, 1, 4, FIRST), Pairing(1, 2, 3, FIRST)]
    table = standings(Form.ROUND_ROBIN, equals(4, left={1: 2}), played)
    ranks = [(one.rank, one.number, one.points) for one in table]
    assert ranks == [(1, 2, 1), (2, 3, 0), (2, 4, 0), (4, 1, 0)]
    assert table[-1].has_left


def test_absences_are_no_completed_games_of_a_round_robin() -> None:
    """1 played one game of four, was absent twice, and left: their free points count for nobody."""
    field = equals(5, left={1: 4})
    played = [
        *(Pairing(1, 1, 2, DRAW), Pairing(1, 3, 4, FIRST)),
        *(Pairing(2, 3, 1, FIRST, forfeit=True), Pairing(2, 5, 2, DRAW)),
        *(Pairing(3, 1, 4, SECOND, forfeit=True), Pairing(3, 5, 3, FIRST)),
        *(Pairing(4, 2, 3, DRAW), Pairing(4, 4, 5, DRAW)),
        Pairing(5, 2, 4, DRAW),
    ]
    points = {one.number: one.points for one in standings(Form.ROUND_ROBIN, field, played)}
    assert points == {5: 2, 3: 1.5, 2: 1.5, 4: 1, 1: 0}


def test_who_left_later_loses_the_games_that_are_missing() -> None:
    played = [
        *(Pairing(1, 1, 4, FIRST), Pairing(1, 2, 3, DRAW), Pairing(2, 1, 3, FIRST), Pairing(2, 4, 2, DRAW))
    ]
    table = {one.number: one for one in standings(Form.ROUND_ROBIN, equals(4, left={1: 3}), played)}
    assert [table[number].points for number in range(1, 5)] == [2, 2, 0.5, 0.5]
    assert (table[1].losses, table[2].wins) == (1, 1)
    assert (table[2].rank, table[2].head_to_head) == (1, 1)


def test_a_tied_leader_whom_missing_games_cannot_catch_is_first() -> None:
    """1, 2 and 3 have two points each and the same tie-breaks; 1 beat both others, who haven't met."""
    scores = table_of({1: "2w1 3b1 4w0", 2: "1b0 4w1 5b1", 3: "1w0 5w1 4b1", 4: "1b1 2b0 3w0"})
    encounters = direct_encounter(scores, {1, 2, 3})
    found = {number: (one.won, one.missing) for number, one in encounters.items()}
    assert found == {1: (2, 0), 2: (0, 1), 3: (0, 1)}
    assert sure_leader(encounters) == 1
    assert sure_leader({1: encounters[1], 2: Encounter(1, 1)}) is None


def test_a_sure_leader_is_ahead_in_every_outcome_of_the_missing_games() -> None:
    random = Random(6)
    leaders = 0
    for _ in range(200):
        group = range(random.randint(2, 4))
        won = dict.fromkeys(group, 0.0)
        missing = []
        for pair in combinations(group, 2):
            points = random.choice([None, 0.0, 0.5, 1.0])
            if points is None:
                missing.append(pair)
            else:
                won[pair[0]] += points
                won[pair[1]] += 1 - points
        ahead = set()
        for outcome in product([0.0, 0.5, 1.0], repeat=len(missing)):
            final = dict(won)
            for (first, second), points in zip(missing, outcome, strict=True):
                final[first] += points
                final[second] += 1 - points
            best = [number for number in group if final[number] == max(final.values())]
            ahead.add(best[0] if len(best) == 1 else None)
        expected = ahead.pop() if len(ahead) == 1 else None
        encounters = {
            number: Encounter(won[number], sum(number in pair for pair in missing)) for number in group
        }
        assert sure_leader(encounters) == expected
        leaders += expected is not None
    assert 40 < leaders < 160


def test_byes_in_a_round_robin_are_worth_nothing() -> None:
    field = equals(3)
    played = [Pairing(1, 1, 2, FIRST), Pairing(1, 3, None, None)]
    assert [one.points for one in standings(Form.ROUND_ROBIN, field, played)] == [1, 0, 0]


@pytest.mark.long
@for_each("form", [Form.SWISS, Form.ROUND_ROBIN, Form.KNOCKOUT])
def test_standings_of_random_tournaments_are_consistent(form: Form) -> None:
    random = Random(41)
    for _ in range(30):
        tournament = Tournament(form, entrants(random, random.randint(6, 12)), 3, random.randrange(9))
        tournament.play_to_the_end(random)
        table = tournament.table()
        assert sorted(one.number for one in table) == list(range(1, len(table) + 1))
        assert [one.rank for one in table] == sorted(one.rank for one in table)
        for place, one in enumerate(table, 1):
            assert one.rank <= place
            assert one.rank == place or table[place - 2].rank == one.rank
        games = [one for one in tournament.played if one.second is not None]
        assert sum(one.wins + one.draws + one.losses for one in table) == 2 * len(games)
        if form is not Form.KNOCKOUT:
            points = [one.points for one in table]
            assert points == sorted(points, reverse=True)
        shuffled = random.sample(tournament.played, len(tournament.played))
        assert standings(form, tournament.entrants[::-1], shuffled) == table


def test_a_small_swiss_field_is_ranked_as_the_round_robin_it_plays() -> None:
    field = entrants(Random(1), 7)
    assert form_played(Form.SWISS, field, 7) is Form.ROUND_ROBIN
    assert form_played(Form.SWISS, field, 4) is Form.SWISS
    assert form_played(Form.KNOCKOUT, field, 4) is Form.KNOCKOUT
