"""Players who choose by chance take no estimate for a result, nor a result of one move for another's."""

from __future__ import annotations

import pytest

from engine import connect4, warm_up
from engine.connect4.book import Solver
from engine.players.computer import ComputerPlayer, levels_of
from tests.cases import for_each

WIN_IN_ONE = "1426252"
ONE_WIN_IN_ONE = "121212"
LOST_BUT_FOR_ONE = "333345555412252332225"
UTILITY_LIKE_A_WIN = "562767577634"


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles first, so that no search spends its time on that."""
    warm_up("connect4")


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
