"""Round robin: everyone against everyone once."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from bot.events.tournaments.forms import Finished, Form, WaitingEntrant, next_round
from bot.events.tournaments.forms.round_robin import MAX_ENTRANTS, berger_table, round_count
from data.tournaments.pairings import Entrant, Pairing, PairingOutcome
from tests.bot.events.tournaments.forms.playing import Tournament, entrants
from tests.cases import for_each


def test_the_table_of_six_is_the_handbooks() -> None:
    """https://handbook.fide.com/chapter/C05Annex1"""
    assert berger_table(6) == (
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    )


@for_each("size", range(2, MAX_ENTRANTS + 1))
def test_everyone_meets_everyone_once_with_balanced_colours(size: int) -> None:
    random = Random(size)
    for seed in range(20):
        tournament = Tournament(Form.ROUND_ROBIN, entrants(random, size), seed=seed)
        tournament.play_to_the_end(random)
        assert len(tournament.paired) == round_count(size)
        games = [one for one in tournament.played if one.second is not None]
        numbers = range(1, size + 1)
        assert Counter(frozenset((one.first, one.second)) for one in games) == Counter(
            map(frozenset, combinations(numbers, 2))
        )
        for number in numbers:
            first = sum(one.first == number for one in games)
            assert abs(2 * first - (size - 1)) <= 1
            byes = sum(one.second is None and one.first == number for one in tournament.played)
            assert byes == size % 2


def test_the_lot_decides_who_meets_first() -> None:
    field = entrants(Random(1), 8)
    first_rounds = {next_round(Form.ROUND_ROBIN, field, [], 0, seed) for seed in range(10)}
    assert len(first_rounds) == 10
    assert next_round(Form.ROUND_ROBIN, field, [], 0, 3) in first_rounds


def test_a_round_begins_when_all_games_of_the_last_one_have_ended() -> None:
    tournament = Tournament(Form.ROUND_ROBIN, entrants(Random(1), 4))
    following = tournament.next()
    assert following is not None
    pending, ended = following.pairings
    tournament.played = [
        Pairing(1, pending.first, pending.second, None),
        Pairing(1, ended.first, ended.second, PairingOutcome.DRAW),
    ]
    assert next_round(Form.ROUND_ROBIN, tournament.entrants, tournament.played, 0, 0) == WaitingEntrant()


def test_players_who_left_are_unpaired_and_their_opponents_have_byes() -> None:
    random = Random(5)
    for size in range(3, MAX_ENTRANTS + 1):
        tournament = Tournament(Form.ROUND_ROBIN, entrants(random, size), seed=size)
        tournament.leave(1, 2)
        tournament.play_to_the_end(random)
        assert all(1 not in (one.first, one.second) for one in tournament.played if one.round > 1)
        games = {frozenset((one.first, one.second)) for one in tournament.played if one.second is not None}
        assert {frozenset(pair) for pair in combinations(range(2, size + 1), 2)} <= games


def test_a_field_of_one_has_nothing_to_play() -> None:
    assert next_round(Form.ROUND_ROBIN, [Entrant(1, 1500)], [], 0, 0) == Finished()
