"""Knockouts over random fields: one winner, a third place, replays, byes, walkovers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.events.tournaments.forms.knockout import MAX_REPLAYS, bracket_order, round_count, slots_after
from bot.events.tournaments.forms.types import Form
from data.tournaments.records import Pairing, PairingOutcome
from tests.bot.events.tournaments.forms.playing import (
    DRAW,
    FIRST,
    NEITHER,
    SECOND,
    Tournament,
    entrants,
    field_of,
    matches_of,
    pairs_of,
)
from tests.cases import for_each, there
from tests.extent import extent

FIELDS = extent(80, 300)


def started(size: int) -> tuple[Tournament, tuple[Pairing, ...]]:
    tournament = Tournament(Form.KNOCKOUT, field_of(size))
    return tournament, there(tournament.next())


def ended(
    round_number: int, pairing: Pairing, outcome: PairingOutcome | None = FIRST, *, forfeit: bool = False
) -> Pairing:
    assert pairing.round == round_number
    return replace(pairing, outcome=outcome, forfeit=forfeit)


def better_wins(following: tuple[Pairing, ...]) -> list[Pairing]:
    return [
        ended(following[0].round, one, FIRST if one.first < (one.second or 99) else SECOND)
        for one in following
    ]


def test_random_knockouts_end_with_one_winner_and_a_third_place() -> None:
    random = Random(21)
    for _ in range(FIELDS):
        size = random.randint(2, 20)
        tournament = Tournament(Form.KNOCKOUT, entrants(random, size), seed=random.randrange(9))
        tournament.play_to_the_end(random)
        tree = tournament.tree()
        assert tree.final is not None
        assert all(match.is_over for match in matches_of(tree))
        if all(match.winner is not None for match in matches_of(tree)):
            table = tournament.table()
            assert [one.rank for one in table[:4]] == [1, 2, 3, 4][: min(4, size)]
            assert table[0].number == tree.winner
            assert size < 3 or tree.third is None or table[2].number == tree.third.winner
            assert max(one.round for one in tournament.played) == round_count(size)
        third = tree.third.slot if tree.third else 0
        lost = [match.loser for match in matches_of(tree) if match.slot != third and match.loser is not None]
        assert len(lost) == len(set(lost))


def test_drop_outs_are_never_paired_and_their_opponents_advance() -> None:
    random = Random(22)
    for _ in range(FIELDS // 2):
        tournament = Tournament(Form.KNOCKOUT, entrants(random, random.randint(2, 20)))
        tournament.play_to_the_end(random, leaving=0.6)
        left = {one.number: one.left_round for one in tournament.entrants if one.left_round is not None}
        for one in tournament.played:
            for number in (one.first, one.second):
                assert number not in left or one.round < left[number]
        assert all(match.is_over for match in matches_of(tournament.tree()))


def test_the_best_meet_as_late_as_possible() -> None:
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    tournament, following = started(8)
    expected = {1: [{1, 8}, {4, 5}, {2, 7}, {3, 6}], 2: [{1, 4}, {2, 3}], 3: [{3, 4}, {1, 2}]}
    while following is not None:
        assert pairs_of(following) == expected[following[0].round]
        tournament.played += better_wins(following)
        following = tournament.next()  # type: ignore[assignment]
    ranks = [(one.rank, one.number) for one in tournament.table()]
    assert ranks == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6), (5, 7), (5, 8)]


def test_byes_go_to_the_top_seeds_and_slots_number_the_matches() -> None:
    _, following = started(11)
    assert {one.first for one in following if one.second is None} == {1, 2, 3, 4, 5}
    assert {one.slot for one in following} == set(range(1, 9))
    tournament, following = started(4)
    assert [one.slot for one in following] == [1, 2]
    tournament.played += better_wins(following)
    last = there(tournament.next())
    assert ([one.slot for one in last], pairs_of(last)) == ([4, 3], [{3, 4}, {1, 2}])


def test_a_draw_is_replayed_at_once_with_colours_swapped() -> None:
    tournament, following = started(4)
    drawn, other = following
    tournament.played = [ended(1, drawn, DRAW), ended(1, other, None)]
    replay = there(tournament.next())
    assert replay == (Pairing(1, there(drawn.second), drawn.first, replay=1, slot=drawn.slot),)
    tournament.played.append(ended(1, replay[0], None))
    assert tournament.result() == ()


def test_after_the_last_replay_the_second_player_advances() -> None:
    tournament, following = started(2)
    (pairing,) = following
    for replay in range(MAX_REPLAYS + 1):
        assert pairing.replay == replay
        tournament.played.append(ended(1, pairing, DRAW))
        again = tournament.next()
        (pairing,) = again or [pairing]
    assert again is None
    assert tournament.tree().winner == pairing.second == following[0].first


def test_who_leaves_before_a_replay_loses_the_match() -> None:
    tournament, following = started(2)
    (pairing,) = following
    tournament.played = [ended(1, pairing, DRAW)]
    tournament.leave(pairing.first, 2)
    assert tournament.result() is None
    assert tournament.tree().winner == pairing.second


def test_a_match_without_a_winner_ends_the_knockout() -> None:
    tournament, following = started(4)
    absent, played = following
    tournament.played = [ended(1, absent, NEITHER, forfeit=True), ended(1, played)]
    assert tournament.result() is None
    assert [one.number for one in tournament.table()[:2]] == [played.first, played.second]
    assert tournament.tree().third is not None
    tournament, following = started(2)
    tournament.played = [ended(1, following[0], NEITHER, forfeit=True)]
    assert tournament.result() is None
    assert [one.rank for one in tournament.table()] == [2, 2]
    assert Tournament(Form.KNOCKOUT, field_of(1)).result() is None


def test_a_corrected_result_does_not_undo_what_was_played_later() -> None:
    tournament, following = started(4)
    tournament.played = better_wins(following)
    tournament.played += better_wins(there(tournament.next()))
    tournament.played = [
        replace(one, outcome=SECOND if one.outcome is FIRST else FIRST) if one.round == 1 else one
        for one in tournament.played
    ]
    assert tournament.tree().winner == 1


def test_standings_and_bracket_tell_one_story_whatever_was_corrected() -> None:
    """Results of all rounds change after the end: nobody is before those who played for the places."""
    random = Random(23)
    for _ in range(FIELDS):
        tournament = Tournament(Form.KNOCKOUT, entrants(random, random.randint(3, 17)))
        tournament.seed = random.randrange(9)
        tournament.play_to_the_end(random)
        before = tournament.tree()
        if any(match.winner is None for match in matches_of(before)):
            continue
        last = there(before.final).round
        tournament.played = [
            replace(one, outcome=random.choice([FIRST, SECOND, DRAW]))
            if one.round < last and one.second is not None
            else one
            for one in tournament.played
        ]
        results, corrected = (
            [(one.slot, one.first, one.second, one.winner) for one in matches_of(tree)]
            for tree in (before, tournament.tree())
        )
        assert results == corrected
        assert tournament.next() is None
        table = tournament.table()
        assert [one.rank for one in table[:3]] == [1, 2, 3]
        assert (table[0].number, table[2].number) == (before.winner, there(before.third).winner)


def test_a_match_leads_to_the_matches_that_depend_on_it() -> None:
    later = [sorted(slots_after(field_of(7), slot)) for slot in range(1, 9)]
    assert later == [[5, 7, 8], [5, 7, 8], [6, 7, 8], [6, 7, 8], [7, 8], [7, 8], [], []]
    assert slots_after(field_of(2), 1) == []


def test_stored_byes_and_missing_ones_give_the_same_bracket() -> None:
    tournament, following = started(6)
    tournament.played = better_wins(following)
    expected = tournament.result()
    tournament.played = [one for one in tournament.played if one.second is not None]
    assert (tournament.tree().winner, tournament.result()) == (None, expected)


@for_each(("size", "rounds"), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (33, 6), (64, 6)])
def test_rounds_follow_from_the_field(size: int, rounds: int) -> None:
    assert round_count(size) == rounds
