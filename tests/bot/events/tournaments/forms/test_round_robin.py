"""Round robins, arenas and the matchings of both."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest

from bot.events.tournaments.forms import next_round
from bot.events.tournaments.forms.arena import arena_pairs, points, streak
from bot.events.tournaments.forms.matching import best_pairs, maximum_matching
from bot.events.tournaments.forms.round_robin import MAX_ENTRANTS, berger_table, round_count
from bot.events.tournaments.forms.standings import standings
from bot.events.tournaments.forms.types import Form
from data.tournaments.records import Entrant, Pairing, PairingOutcome
from tests.bot.events.tournaments.forms.playing import (
    DRAW,
    FIRST,
    SECOND,
    Tournament,
    entrants,
    equals,
    pairs_of,
)
from tests.cases import for_each, there


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
    pending, ended = there(tournament.next())
    tournament.played = [pending, replace(ended, outcome=DRAW)]
    assert tournament.result() == ()


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
    assert next_round(Form.ROUND_ROBIN, [Entrant(1, 1500)], [], 0, 0) is None


def games(*outcomes: PairingOutcome | None) -> list[Pairing]:
    """Return games of 1 against ever new opponents."""
    return [Pairing(number, 1, number + 1, outcome) for number, outcome in enumerate(outcomes, 1)]


@for_each(
    ("outcomes", "expected", "in_a_row"),
    ([], 0, 0),
    ([FIRST], 2, 1),
    ([DRAW, SECOND], 1, 0),
    ([FIRST, FIRST], 4, 2),
    ([FIRST, FIRST, FIRST], 8, 3),
    ([FIRST] * 5, 16, 5),
    ([FIRST, FIRST, FIRST, DRAW, FIRST], 11, 1),
    ([FIRST, FIRST, SECOND, FIRST, FIRST], 8, 2),
    ([FIRST, FIRST, FIRST, None], 8, 3),
)
def test_the_third_win_in_a_row_counts_double(
    outcomes: list[PairingOutcome | None], expected: int, in_a_row: int
) -> None:
    played = games(*outcomes)
    assert (points(played, 1), streak(played, 1), points(played[::-1], 1)) == (expected, in_a_row, expected)


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
        assert (len(paired), set(paired.values())) == (size - size % 2, {1})
        assert size % 2 == 0 or size not in paired


def test_last_opponents_wait_while_others_play_and_else_meet_again() -> None:
    one, other = Entrant(1, 1500), Entrant(2, 1500)
    last = Pairing(1, 1, 2, FIRST)
    assert arena_pairs([one, other], [last, Pairing(2, 3, 4, None)], 0) == []
    assert arena_pairs([one, other], [last, Pairing(2, 3, 4, FIRST)], 0) == [Pairing(3, 2, 1)]


def test_those_near_in_points_meet() -> None:
    played = [Pairing(one, one, one + 4, FIRST if one < 3 else SECOND) for one in range(1, 5)]
    pairs = pairs_of(arena_pairs(equals(4), played, 0))
    assert ({1, 2} in pairs, {3, 4} in pairs, len(pairs)) == (True, True, 2)


def test_standings_rank_by_points_then_wins_then_performance() -> None:
    field = [Entrant(1, 1500), Entrant(2, 1500), Entrant(3, 1800), Entrant(4, 1200)]
    played = [Pairing(1, 1, 3, FIRST), Pairing(2, 2, 4, FIRST), Pairing(3, 3, 4, FIRST)]
    table = standings(Form.ARENA, field, played)
    ranks = [(one.rank, one.number, one.points) for one in table]
    assert ranks == [(1, 1, 2), (2, 2, 2), (3, 3, 2), (4, 4, 0)]
    assert [one.performance for one in table] == [2200, 1600, 1350, 1250]


def test_an_arena_has_no_rounds() -> None:
    with pytest.raises(ValueError, match="arena_pairs"):
        next_round(Form.ARENA, [], [], 0, 0)


Edges = set[frozenset[int]]


def random_graph(random: Random) -> tuple[int, Edges]:
    size, density = random.randint(1, 9), random.random()
    pairs = combinations(range(size), 2)
    return size, {frozenset(pair) for pair in pairs if random.random() < density}


def most_pairs(nodes: frozenset[int], edges: Edges) -> int:
    """Return the size of a maximum matching."""
    if not nodes:
        return 0
    node = min(nodes)
    rest = nodes - {node}
    with_node = [1 + most_pairs(rest - {other}, edges) for other in rest if frozenset((node, other)) in edges]
    return max([most_pairs(rest, edges), *with_node])


def test_maximum_matchings_are_as_large_as_possible() -> None:
    random = Random(7)
    for _ in range(300):
        size, edges = random_graph(random)
        graph = [[j for j in range(size) if frozenset((i, j)) in edges and i != j] for i in range(size)]
        mates = maximum_matching(graph)
        matched = {node: mate for node, mate in enumerate(mates) if mate >= 0}
        assert all(mates[mate] == node and mate in graph[node] for node, mate in matched.items())
        assert len(matched) == 2 * most_pairs(frozenset(range(size)), edges)


def test_the_first_has_the_cheapest_partner_that_leaves_everyone_one() -> None:
    random = Random(8)
    for _ in range(300):
        size, edges = random_graph(random)
        costs = {pair: random.random() for pair in map(frozenset, combinations(range(size), 2))}
        most = most_pairs(frozenset(range(size)), edges)
        pairs = best_pairs(
            range(size),
            lambda one, other, edges=edges: frozenset((one, other)) in edges,  # type: ignore[misc]
            lambda one, other, costs=costs: costs[frozenset((one, other))],  # type: ignore[misc]
        )
        assert len(pairs) == most
        assert len({node for pair in pairs for node in pair}) == 2 * most
        possible = [
            other
            for other in range(1, size)
            if frozenset((0, other)) in edges
            and 1 + most_pairs(frozenset(range(size)) - {0, other}, edges) == most
        ]
        partner = next((max(pair) for pair in pairs if 0 in pair), None)
        assert partner == min(possible, key=lambda other: costs[frozenset((0, other))], default=None)
