"""Knockouts over random fields: one winner, a third place, replays, byes, walkovers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.events.tournaments.forms import (
    MAX_REPLAYS,
    Finished,
    Form,
    NextRound,
    WaitingEntrant,
    bracket,
    next_round,
    slots_after,
    standings,
)
from bot.events.tournaments.forms.knockout import bracket_order, round_count
from data.tournaments.records import Entrant, Pairing, PairingOutcome
from tests.bot.events.tournaments.forms.playing import Tournament, entrants
from tests.cases import for_each, there
from tests.extent import extent

FIELDS = extent(80, 300)


def field_of(size: int) -> list[Entrant]:
    """Return a field in which the first is the best."""
    return [Entrant(number, 2000.0 - number) for number in range(1, size + 1)]


def started(size: int) -> tuple[Tournament, NextRound]:
    tournament = Tournament(Form.KNOCKOUT, field_of(size))
    following = there(tournament.next())
    return tournament, following


def ended(
    round_number: int,
    pairing: Pairing,
    outcome: PairingOutcome | None = PairingOutcome.FIRST,
    *,
    forfeit: bool = False,
) -> Pairing:
    assert pairing.round == round_number
    return replace(pairing, outcome=outcome, forfeit=forfeit)


def better_wins(following: NextRound) -> list[Pairing]:
    return [
        ended(
            following.round,
            one,
            PairingOutcome.FIRST if one.first < (one.second or 99) else PairingOutcome.SECOND,
        )
        for one in following.pairings
    ]


def test_random_knockouts_end_with_one_winner_and_a_third_place() -> None:
    random = Random(21)
    for _ in range(FIELDS):
        size = random.randint(2, 20)
        tournament = Tournament(Form.KNOCKOUT, entrants(random, size), seed=random.randrange(9))
        tournament.play_to_the_end(random)
        tree = bracket(tournament.entrants, tournament.played)
        assert tree.final is not None
        assert all(match.is_over for match in tree.matches)
        vacant = any(match.winner is None for match in tree.matches)
        if not vacant:
            table = standings(Form.KNOCKOUT, tournament.entrants, tournament.played)
            places = [1, 2, 3, 4][: min(4, size)]
            assert [one.rank for one in table[:4]] == places
            assert table[0].number == tree.winner
            assert size < 3 or tree.third is None or table[2].number == tree.third.winner
            assert max(one.round for one in tournament.played) == round_count(size)
        lost = [
            match.loser
            for match in tree.matches
            if match.slot != (tree.third.slot if tree.third else 0) and match.loser is not None
        ]
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
        assert all(match.is_over for match in bracket(tournament.entrants, tournament.played).matches)


def test_the_best_meet_as_late_as_possible() -> None:
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    tournament, following = started(8)
    while following is not None:
        pairs = [{one.first, one.second} for one in following.pairings]
        expected = {1: [{1, 8}, {4, 5}, {2, 7}, {3, 6}], 2: [{1, 4}, {2, 3}], 3: [{3, 4}, {1, 2}]}
        assert pairs == expected[following.round]
        tournament.played += better_wins(following)
        following = tournament.next()  # type: ignore[assignment]
    ranks = [
        (one.rank, one.number) for one in standings(Form.KNOCKOUT, tournament.entrants, tournament.played)
    ]
    assert ranks == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6), (5, 7), (5, 8)]


def test_byes_go_to_the_top_seeds_and_slots_number_the_matches() -> None:
    _, following = started(11)
    byes = {one.first for one in following.pairings if one.second is None}
    assert byes == {1, 2, 3, 4, 5}
    assert {one.slot for one in following.pairings} == set(range(1, 9))
    tournament, following = started(4)
    assert [one.slot for one in following.pairings] == [1, 2]
    tournament.played += better_wins(following)
    last = there(tournament.next())
    assert [(one.slot, {one.first, one.second}) for one in last.pairings] == [(4, {3, 4}), (3, {1, 2})]


def test_a_draw_is_replayed_at_once_with_colours_swapped() -> None:
    tournament, following = started(4)
    drawn, other = following.pairings
    tournament.played = [ended(1, drawn, PairingOutcome.DRAW), ended(1, other, None)]
    replay = next_round(Form.KNOCKOUT, tournament.entrants, tournament.played, 0, 0)
    assert drawn.second is not None
    assert replay == NextRound((Pairing(1, drawn.second, drawn.first, replay=1, slot=drawn.slot),))
    tournament.played.append(ended(1, replay.pairings[0], None))
    assert next_round(Form.KNOCKOUT, tournament.entrants, tournament.played, 0, 0) == WaitingEntrant()


def test_after_the_last_replay_the_second_player_advances() -> None:
    tournament, following = started(2)
    pairing = following.pairings[0]
    for replay in range(MAX_REPLAYS + 1):
        assert pairing.replay == replay
        tournament.played.append(ended(1, pairing, PairingOutcome.DRAW))
        result = next_round(Form.KNOCKOUT, tournament.entrants, tournament.played, 0, 0)
        if isinstance(result, NextRound):
            (pairing,) = result.pairings
    assert result == Finished()
    assert pairing.second == following.pairings[0].first
    assert bracket(tournament.entrants, tournament.played).winner == pairing.second


def test_who_leaves_before_a_replay_loses_the_match() -> None:
    tournament, following = started(2)
    (pairing,) = following.pairings
    tournament.played = [ended(1, pairing, PairingOutcome.DRAW)]
    tournament.leave(pairing.first, 2)
    assert next_round(Form.KNOCKOUT, tournament.entrants, tournament.played, 0, 0) == Finished()
    assert bracket(tournament.entrants, tournament.played).winner == pairing.second


def test_a_match_without_a_winner_ends_the_knockout() -> None:
    tournament, following = started(4)
    absent, played = following.pairings
    tournament.played = [ended(1, absent, PairingOutcome.DOUBLE_LOSS, forfeit=True), ended(1, played)]
    assert next_round(Form.KNOCKOUT, tournament.entrants, tournament.played, 0, 0) == Finished()
    table = standings(Form.KNOCKOUT, tournament.entrants, tournament.played)
    assert table[0].number == played.first
    assert bracket(tournament.entrants, tournament.played).third is not None
    assert table[1].number == played.second
    tournament, following = started(2)
    tournament.played = [ended(1, following.pairings[0], PairingOutcome.DOUBLE_LOSS, forfeit=True)]
    assert next_round(Form.KNOCKOUT, tournament.entrants, tournament.played, 0, 0) == Finished()
    table = standings(Form.KNOCKOUT, tournament.entrants, tournament.played)
    assert [one.rank for one in table] == [2, 2]
    assert next_round(Form.KNOCKOUT, field_of(1), [], 0, 0) == Finished()


def test_a_corrected_result_does_not_undo_what_was_played_later() -> None:
    tournament, following = started(4)
    tournament.played = better_wins(following)
    last = there(tournament.next())
    tournament.played += better_wins(last)
    tournament.played = [
        replace(
            one,
            outcome=PairingOutcome.SECOND if one.outcome is PairingOutcome.FIRST else PairingOutcome.FIRST,
        )
        if one.round == 1
        else one
        for one in tournament.played
    ]
    assert bracket(tournament.entrants, tournament.played).winner == 1


def test_standings_and_bracket_tell_one_story_whatever_was_corrected() -> None:
    """Results of all rounds change after the end: nobody is before those who played for the places."""
    random = Random(23)
    for _ in range(FIELDS):
        size = random.randint(3, 17)
        tournament = Tournament(Form.KNOCKOUT, entrants(random, size), seed=random.randrange(9))
        tournament.play_to_the_end(random)
        before = bracket(tournament.entrants, tournament.played)
        if any(match.winner is None for match in before.matches):
            continue
        assert before.final is not None
        last = before.final.round
        tournament.played = [
            replace(
                one, outcome=random.choice([PairingOutcome.FIRST, PairingOutcome.SECOND, PairingOutcome.DRAW])
            )
            if one.round < last and one.second is not None
            else one
            for one in tournament.played
        ]
        after = bracket(tournament.entrants, tournament.played)
        assert [(one.slot, one.first, one.second, one.winner) for one in after.matches] == [
            (one.slot, one.first, one.second, one.winner) for one in before.matches
        ]
        assert tournament.next() is None
        table = standings(Form.KNOCKOUT, tournament.entrants, tournament.played)
        assert [one.rank for one in table[:3]] == [1, 2, 3]
        assert before.third is not None
        assert (table[0].number, table[2].number) == (before.winner, before.third.winner)


def test_a_match_leads_to_the_matches_that_depend_on_it() -> None:
    field = field_of(7)
    later = {slot: sorted(slots_after(field, slot)) for slot in range(1, 9)}
    assert later == {
        1: [5, 7, 8],
        2: [5, 7, 8],
        3: [6, 7, 8],
        4: [6, 7, 8],
        5: [7, 8],
        6: [7, 8],
        7: [],
        8: [],
    }
    assert slots_after(field_of(2), 1) == []


def test_stored_byes_and_missing_ones_give_the_same_bracket() -> None:
    tournament, following = started(6)
    tournament.played = better_wins(following)
    without = [one for one in tournament.played if one.second is not None]
    assert bracket(tournament.entrants, without).winner is None
    assert next_round(Form.KNOCKOUT, tournament.entrants, without, 0, 0) == next_round(
        Form.KNOCKOUT, tournament.entrants, tournament.played, 0, 0
    )


@for_each(("size", "rounds"), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (33, 6), (64, 6)])
def test_rounds_follow_from_the_field(size: int, rounds: int) -> None:
    assert round_count(size) == rounds
