"""The styles of Connect 4: worked values of docs/origins.md, and players made of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine import Limits, UnknownStyle, connect4, search, warm_up
from engine.connect4 import Position
from engine.connect4.evaluation import open_lines
from engine.connect4.styles import quadruplet_score
from engine.players.computer import ComputerPlayer
from engine.players.levels import levels_of
from engine.players.styles import style_named, style_names


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles first, so that no search spends its time on that."""
    warm_up("connect4")


SIZES = [(7, 6, 4), (12, 6, 4), (8, 7, 4), (9, 6, 5)]


def value(position: Position, style: str) -> float:
    """What the style says of a position to the side that has just moved there, by a search of one ply."""
    before = connect4.parse(str(position)[:-1])
    found = search(before, Limits(depth=1), style=style_named("connect4", style), within=math.inf)
    return next(candidate.score for candidate in found.candidates if candidate.move == str(position)[-1])


def test_sixty_nine_alignments_and_seven_through_the_middle() -> None:
    nothing, one = np.uint64(0), np.uint64(1)
    assert open_lines(connect4.start().state(), nothing) == 69
    state = connect4.parse("4").state()
    assert open_lines(state._replace(own=state.opp, opp=state.own), one) == 7
    assert value(connect4.parse("4"), "alignments-0,1,0,0,inf") == 7
    found = search(connect4.start(), Limits(depth=1), style=style_named("connect4", "alignments"))
    assert (found.score, found.move) == (7, "4")


def plain_utility(position: Position, weights: list[int]) -> int:
    """The formula of docs/origins.md, "A lesson in minimax", for the side to move, line by line."""
    sides = [position.first, position.second]
    own, opp = sides[position.turn], sides[1 - position.turn]
    total = 0
    for line in position.lines():
        if not line & opp:
            total += weights[(line & own).bit_count()]
        if not line & own:
            total -= weights[(line & opp).bit_count()]
    return total


@pytest.mark.parametrize("moves", ["44", "4354452", "1234567", "112233545566", "3443425"])
@pytest.mark.parametrize("weights", [[0, 1, 4, 16, 500], [5, -3, 7, 2, 900], [1, 0, 0, 9, 9]], ids=str)
def test_alignments_follow_the_formula_for_any_weights(moves: str, weights: list[int]) -> None:
    position = connect4.parse(moves)
    name = "alignments-" + ",".join(map(str, weights))
    assert value(position, name) == -plain_utility(position, weights)


def test_a_finite_last_weight_counts_like_the_others() -> None:
    won = connect4.parse("1122334")
    weights = [0, 1, 4, 16, 50]
    assert value(won, "alignments-0,1,4,16,50") == -plain_utility(won, weights)
    assert value(won, "alignments-0,1,4,16,inf") == 18


@pytest.mark.parametrize(
    "text", ["0,1,4", "0,1,4,16,x", "inf,1,4,16,9", "0,1,4,99999,inf", "", "0,1,2,3,4,5"]
)
def test_wrong_weights_are_refused(text: str) -> None:
    with pytest.raises(UnknownStyle, match="alignments have five"):
        style_named("connect4", f"alignments-{text}")


def test_random_ties_choose_among_equal_moves() -> None:
    player = ComputerPlayer.parse("alignments-0,0,0,0,inf:1 random-ties")
    position = connect4.start()
    assert {player.choose(position, 1).move for _ in range(80)} == set("1234567")
    steady = ComputerPlayer.parse("alignments:1 random-ties")
    assert {steady.choose(position, 1).move for _ in range(10)} == {"4"}


def test_the_worked_quadruplet_score_is_ten() -> None:
    # Own discs on two squares of the one open row line and on one of the open diagonals.
    position = connect4.parse("253657")
    assert quadruplet_score(position, "4") == 10
    assert quadruplet_score(connect4.start(), "4") == 7
    found = search(position, Limits(depth=1), style=style_named("connect4", "quadruplets"))
    best = max(position.legal_moves(), key=lambda move: quadruplet_score(position, move))
    assert (found.move, found.score) == (best, 0)


def test_quadruplets_win_sooner_and_lose_later() -> None:
    style = style_named("connect4", "quadruplets")
    win = search(connect4.parse("112233"), Limits(depth=4), style=style)
    assert (win.move, win.score) == ("4", 18)
    # Three in a row on the ground, one end closed by the edge: whoever does not stop it loses at once.
    lost = search(connect4.parse("15263"), Limits(depth=4), style=style)
    worst = {candidate.move: candidate.score for candidate in lost.candidates}
    assert lost.move == "4"
    assert {worst[move] for move in "123567"} == {-18}


def test_vectors_count_what_completes_a_run() -> None:
    # Three in a row on the ground, open on both sides; the same with one side taken.
    open_runs, half_open = (
        value(connect4.parse("37475"), "vectors"),
        value(connect4.parse("32475"), "vectors"),
    )
    assert open_runs > half_open > 0
    # An upright run counts upwards only, and not under a disc of the other side.
    assert value(connect4.parse("41414"), "vectors") > value(connect4.parse("414144"), "vectors") * -1


@pytest.mark.parametrize("name", style_names("connect4"))
def test_every_style_plays_on_every_board(name: str) -> None:
    for size in SIZES:
        position = connect4.start(*size).play("4").play("4")
        move = ComputerPlayer(name, 2).choose(position, 5).move
        assert move in position.legal_moves()
        if name != "random":
            # Everybody takes a win.
            threat = connect4.start(*size)
            for _ in range(size[2] - 1):
                threat = threat.play("2").play("3")
            assert ComputerPlayer(name, 2).choose(threat, 5).move == "2"


@pytest.mark.parametrize("level", levels_of("connect4"))
def test_every_level_plays_on_every_board(level: str) -> None:
    player = levels_of("connect4")[level].player
    assert ComputerPlayer.parse(str(player)) == player
    for size in SIZES:
        position = connect4.start(*size).play("2")
        assert player.choose(position, 0.05).move in position.legal_moves()
