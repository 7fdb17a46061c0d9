"""Matches: sides, results, pairs of games, the sequential test, and matches in pieces."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import EngineError, Position, SearchResult, StopFlag, connect4, reversi
from engine.players.computer import ComputerPlayer
from engine.players.matches import (
    NO_PAIRS,
    SHARES,
    MatchScore,
    Pairs,
    PlayedGame,
    ResumableMatch,
    SequentialTest,
    _most_likely,
    deviation_of_mean,
    elo_difference,
    expected_share,
    log_likelihood_ratio,
    mean_of,
    play_game,
    random_openings,
    read_openings,
    superiority,
    tally,
    with_pair,
)
from tests.cases import for_each
from tests.extent import extent

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
    assert [*map(tally.seconds_per_move, (0, 1))] == pytest.approx([3 / 20, 4 / 20])
    assert [*map(tally.nodes_per_move, (0, 1))] == [2, 4]
    assert MatchScore().nodes_per_move(0) == 0


def test_the_error_is_the_95_percent_interval_of_the_mean() -> None:
    tally = MatchScore(wins=50, losses=50)
    assert tally.error == pytest.approx(1.96 * 0.5 / 10)
    low, high = tally.elo_interval
    assert low == pytest.approx(-high)
    assert MatchScore(draws=100).error == 0


@for_each(("tally", "low", "high"), [
    # Wilson's interval for 0, 5 and 10 of 10, as any table of it has them.
    (MatchScore(losses=10), 0.0, 0.2775), (MatchScore(wins=5, losses=5), 0.2366, 0.7634),
    (MatchScore(wins=10), 0.7225, 1.0), (MatchScore(), 0.0, 1.0),
])  # fmt: skip
def test_the_interval_is_wilsons(tally: MatchScore, low: float, high: float) -> None:
    assert tally.interval == pytest.approx((low, high), abs=1e-4)


def test_a_game_is_won_by_the_one_who_wins_it_on_either_side() -> None:
    opening = reversi.start()
    as_black = play_game((STRONG, WEAK), opening, 60.0, a_side=0)
    as_white_b = play_game((WEAK, STRONG), opening, 60.0, a_side=1)
    # The same game: the strong one has black in both, once as A and once as B.
    assert (as_black.outcome, as_black.moves) == (1 - as_white_b.outcome, as_white_b.moves[::-1])
    assert sum(as_black.moves) <= 60


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


counts = st.tuples(*[st.integers(0, 400)] * 5).filter(lambda pairs: sum(pairs) > 0)


def test_games_and_pairs_are_counted_by_their_points() -> None:
    pairs = NO_PAIRS
    for points in (0, 0.5, 1, 1, 1.5, 2):
        pairs = with_pair(pairs, points)
    assert pairs == (1, 1, 2, 1, 1)
    assert tally((1, 0, 1, 0.5, 1, 1, 0)).pairs == (0, 0, 1, 1, 1)
    assert tally((1, 0, 0.5, 0, 0)) == MatchScore(1, 1, 3, pairs=(0, 1, 1, 0, 0))
    assert tally(()) == MatchScore()


def test_pairs_that_cancel_out_leave_less_error_than_their_games() -> None:
    """Openings that are won by the same side decide games, but say nothing about the players."""
    games = [PlayedGame(outcome, (0.0, 0.0), (0, 0)) for outcome in (1.0, 0.0)]
    paired, single = MatchScore(), MatchScore()
    for _ in range(20):
        paired = paired.plus_pair(*games)
        single = single.plus(games[0]).plus(games[1])
    assert paired.error == 0 < single.error
    assert paired.score == single.score == 0.5


def test_independent_games_have_the_same_error_in_pairs() -> None:
    draw = random.Random(5)
    outcomes = [draw.choice((0.0, 0.5, 1.0)) for _ in range(8_000)]
    single = MatchScore(outcomes.count(1.0), outcomes.count(0.5), outcomes.count(0.0))
    assert tally(outcomes).error == pytest.approx(single.error, rel=0.03)


def test_superiority_is_that_of_the_normal_distribution() -> None:
    # The mean is 0.02 above one half, the sum of squares 32 / 16 - 100 * 0.02² = 1.4².
    pairs = (0, 12, 68, 20, 0)
    assert (mean_of(pairs) - 0.5) / deviation_of_mean(pairs) == pytest.approx(0.02 / 0.014)
    assert superiority(pairs) == pytest.approx(0.923, abs=1e-3)
    assert superiority(NO_PAIRS) == 0.5
    assert superiority((0, 0, 0, 0, 9)) > 0.999
    assert superiority((0, 0, 40, 0, 0)) == pytest.approx(0.5)


@given(counts, st.floats(-300, 300))
def test_the_most_likely_distribution_has_the_mean_and_is_the_most_likely(pairs: Pairs, elo: float) -> None:
    mean = expected_share(elo)
    seen = [max(count, 1e-3) for count in pairs]
    found = _most_likely(seen, mean)
    assert sum(found) == pytest.approx(1)
    assert mean_of(found) == pytest.approx(mean, abs=1e-6)
    assert min(found) > 0

    def log_likelihood(probabilities: list[float]) -> float:
        return sum(count * math.log(one) for count, one in zip(seen, probabilities, strict=True))

    # A step that keeps sum and mean: none in either direction is likelier.
    for direction in ((1, -2, 1, 0, 0), (0, 1, -2, 1, 0), (0, 0, 1, -2, 1)):
        size = 0.01 * min(found)
        for sign in (1, -1):
            near = [one + sign * size * part for one, part in zip(found, direction, strict=True)]
            assert log_likelihood(near) <= log_likelihood(found) + 1e-6


def test_the_likelihood_ratio_nears_its_normal_approximation() -> None:
    pairs: Pairs = (120, 480, 900, 560, 140)
    share0, share1 = expected_share(0), expected_share(5)
    variance = deviation_of_mean(pairs) ** 2
    expected = (share1 - share0) * (2 * mean_of(pairs) - share0 - share1) / (2 * variance)
    assert log_likelihood_ratio(pairs, 0, 5) == pytest.approx(expected, rel=0.01)
    assert log_likelihood_ratio(pairs, 5, 0) == pytest.approx(-log_likelihood_ratio(pairs, 0, 5))
    assert log_likelihood_ratio(NO_PAIRS, 0, 5) == 0
    assert SHARES[2] == expected_share(0)


def test_the_bounds_are_walds() -> None:
    assert SequentialTest(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    bounds = SequentialTest(0, 5, alpha=0.01, beta=0.1).bounds
    assert bounds == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


@pytest.mark.long
@for_each(("elo", "accepted"), [(0, "elo0"), (60, "elo1")])
def test_a_sequential_test_is_seldom_wrong(elo: float, accepted: str) -> None:
    """Of 20 matches one is to end with the wrong answer; more than two would in 8 of 100 tries."""
    matches = extent(20, 40)
    draw, test = random.Random(17), SequentialTest(0, 60)
    win = expected_share(elo)
    wrong = 0
    for _ in range(matches):
        pairs = NO_PAIRS
        while not (decision := test.decision(pairs)):
            pairs = with_pair(pairs, (draw.random() < win) + (draw.random() < win))
        wrong += decision != accepted
    assert wrong <= matches // 10


@for_each("wrong", [{"elo1": 0.0}, {"alpha": 0.0}, {"beta": 0.5}])
def test_a_test_that_makes_no_sense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="sequential test"):
        SequentialTest(**{"elo0": 0.0, "elo1": 5.0, **wrong})


QUICK, DEEPER = WEAK, ComputerPlayer("positional", 3)
GAMES = 5


def openings() -> Iterator[Position]:
    """Return the same openings each time."""
    return random_openings(reversi.start(), 8, random.Random(7))


def played_whole() -> tuple[float, ...]:
    """Return the outcomes of games played without interruption."""
    drawn = list(itertools.islice(openings(), 3))
    return tuple(
        play_game((DEEPER, QUICK), drawn[game // 2], 60.0, a_side=game % 2).outcome for game in range(GAMES)
    )


class Interrupted(ComputerPlayer):
    """A player whose stop flag is set during every fifth search."""

    searches = 0

    def choose(self, *arguments: Any, **options: Any) -> SearchResult:
        """The usual move, in a hurry or not."""
        _, _, stop = arguments
        Interrupted.searches += 1
        if Interrupted.searches % 5 == 0:
            stop.set()
        return super().choose(*arguments, **options)


@pytest.mark.long
def test_stopped_again_and_again_it_is_the_same_match() -> None:
    match = ResumableMatch((Interrupted("positional", 3), QUICK), openings(), GAMES)
    pieces = 0
    while not match.over:
        before = len(match.outcomes)
        match.play_on(3600.0, 60.0, StopFlag())
        assert len(match.outcomes) - before <= 1
        pieces += 1
    assert pieces > GAMES
    assert match.outcomes == played_whole()


def test_a_resumed_match_continues_where_it_was() -> None:
    """Each opening is played twice with the sides exchanged; without time there is no move."""
    match = ResumableMatch((DEEPER, QUICK), openings(), GAMES)
    match.play_on(0.0, 1.0, StopFlag())
    assert match.outcomes == ()
    whole = played_whole()
    for done in (0, 2, 3, GAMES):
        match = ResumableMatch((DEEPER, QUICK), openings(), GAMES, whole[:done])
        assert match.over == (done == GAMES)
        match.play_on(3600.0, 60.0, StopFlag())
        assert (match.over, match.outcomes) == (True, whole)


def test_nothing_is_played_from_the_end_of_a_game() -> None:
    over = reversi.parse("X" * 64 + " O")
    with pytest.raises(EngineError, match="nothing to play"):
        ResumableMatch((QUICK, QUICK), [over], 2).play_on(1.0, 1.0, StopFlag())
    with pytest.raises(EngineError, match="nothing to play"):
        play_game((WEAK, WEAK), over, 1.0, a_side=0)
