"""The learned evaluations of boards other than 8 × 8, and of anti-Reversi."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from engine import Limits, reversi, search
from engine.jit.compiling import compiled
from engine.players.computer import ComputerPlayer, style_named
from engine.players.matches import play_game
from engine.reversi.eval.pattern_sums import pattern_value
from engine.reversi.eval.patterns import LANES, PATTERN_SETS, PatternSet
from engine.reversi.eval.tables import search_tables, shipped_tables
from engine.reversi.position import Position
from tests.cases import for_each
from tests.engine.positions import random_endgame
from tests.engine.reversi.eval.by_hand import entries, images
from tests.extent import extent

OTHERS = {key: patterns for key, patterns in PATTERN_SETS.items() if key != (8, False)}
EMPTIES = {6: (1, 7, 15, 24, 30), 8: (1, 12, 30, 50), 10: (1, 13, 40, 70, 92)}
POSITIONS = [
    random_endgame(seed, empties, size, anti=anti)
    for size, anti in extent([*OTHERS][:2], [*OTHERS])
    for seed, empties in enumerate(EMPTIES[size])
]
#: The side to move wins by 4 with perfect play: eight moves of it after the start of 6 × 6.
BEST_PLAY_6 = "c2 b4 c5 d2 e4 e3 d1 c1"


@compiled
def estimated(state: Any, tables: Any) -> Any:
    return pattern_value(state, tables)


def value(position: Position, tables: np.ndarray[Any, Any]) -> int:
    return int(estimated(position.state(), np.int64(tables.ctypes.data)))


def random_weights(patterns: PatternSet) -> np.ndarray[Any, Any]:
    draw = np.random.default_rng(patterns.size)
    return draw.integers(-40, 41, (patterns.stages, patterns.folded()[1])).astype(np.int16)


@pytest.fixture(scope="module")
def tables() -> dict[tuple[int, bool], np.ndarray[Any, Any]]:
    return {
        key: search_tables(random_weights(patterns), patterns=patterns) for key, patterns in OTHERS.items()
    }


@for_each(("size", "anti"), OTHERS)
def test_every_pattern_has_all_its_images_once(size: int, anti: bool) -> None:
    patterns = PATTERN_SETS[size, anti]
    squares = [frozenset(pattern.squares) for pattern in patterns.patterns]
    assert len(squares) <= LANES
    assert len(set(squares)) == len(squares)
    for pattern in squares:
        assert frozenset(size - 1 - square % size + square // size * size for square in pattern) in squares
        assert frozenset(square % size * size + square // size for square in pattern) in squares
    # Every square is a part of some pattern.
    assert frozenset().union(*squares) == frozenset(range(size * size))


@pytest.mark.first(1)
@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_the_sum_is_what_plain_loops_make_of_it(
    position: Position, tables: dict[tuple[int, bool], np.ndarray[Any, Any]]
) -> None:
    patterns = PATTERN_SETS[position.variant]
    weights, shared = random_weights(patterns), patterns.folded()[0]
    stage = patterns.stage_of(sum(position.counts()))
    expected = sum(int(weights[stage, shared[entry]]) for entry in entries(position))
    assert value(position, tables[position.variant]) == expected


@pytest.mark.first(1)
@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_turned_and_mirrored_boards_have_the_same_value(position: Position) -> None:
    own = shipped_tables(*position.variant)
    assert {value(image, own) for image in images(position)} == {value(position, own)}


@pytest.mark.first(1)
@pytest.mark.parametrize(("size", "anti"), OTHERS, ids=str)
def test_estimates_stay_below_any_finished_game(size: int, anti: bool) -> None:
    patterns = PATTERN_SETS[size, anti]
    position = random_endgame(3, 12, size, anti=anti)
    full = np.full((patterns.stages, patterns.folded()[1]), 30_000, np.int16)
    most = 64 * patterns.squares
    assert value(position, search_tables(full, patterns=patterns)) == most
    assert value(position, search_tables(-full, patterns=patterns)) == -most


@pytest.mark.long
def test_plain_python_values_positions_as_compiled_code_does() -> None:
    positions = [position for position in POSITIONS if sum(position.counts()) > 20]
    program = f"""
import numpy as np
from engine import reversi
from engine.reversi.eval.pattern_sums import pattern_value
for text in {[str(position) for position in positions]!r}:
    position = reversi.parse(text)
    print(int(pattern_value(position.state(), np.int64(position.search_table().ctypes.data))))
"""
    child = subprocess.run(
        [sys.executable, "-c", program],
        env={"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    found = [int(line) for line in child.stdout.split()]
    assert found == [value(position, position.search_table()) for position in positions]


@pytest.mark.first(1)
@pytest.mark.parametrize(("size", "anti"), OTHERS, ids=str)
def test_the_learned_evaluation_beats_the_squares_and_moves(size: int, anti: bool) -> None:
    players = ComputerPlayer.parse("patterns:2"), ComputerPlayer.parse("mobility:2")
    won, openings = 0.0, extent(3, 6)
    for seed in range(openings):
        opening = random_endgame(seed, size * size - 12, size, anti=anti)
        won += sum(play_game(players, opening, 10.0, side).outcome for side in (0, 1))
    # Two thirds of two games each.
    assert won >= openings * 4 / 3


@pytest.mark.long
def test_six_by_six_is_proved_from_positions_of_a_game() -> None:
    position = reversi.start(6)
    for move in BEST_PLAY_6.split():
        position = position.play(move)
    found = search(position, Limits(seconds=60))
    assert found.exact
    assert found.score == -4
    assert found.depth == 24


@for_each(("size", "anti"), [(6, True), (8, True), (10, False)])
def test_selective_searches_leave_exact_scores_alone(size: int, anti: bool) -> None:
    position = random_endgame(5, 16 if size < 10 else 12, size, anti=anti)
    plain = search(position, style=style_named("reversi", "mobility"))
    found = search(position)
    assert found.exact
    assert plain.exact
    assert found.score == plain.score
