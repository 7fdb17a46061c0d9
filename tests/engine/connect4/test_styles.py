"""The styles of Connect 4: worked values of docs/origins.md, and players made of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from engine import Limits, UnknownStyle, connect4, search
from engine.connect4 import Position
from engine.connect4.evaluation import direction_of, line_counts, lines_with
from engine.connect4.registration import VectorParameters, quadruplet_score
from engine.connect4.rules import geometry
from engine.jit.compiling import compiled
from engine.players.computer import ComputerPlayer, levels_of, style_named, style_names
from tests.cases import for_each

pytestmark = pytest.mark.usefixtures("compiled_connect4")

SIZES = [(7, 6, 4), (12, 6, 4), (8, 7, 4), (9, 6, 5)]


def value(position: Position, style: str) -> float:
    """Return the style's value for the side that has just moved, by a search of one ply."""
    before = connect4.parse(str(position)[:-1])
    found = search(before, Limits(depth=1), style=style_named("connect4", style), within=math.inf)
    return next(candidate.score for candidate in found.candidates if candidate.move == str(position)[-1])


@compiled
def open_lines(state: Any, discs: Any) -> Any:
    """Count the lines without a disc of the other side and with a number of own discs."""
    grid, total = geometry(state), np.int64(0)
    for number in range(4):
        total += lines_with(line_counts(state.own, state.opp, grid, direction_of(number, grid)), discs)
    return total


@pytest.mark.long
def test_sixty_nine_alignments_and_seven_through_the_middle() -> None:
    nothing, one = np.uint64(0), np.uint64(1)
    assert open_lines(connect4.start().state(), nothing) == 69
    state = connect4.parse("4").state()
    assert open_lines(state._replace(own=state.opp, opp=state.own), one) == 7
    assert value(connect4.parse("4"), "alignments-0,1,0,0,inf") == 7
    found = search(connect4.start(), Limits(depth=1), style=style_named("connect4", "alignments"))
    assert (found.score, found.move) == (7, "4")


def plain_utility(position: Position, weights: Sequence[float]) -> float:
    """The formula of docs/origins.md, "A lesson in minimax", for the side to move, line by line."""
    sides = [position.first, position.second]
    own, opp = sides[position.turn], sides[1 - position.turn]
    total = 0.0
    for line in position.lines():
        if not line & opp:
            total += weights[(line & own).bit_count()]
        if not line & own:
            total -= weights[(line & opp).bit_count()]
    return total


@for_each("moves", ["44", "4354452", "1234567", "112233545566", "3443425"])
@for_each("text", ["5,-3,7,2,900", "1,0,0,9,9", "0,0.5,1.5,4,inf", "-.25,1.75,4.5,16.125,500"])
def test_alignments_follow_the_formula_for_any_weights(moves: str, text: str) -> None:
    position = connect4.parse(moves)
    weights = [0.0 if each == "inf" else float(each) for each in text.split(",")]
    assert value(position, f"alignments-{text}") == -plain_utility(position, weights)


def test_the_last_weight_may_be_finite_and_more_places_than_fit_are_rounded() -> None:
    won = connect4.parse("1122334")
    assert value(won, "alignments-0,1,4,16,50") == -plain_utility(won, [0, 1, 4, 16, 50])
    assert value(won, "alignments-0,1,4,16,inf") == 18
    style, weights = "alignments-0,1.23456,3.14159,16.0001,inf", [0, 1.23456, 3.14159, 16.0001, 0]
    position = connect4.parse("4354452")
    assert value(position, style) == pytest.approx(-plain_utility(position, weights), abs=1.0)


@for_each("text", [
    "0,1,4", "0,1,4,16,x", "inf,1,4,16,9", "0,1,4,99999,inf", "", "0,1,2,3,4,5", "0,1e3,4,16,inf",
    "0,nan,4,16,inf",
])  # fmt: skip
def test_wrong_weights_are_refused(text: str) -> None:
    with pytest.raises(UnknownStyle, match="alignments have five"):
        style_named("connect4", f"alignments-{text}")
    for name in ("1,2,3,4,5", "1,2,3,4,5,inf", "1,2,3,4,5,6,7", "x,2,3,4,5,6", "1,2,3,4,5,99999"):
        with pytest.raises(UnknownStyle, match="vectors have six"):
            style_named("connect4", f"vectors-{name}")


def test_random_ties_choose_among_equal_moves() -> None:
    player = ComputerPlayer.parse("alignments-0,0,0,0,inf:1 random-ties")
    position = connect4.start()
    assert {player.choose(position, 1).move for _ in range(80)} == set("1234567")
    steady = ComputerPlayer.parse("alignments:1 random-ties")
    assert {steady.choose(position, 1).move for _ in range(10)} == {"4"}


def plain_choices(position: Position, weights: Sequence[float], depth: int) -> set[str]:
    """The equally good moves of a plain minimax, as the lesson has it."""

    def worth(position: Position, depth: int) -> float:
        result = position.result()
        if result is not None:
            return 0.0 if result.winner is None else -math.inf
        if depth == 0:
            return plain_utility(position, weights)
        return max(-worth(position.play(move), depth - 1) for move in position.legal_moves())

    values = {move: -worth(position.play(move), depth - 1) for move in position.legal_moves()}
    return {move for move in values if values[move] == max(values.values())}


@for_each(("name", "weights"), [
    ("alignments-w1", [0, 1, 4, 16, 0]),
    ("alignments-w2", [0, 1, 2, 3, 0]),
    ("alignments-0,0.5,1,1.5,inf", [0, 0.5, 1, 1.5, 0]),
])  # fmt: skip
@for_each("moves", ["", "4435", "1426252", "333345555412252332225"])
def test_alignments_draw_among_the_lessons_equal_moves(name: str, weights: list[float], moves: str) -> None:
    position = connect4.parse(moves)
    for depth in (1, 2):
        drawn = ComputerPlayer.parse(f"{name}:{depth}").tries(position, 100)
        assert set(drawn) == plain_choices(position, weights, depth)


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
    # Three in a row on the ground, one end closed by the edge: a side that does not stop it loses at once.
    lost = search(connect4.parse("15263"), Limits(depth=4), style=style)
    worst = {candidate.move: candidate.score for candidate in lost.candidates}
    assert lost.move == "4"
    assert {worst[move] for move in "123567"} == {-18}


def taken_squares(text: str) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The squares of both sides, as column and row from 0."""
    sides: tuple[set[tuple[int, int]], set[tuple[int, int]]] = (set(), set())
    heights = [0] * 7
    for ply, move in enumerate(text):
        column = int(move) - 1
        sides[ply % 2].add((column, heights[column]))
        heights[column] += 1
    return sides


def plain_vectors(own: set[tuple[int, int]], opp: set[tuple[int, int]], numbers: VectorParameters) -> float:
    """Count one side's runs by their surroundings (docs/origins.md, "Vectors"), square by square."""

    def is_empty(square: tuple[int, int]) -> bool:
        return square[0] in range(7) and square[1] in range(6) and square not in own | opp

    def is_supported(square: tuple[int, int]) -> bool:
        below = (square[0], square[1] - 1)
        return square[1] == 0 or below in own | opp

    def runs() -> Iterator[tuple[tuple[int, int], int, tuple[int, int]]]:
        for x, y in own:
            for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
                length = 1
                while (x + length * dx, y + length * dy) in own:
                    length += 1
                if (x - dx, y - dy) not in own and length > 1:
                    yield (x, y), length, (dx, dy)

    total = 0.0
    for (x, y), length, (dx, dy) in runs():
        ahead = [(x + (length + step) * dx, y + (length + step) * dy) for step in (0, 1)]
        behind = [(x - step * dx, y - step * dy) for step in (1, 2)]
        for near, far in (ahead, behind) if dx else (ahead,):
            if not is_empty(near):
                continue
            if length == 3 or far in own:
                total += numbers.three + numbers.three_supported * is_supported(near)
                continue
            total += numbers.two + numbers.near_supported * is_supported(near)
            if dx and is_empty(far):
                total += numbers.two_open + numbers.far_supported * is_supported(far)
    return total


@for_each("moves", ["41414", "3747", "32475", "4435216", "1122", "44444332251", "55443612", "343546"])
@for_each("numbers", [VectorParameters(), VectorParameters(9, 2.5, -1, 7, 0.5, 0.25)])
def test_vectors_follow_their_parameters(moves: str, numbers: VectorParameters) -> None:
    sides = taken_squares(moves)
    mover = sides[(len(moves) - 1) % 2], sides[len(moves) % 2]
    expected = plain_vectors(*mover, numbers) - plain_vectors(*mover[::-1], numbers)
    name = "vectors-" + ",".join(f"{number:g}" for number in numbers)
    assert value(connect4.parse(moves), name) == pytest.approx(expected)
    if numbers == VectorParameters():
        assert value(connect4.parse(moves), "vectors") == expected


@for_each("name", style_names("connect4"))
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


@for_each("level", levels_of("connect4"))
def test_every_level_plays_on_every_board(level: str) -> None:
    player = levels_of("connect4")[level].player
    assert ComputerPlayer.parse(str(player)) == player
    for size in SIZES:
        position = connect4.start(*size).play("2")
        assert player.choose(position, 0.02).move in position.legal_moves()
