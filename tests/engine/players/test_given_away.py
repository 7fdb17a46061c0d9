"""A player's errors stay within their bound, and no estimate is taken for a result."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Candidate, SearchResult, StopFlag, connect4, reversi
from engine.connect4.book import Solver
from engine.players.computer import ComputerPlayer, levels_of
from engine.players.matches import MatchGame, play_game
from engine.players.pondering import Pondering
from tests.cases import for_each, there
from tests.engine.positions import random_endgame

pytestmark = pytest.mark.usefixtures("compiled_connect4")

ROUNDING = 1e-9
BLIND = ComputerPlayer.parse("patterns:1 misjudges=50.0@64.0 misses=0.5")
"""It plays almost anything."""


@pytest.mark.long
@given(
    deviation=st.floats(0.0, 60.0),
    per_move=st.floats(0.5, 64.0),
    in_all=st.floats(0.0, 100.0),
    misses=st.floats(0.0, 1.0),
    seed=st.integers(0, 99),
)
@settings(max_examples=10)
def test_a_whole_game_never_exceeds_its_bound(
    deviation: float, per_move: float, in_all: float, misses: float, seed: int
) -> None:
    player = ComputerPlayer(
        "patterns", 1, misjudges=deviation, gives_away=per_move, gives_away_in_all=in_all, misses=misses,
        seed=seed,
    )  # fmt: skip
    position, totals = random_endgame(seed, 30), [0.0, 0.0]
    while position.result() is None:
        side = position.turn
        found = player.choose(position, 9, given_away=totals[side])
        values = {candidate.move: candidate.score for candidate in found.candidates}
        lost = max(values.values()) - values[found.move]
        assert lost <= per_move + ROUNDING
        assert player.gave_away(found) == lost
        totals[side] += lost
        position = position.play(found.move)
    assert max(totals) <= in_all + ROUNDING


def test_matches_count_for_each_side() -> None:
    bounded = ComputerPlayer.parse("patterns:1 misjudges=50.0@64.0/20.0 seed=1")
    for a_side in (0, 1):
        players = (bounded, replace(BLIND, seed=1))
        careful, careless = play_game(players, reversi.start(), 9, a_side).given_away
        assert 0 < careful <= 20 + ROUNDING < careless


def test_a_game_that_is_sent_elsewhere_keeps_its_count() -> None:
    bounded = ComputerPlayer.parse("patterns:1 misjudges=50.0@64.0/20.0")
    game = MatchGame((bounded, bounded), reversi.start(), 0)
    while (played := game.played) is None:
        assert game.move(9, StopFlag())
        game = pickle.loads(pickle.dumps(game))  # noqa: S301
    assert 0 < max(played.given_away) <= 20 + ROUNDING


@for_each("given_away", [20.0, 25.0])
def test_a_player_with_a_spent_loss_bound_plays_the_best_move(given_away: float) -> None:
    position = random_endgame(3, 30)
    player = ComputerPlayer.parse("patterns:1 misjudges=50.0@64.0/20.0")
    best = ComputerPlayer("patterns", 1).choose(position, 9)
    for _ in range(10):
        assert player.choose(position, 9, given_away=given_away).score == best.score
    near_the_end = random_endgame(3, 8)
    pondering = Pondering(player, near_the_end, given_away=given_away)
    pondering.run(StopFlag())
    for reply in near_the_end.legal_moves():
        answer = there(pondering.answer(reply))
        assert player.gave_away(answer) == 0


def test_players_that_judge_well_give_nothing_away() -> None:
    candidates = (Candidate("d3", 4.0, "exact"), Candidate("c3", 1.5, "at most"))
    found = SearchResult("c3", 1.5, 9, 100, 0.1, False, ("c3",), candidates)
    assert BLIND.gave_away(found) == 2.5
    assert ComputerPlayer().gave_away(found) == 0
    # Stopped before it had looked at every move.
    assert BLIND.gave_away(SearchResult("c3", 0.0, 0, 1, 0.1, False, ("c3",), ())) == 0


WIN_IN_ONE = "1426252"
ONE_WIN_IN_ONE = "121212"
LOST_BUT_FOR_ONE = "333345555412252332225"
UTILITY_LIKE_A_WIN = "562767577634"


def wins_at_once(position: connect4.Position) -> set[str]:
    """The moves that end the game with a win."""
    return {move for move in position.legal_moves() if position.play(move).result() not in (None, (None, 0))}


def test_a_player_without_errors_takes_a_win_in_one() -> None:
    position = connect4.parse(WIN_IN_ONE)
    moves = levels_of("connect4")["novice"].player.tries(position, 100)
    assert set(moves) <= wins_at_once(position)


def test_a_player_with_errors_leaves_a_win_as_often_as_it_says() -> None:
    position, player = connect4.parse(ONE_WIN_IN_ONE), ComputerPlayer.parse("alignments:1 blunders=0.3@99.0")
    left = sum(move not in wins_at_once(position) for move in player.tries(position, 1000))
    assert 250 < left < 350
    # An estimate is as far below a win as a draw is.
    careful = ComputerPlayer.parse("alignments:1 blunders=1.0@17.0")
    assert set(careful.tries(position, 20)) <= wins_at_once(position)


def test_a_player_that_sees_a_loss_does_not_take_it_for_its_utility() -> None:
    position = connect4.parse(LOST_BUT_FOR_ONE)
    losing = {move for move in position.legal_moves() if wins_at_once(position.play(move))}
    assert losing
    moves = ComputerPlayer.parse("alignments-w1:2 random-ties").tries(position, 60)
    assert not losing & set(moves)


@for_each("recipe", ["alignments:5 random-ties", "alignments:5 random-ties blunders=0.7@99.0"])
def test_only_what_is_proved_of_the_move_drawn_is_told(recipe: str) -> None:
    solver, proved = Solver(16), 0
    for moves in (UTILITY_LIKE_A_WIN, LOST_BUT_FOR_ONE, "44444432553", "112233", "2211445333"):
        position = connect4.parse(moves)
        for seed in range(4):
            found = ComputerPlayer.parse(f"{recipe} seed={seed}").choose(position, 60)
            after = position.play(found.move)
            score = -(after.result() or (0, solver.score(after)))[1]
            if found.exact:
                proved += 1
                assert found.score == score
            if found.outcome is not None:
                assert found.outcome == (score > 0) - (score < 0)
    assert proved
