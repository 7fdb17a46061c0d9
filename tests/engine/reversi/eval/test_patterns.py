"""The learned evaluation of every board: its patterns, its sums against plain loops, and its symmetry."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engine import Limits, Progress, reversi, search
from engine.jit.compiling import compiled
from engine.players.computer import ComputerPlayer, style_named
from engine.players.matches import play_game
from engine.reversi.eval.pattern_sums import pattern_value
from engine.reversi.eval.patterns import CLASSES, LANES, PATTERN_SETS, SIZES, STARTS, PatternSet, folded
from engine.reversi.eval.tables import search_tables, shipped_tables
from engine.reversi.position import Position
from engine.reversi.pruning import EXACT_MARGINS, exact_error, middle_error
from engine.search.interface import probcut_depth
from engine.search.scores import ALL_TECHNIQUES, SELECTIVE
from engine.search.time_management import iterations
from tests.cases import for_each
from tests.engine.positions import after, random_endgame
from tests.engine.reversi.eval.by_hand import entries, images
from tests.engine.search.test_processes import run
from tests.extent import extent

EMPTIES = {6: (1, 7, 15, 24, 30), 8: (1, 12, 30, 50), 10: (1, 13, 40, 70, 92)}
POSITIONS = [
    random_endgame(seed, empties, size, anti=anti)
    for size, anti in PATTERN_SETS
    for seed, empties in enumerate(EMPTIES[size])
]
#: The side to move wins by 4 with perfect play: eight moves of it after the start of 6 × 6.
BEST_PLAY_6 = "c2 b4 c5 d2 e4 e3 d1 c1"


@compiled
def estimated(state: Any, tables: Any) -> Any:
    return pattern_value(state, tables)


@compiled
def errors_in(state: Any, depth: Any, selectivity: Any) -> Any:
    return middle_error(state, depth), exact_error(state, depth, selectivity)


def errors(depth: int, discs: int, selectivity: int) -> tuple[int, int]:
    middle, exact = errors_in(random_endgame(1, 64 - discs).state(), depth, selectivity)
    return int(middle), int(exact)


def value(position: Position, tables: np.ndarray[Any, Any]) -> int:
    return int(estimated(position.state(), np.int64(tables.ctypes.data)))


def random_weights(patterns: PatternSet) -> np.ndarray[Any, Any]:
    draw = np.random.default_rng(patterns.size)
    return draw.integers(-40, 41, (patterns.stages, patterns.folded()[1])).astype(np.int16)


@for_each(("size", "anti"), PATTERN_SETS)
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


def test_mirrored_indices_share_a_weight() -> None:
    shared = folded()[0]
    row = list(CLASSES).index("row 2")
    table = shared[STARTS[row] : STARTS[row] + SIZES[row]]
    draw = random.Random(1)
    for _ in range(50):
        digits = [draw.randrange(3) for _ in range(8)]
        index = sum(digit * 3**place for place, digit in enumerate(digits))
        mirrored = sum(digit * 3**place for place, digit in enumerate(digits[::-1]))
        assert table[index] == table[mirrored]
    # 3^8 fillings, 3^4 of them their own mirror image.
    assert len(set(table)) == (3**8 + 3**4) // 2


VARIANTS = extent([(6, True), (8, False)], [*PATTERN_SETS])
"""By default those whose squares are one word, for which less is compiled."""


@for_each(("size", "anti"), VARIANTS)
def test_the_sum_is_what_plain_loops_make_of_it_and_below_any_finished_game(size: int, anti: bool) -> None:
    patterns = PATTERN_SETS[size, anti]
    weights, shared = random_weights(patterns), patterns.folded()[0]
    tables = search_tables(weights, patterns=patterns)
    for position in (one for one in POSITIONS if one.variant == (size, anti)):
        stage = patterns.stage_of(sum(position.counts()))
        assert value(position, tables) == sum(int(weights[stage, shared[each]]) for each in entries(position))
    full, most = np.full(weights.shape, 30_000, np.int16), 64 * patterns.squares
    assert value(position, search_tables(full, patterns=patterns)) == most
    assert value(position, search_tables(-full, patterns=patterns)) == -most


@for_each("position", [one for one in POSITIONS if one.variant in VARIANTS])
def test_turned_and_mirrored_boards_have_the_same_value(position: Position) -> None:
    own = shipped_tables(*position.variant)
    assert {value(image, own) for image in images(position)} == {value(position, own)}


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
    found = [int(line) for line in run(program, NUMBA_DISABLE_JIT="1").split()]
    assert found == [value(position, position.search_table()) for position in positions]


@pytest.mark.first(1)
@pytest.mark.parametrize(("size", "anti"), [key for key in PATTERN_SETS if key != (8, False)], ids=str)
def test_the_learned_evaluation_beats_the_squares_and_moves(size: int, anti: bool) -> None:
    players = ComputerPlayer.parse("patterns:2"), ComputerPlayer.parse("mobility:2")
    won, openings = 0.0, 3
    for seed in range(openings):
        opening = random_endgame(seed, size * size - 12, size, anti=anti)
        won += sum(play_game(players, opening, 10.0, side).outcome for side in (0, 1))
    # Two thirds of two games each.
    assert won >= openings * 4 / 3


@pytest.mark.long
def test_six_by_six_is_proved_from_positions_of_a_game() -> None:
    found = search(after(BEST_PLAY_6, reversi.start(6)), Limits(seconds=60))
    assert (found.exact, found.score, found.depth) == (True, -4, 24)


def test_trusted_errors_grow_with_what_is_left_out_and_towards_the_end() -> None:
    assert [probcut_depth(depth) for depth in (4, 6, 8, 10, 12)] == [2, 2, 4, 4, 6]
    middle, _ = errors(8, 20, 0)
    assert 64 < middle < 4 * 64
    assert errors(8, 40, 0)[0] > middle
    assert errors(10, 20, 0)[0] > middle
    exact = [errors(18, 46, selectivity)[1] for selectivity in range(len(EXACT_MARGINS))]
    assert exact == sorted(set(exact))


@for_each(("size", "anti", "empties"), [(8, False, 17), (6, True, 16), (8, True, 16), (10, False, 12)])
def test_selective_searches_leave_exact_scores_alone(size: int, anti: bool, empties: int) -> None:
    position = random_endgame(21, empties, size, anti=anti)
    found = search(position)
    plain = search(position, techniques=int(ALL_TECHNIQUES & ~SELECTIVE))
    assert (found.exact, plain.exact, found.score) == (True, True, plain.score)


def test_the_more_time_the_sooner_the_end_is_searched() -> None:
    position = random_endgame(4, 24)
    for seconds, deepest in ((None, 16), (10.0, 16), (1.0, 16), (0.1, 23)):
        planned = list(iterations(position, style_named("reversi", "patterns"), None, seconds))
        assert [step.depth for step in planned if not step.exact] == list(range(1, deepest + 1))
        assert [step.depth for step in planned if step.exact] == [24] * (len(EXACT_MARGINS) + 1)


@pytest.mark.long
def test_a_selective_search_to_the_end_is_not_called_exact() -> None:
    position = random_endgame(4, 20)
    exact = search(position)
    reports: list[Progress] = []
    cut_off = search(position, Limits(None, nodes=exact.nodes // 2), progress=reports.append)
    assert max(report.depth for report in reports) == 20
    assert not cut_off.exact
