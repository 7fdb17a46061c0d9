"""Arenas: paired at once, near in points, never the last opponent while others are about to be free."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.events.tournaments.forms import Form, arena_pairs, next_round, standings
from bot.events.tournaments.forms.arena import points, streak
from data.tournaments.pairings import Entrant, Pairing, PairingOutcome
from tests.bot.events.tournaments.forms.playing import entrants
from tests.cases import for_each

FIRST, SECOND, DRAW = PairingOutcome.FIRST, PairingOutcome.SECOND, PairingOutcome.DRAW


def games(*outcomes: PairingOutcome | None) -> list[Pairing]:
    """Return games of 1 against ever new opponents."""
    return [Pairing(number, 1, number + 1, outcome) for number, outcome in enumerate(outcomes, 1)]


@for_each(
    ("outcomes", "expected", "in_a_row"),
    [
        ([], 0, 0),
        ([FIRST], 2, 1),
        ([DRAW, SECOND], 1, 0),
        ([FIRST, FIRST], 4, 2),
        ([FIRST, FIRST, FIRST], 8, 3),
        ([FIRST] * 5, 16, 5),
        ([FIRST, FIRST, FIRST, DRAW, FIRST], 11, 1),
        ([FIRST, FIRST, SECOND, FIRST, FIRST], 8, 2),
        ([FIRST, FIRST, FIRST, None], 8, 3),
    ],
)
def test_the_third_win_in_a_row_counts_double(
    outcomes: list[PairingOutcome | None], expected: int, in_a_row: int
) -> None:
    played = games(*outcomes)
    assert points(played, 1) == expected
    assert streak(played, 1) == in_a_row
    assert points(played[::-1], 1) == expected


def play(random: Random, size: int, steps: int) -> list[Pairing]:
    """Play an arena: at each step, one game ends and who is free is paired."""
    field = {one.number: one for one in entrants(random, size)}
    waiting = list(field)
    played: list[Pairing] = []
    for step in range(steps):
        for pairing in arena_pairs([field[number] for number in waiting], played, step):
            assert pairing.second is not None
            waiting.remove(pairing.first)
            waiting.remove(pairing.second)
            assert pairing.round == len(played) + 1
            played.append(pairing)
        pending = [index for index, one in enumerate(played) if one.outcome is None]
        index = random.choice(pending)
        one = played[index]
        played[index] = replace(one, outcome=random.choice([FIRST, SECOND, DRAW]))
        assert one.second is not None
        waiting += random.sample([one.first, one.second], 2)
    return played


def test_random_arenas_pair_fairly() -> None:
    random = Random(31)
    meetings, repeats = 0, 0
    for _ in range(60):
        size = random.randint(4, 14)
        played = play(random, size, 40)
        for number in range(1, size + 1):
            mine = [one for one in played if number in (one.first, one.second)]
            firsts = sum(one.first == number for one in mine)
            assert abs(2 * firsts - len(mine)) <= 4
            opponents = [one.opponent(number) for one in mine]
            meetings += max(0, len(opponents) - 1)
            repeats += sum(one == other for one, other in pairwise(opponents))
            assert len(mine) > 1
    assert repeats < 0.01 * meetings


def test_everyone_is_paired_at_the_start() -> None:
    for size in range(2, 20):
        pairs = arena_pairs(entrants(Random(size), size), [], 0)
        paired = Counter(number for one in pairs for number in (one.first, one.second))
        assert len(paired) == size - size % 2
        assert set(paired.values()) == {1}
        assert size % 2 == 0 or size not in paired


def test_last_opponents_wait_while_others_play_and_else_meet_again() -> None:
    one, other = Entrant(1, 1500), Entrant(2, 1500)
    last = Pairing(1, 1, 2, FIRST)
    assert arena_pairs([one, other], [last, Pairing(2, 3, 4, None)], 0) == []
    assert arena_pairs([one, other], [last, Pairing(2, 3, 4, FIRST)], 0) == [Pairing(3, 2, 1)]


def test_those_near_in_points_meet() -> None:
    field = [Entrant(number, 1500) for number in range(1, 5)]
    played = [
        Pairing(1, 1, 5, FIRST),
        Pairing(2, 2, 6, FIRST),
        Pairing(3, 3, 7, SECOND),
        Pairing(4, 4, 8, SECOND),
    ]
    pairs = {frozenset((one.first, one.second)) for one in arena_pairs(field, played, 0)}
    assert pairs == {frozenset((1, 2)), frozenset((3, 4))}


def test_standings_rank_by_points_then_wins_then_performance() -> None:
    field = [Entrant(1, 1500), Entrant(2, 1500), Entrant(3, 1800), Entrant(4, 1200)]
    played = [Pairing(1, 1, 3, FIRST), Pairing(2, 2, 4, FIRST), Pairing(3, 3, 4, FIRST)]
    table = standings(Form.ARENA, field, played)
    assert [(one.rank, one.number, one.points) for one in table] == [
        (1, 1, 2),
        (2, 2, 2),
        (3, 3, 2),
        (4, 4, 0),
    ]
    assert [one.performance for one in table] == [2200, 1600, 1350, 1250]


def test_an_arena_has_no_rounds() -> None:
    with pytest.raises(ValueError, match="arena_pairs"):
        next_round(Form.ARENA, [], [], 0, 0)
