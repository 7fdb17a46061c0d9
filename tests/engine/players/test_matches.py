"""Matches: who plays which side, how results are counted, and the Elo that follows."""

from __future__ import annotations

import itertools
import random

import pytest

from engine import EngineError, connect4, reversi
from engine.players.computer import ComputerPlayer
from engine.players.matches import (
    MatchScore,
    PlayedGame,
    elo_difference,
    play_game,
    random_openings,
    read_openings,
)
from tests.cases import for_each

WEAK, STRONG = ComputerPlayer("positional", 1), ComputerPlayer("positional", 4)


def test_elo_is_that_of_the_logistic_curve() -> None:
    # 400 points mean ten to one.
    assert elo_difference(10 / 11) == pytest.approx(400)
    assert elo_difference(0.5) == 0
    assert elo_difference(0.25) == pytest.approx(-elo_difference(0.75))
    assert elo_difference(1.0) == -elo_difference(0.0) == 1200


def test_a_tally_counts_games_time_and_moves() -> None:
    games = [
        PlayedGame(1, (2.0, 1.0), (10, 10), nodes=(30, 50)),
        PlayedGame(0.5, (1.0, 1.0), (5, 5)),
        PlayedGame(0, (0.0, 2.0), (5, 5), nodes=(10, 30)),
    ]
    tally = MatchScore()
    for game in games:
        tally = tally.plus(game)
    assert (tally.wins, tally.draws, tally.losses, tally.games) == (1, 1, 1, 3)
    assert tally.score == pytest.approx(0.5)
    assert tally.seconds_per_move(0) == pytest.approx(3 / 20)
    assert tally.seconds_per_move(1) == pytest.approx(4 / 20)
    assert [tally.nodes_per_move(player) for player in (0, 1)] == [2, 4]
    assert MatchScore().nodes_per_move(0) == 0


def test_the_error_is_the_95_percent_interval_of_the_mean() -> None:
    tally = MatchScore(wins=50, losses=50)
    assert tally.error == pytest.approx(1.96 * 0.5 / 10)
    low, high = tally.elo_interval
    assert low == pytest.approx(-high)
    assert MatchScore(draws=100).error == 0


@for_each(
    ("tally", "low", "high"),
    [
        # Wilson's interval for 0, 5 and 10 of 10, as any table of it has them.
        (MatchScore(losses=10), 0.0, 0.2775),
        (MatchScore(wins=5, losses=5), 0.2366, 0.7634),
        (MatchScore(wins=10), 0.7225, 1.0),
        (MatchScore(), 0.0, 1.0),
    ],
)
def test_the_interval_is_wilsons(tally: MatchScore, low: float, high: float) -> None:
    assert tally.interval == pytest.approx((low, high), abs=1e-4)


def test_a_game_is_won_by_the_one_who_wins_it_on_either_side() -> None:
    opening = reversi.start()
    as_black = play_game((STRONG, WEAK), opening, 60.0, a_side=0)
    as_white_b = play_game((WEAK, STRONG), opening, 60.0, a_side=1)
    # The same game: the strong one has black in both, once as A and once as B.
    assert as_black.outcome == 1 - as_white_b.outcome
    assert as_black.moves == as_white_b.moves[::-1]
    assert sum(as_black.moves) <= 60


def test_nothing_is_played_from_the_end_of_a_game() -> None:
    over = reversi.parse("X" * 64 + " O")
    with pytest.raises(EngineError, match="nothing to play"):
        play_game((WEAK, WEAK), over, 1.0, a_side=0)


def test_openings_are_read_and_impossible_ones_refused() -> None:
    lines = ["# a comment", "", "f5d6c3\t+0.5", "d3"]
    first, second = read_openings(reversi.start(), lines)
    assert first == reversi.start().play("f5").play("d6").play("c3")
    assert second == reversi.start().play("d3")
    for impossible in ("f5f5", "f5-d6", "f5d"):
        with pytest.raises(EngineError):
            list(read_openings(reversi.start(), [impossible]))
    assert list(read_openings(connect4.start(), ["4453"])) == [connect4.parse("4453")]


def test_random_openings_have_the_requested_length_and_do_not_end_the_game() -> None:
    drawn = list(itertools.islice(random_openings(reversi.start(), 6, random.Random(3)), 30))
    assert all(str(position).count("-") == 64 - 10 for position in drawn)
    assert all(position.result() is None for position in drawn)
    assert len(set(drawn)) > 25
    again = itertools.islice(random_openings(reversi.start(), 6, random.Random(3)), 30)
    assert drawn == list(again)
