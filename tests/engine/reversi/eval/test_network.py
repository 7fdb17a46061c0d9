"""The network's value against plain arithmetic, and the files of network and weights, there and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import EngineError, Limits, reversi, search
from engine.jit.compiling import compiled
from engine.players.computer import style_named
from engine.players.matches import balanced_openings
from engine.reversi.boards import BOARDS, Board
from engine.reversi.eval import tables as files
from engine.reversi.eval.network import FRACTION, HIDDEN, WIDTH, Network, network_value
from engine.reversi.eval.pattern_sums import PATTERN_MEMORY, ROWS_BYTES, pattern_value
from engine.reversi.eval.patterns import (
    CLASSES,
    HEAD,
    PATTERN_SETS,
    STAGES,
    USUAL,
    PatternSet,
    folded,
)
from engine.reversi.eval.tables import (
    NETWORK_FILE,
    PatternWeights,
    pack_network,
    pack_weights,
    read_network,
    read_weights,
    search_tables,
    shipped_tables,
    unpack_network,
    unpack_weights,
    weights_file,
)
from engine.reversi.stability import edge_table
from engine.reversi.states import Reversi8
from tests.cases import for_each
from tests.engine.positions import random_endgame
from tests.engine.reversi.eval.by_hand import entries, images

POSITIONS = [random_endgame(seed, empties) for seed, empties in enumerate([1, 5, 12, 20, 28, 36, 44, 52, 58])]
NO_WEIGHTS = np.zeros((STAGES, folded()[1]), np.int16)


@compiled
def both_values(own: Any, opp: Any, tables: Any) -> Any:
    return network_value(own, opp, tables), pattern_value(Reversi8(own, opp), tables)


@pytest.fixture(scope="module")
def network() -> Network:
    draw = np.random.default_rng(8)
    rows = draw.integers(-80, 81, (folded()[1], WIDTH)).astype(np.int16)
    rows[HEAD:] //= 4
    shapes = ((STAGES, WIDTH, HIDDEN), (STAGES, HIDDEN), (STAGES, HIDDEN), (STAGES, WIDTH), (STAGES,))
    layer, constants, shares, direct, last = (draw.normal(0, 1, shape).astype(np.float32) for shape in shapes)
    return Network(rows, layer / 4, constants, 300 * shares, 40 * direct, 100 * last)


def damaged(content: bytes) -> Iterator[bytes]:
    """Yield contents in which a byte differs."""
    for at in (25, 200, len(content) // 2, len(content) - 3):
        yield content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :]


def value(position: reversi.Position, tables: np.ndarray[Any, Any]) -> int:
    state = position.state()
    return int(both_values(state.own, state.opp, np.int64(tables.ctypes.data))[0])


def by_hand(position: reversi.Position, network: Network) -> float:
    """Return the value as `engine.reversi.eval.network` defines it, square by square."""
    inputs = network.rows[folded()[0][entries(position)]].sum(axis=0) / FRACTION
    stage = USUAL.stage_of(sum(position.counts()))
    units = np.clip(inputs, 0, 1) ** 2 @ network.layer[stage] + network.constants[stage]
    output = np.clip(units, 0, 1) ** 2 @ network.shares[stage]
    return float(output + inputs @ network.direct[stage] + network.last[stage])


@pytest.mark.long
def test_the_value_is_that_of_plain_arithmetic_and_the_same_for_images(network: Network) -> None:
    tables = search_tables(NO_WEIGHTS, network)
    for position in POSITIONS:
        expected = max(-4096.0, min(4096.0, by_hand(position, network)))
        assert value(position, tables) == pytest.approx(expected, abs=1.5)
        assert {value(image, tables) for image in images(position)} == {value(position, tables)}


@pytest.mark.long
def test_a_network_round_trips_through_its_file(network: Network) -> None:
    content = pack_network(network, {"generation": 7})
    again, recipe = unpack_network(content)
    assert recipe == {"generation": 7}
    for part, before in zip(again, network, strict=True):
        assert np.array_equal(part, before)
    for broken in damaged(content):
        with pytest.raises(EngineError, match=r"some\.network.*damaged"):
            unpack_network(broken, "some.network")


def test_networks_of_another_form_are_refused(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EngineError, match="rows"):
        pack_network(network._replace(rows=network.rows[:-1]), {})
    with pytest.raises(EngineError, match="-127"):
        pack_network(network._replace(rows=network.rows + np.int16(200)), {})
    with monkeypatch.context() as patch:
        patch.setattr(files, "STAGE_DISCS", 5)
        other = pack_network(network, {})
    with pytest.raises(EngineError, match="another form"):
        unpack_network(other)


def test_search_tables_hold_edges_and_weights_on_cache_lines() -> None:
    weights = np.random.default_rng(2).integers(-3, 4, NO_WEIGHTS.shape).astype(np.int16)
    tables = search_tables(weights)
    assert tables.ctypes.data % 64 == 0
    assert np.array_equal(tables.view(np.uint8)[:65536], edge_table())
    stages = tables.view(np.uint8)[PATTERN_MEMORY + ROWS_BYTES :].view(np.int16)
    size = USUAL.stage_weights
    assert np.array_equal(stages[3 * size :][:size], weights[3][folded()[0]])
    assert value(POSITIONS[3], tables) == 0


def test_the_shipped_network_is_small_and_tells_how_it_was_made() -> None:
    assert NETWORK_FILE.stat().st_size <= 8_000_000
    recipe = read_network(NETWORK_FILE)[1]
    assert {"fit", "games", "positions", "stages"} <= set(recipe)


@pytest.mark.long
def test_the_network_is_nearer_to_exact_scores_than_the_pattern_weights() -> None:
    tables = np.int64(shipped_tables().ctypes.data)
    # Games by neither of the two, which would choose where they overestimate.
    style, errors = style_named("reversi", "positional"), []
    for position in balanced_openings(reversi.start())[:16]:
        while position.legal_moves() and sum(position.counts()) < 52:
            position = position.play(search(position, Limits(None, depth=2), style=style).move)
        if not position.legal_moves():
            continue
        exact = search(position, Limits(None, depth=12))
        assert exact.exact
        state = position.state()
        errors.append([abs(each / 64 - exact.score) for each in both_values(state.own, state.opp, tables)])
    of_network, of_patterns = np.mean(errors, axis=0)
    assert of_network < 0.9 * of_patterns


def test_the_first_plies_have_sensible_values_at_small_depths() -> None:
    positions = [reversi.start()]
    for _ in range(2):
        positions += [position.play(move) for position in positions for move in position.legal_moves()]
    for position in set(positions):
        deep, *shallow = (search(position, Limits(None, depth=plies)).score for plies in (8, 1, 2, 3, 4))
        assert max(abs(score - deep) for score in shallow) < 8


@pytest.fixture(scope="module")
def weights() -> np.ndarray[Any, Any]:
    random_ties = np.random.default_rng(2)
    small = np.zeros((STAGES, folded()[1]), np.int16)
    small[:, ::50] = random_ties.integers(-3, 4, small[:, ::50].shape)
    small[3, :100] = random_ties.integers(-32768, 32768, 100)
    return small


@pytest.fixture(scope="module")
def content(weights: np.ndarray[Any, Any]) -> bytes:
    return pack_weights(PatternWeights(weights, {"generation": 7}))


def test_packed_weights_are_unpacked(weights: np.ndarray[Any, Any], content: bytes) -> None:
    again = unpack_weights(content)
    assert np.array_equal(again.weights, weights)
    assert (again.recipe, again.board) == ({"generation": 7}, BOARDS[8, False])


def test_weights_keep_their_board() -> None:
    board = BOARDS[10, True]
    patterns = PATTERN_SETS[10, True]
    weights = np.arange(patterns.stages * patterns.folded()[1]).astype(np.int16).reshape(patterns.stages, -1)
    again = unpack_weights(pack_weights(PatternWeights(weights, {}, board)))
    assert np.array_equal(again.weights, weights)
    assert again.board == board
    with pytest.raises(EngineError, match="shape"):
        pack_weights(PatternWeights(weights, {}, BOARDS[6, False]))


def test_a_damaged_file_and_another_one_are_refused(content: bytes, tmp_path: Path) -> None:
    for broken in damaged(content):
        with pytest.raises(EngineError, match=r"some\.patterns.*damaged"):
            unpack_weights(broken, "some.patterns")
    for length in (0, 10, 30, len(content) - 1):
        with pytest.raises(EngineError, match=r"damaged|not a file of pattern weights"):
            unpack_weights(content[:length])
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG and so on")
    with pytest.raises(EngineError, match=r"picture\.png is not a file of pattern weights"):
        read_weights(path)
    with pytest.raises(EngineError, match="cannot be read"):
        read_weights(tmp_path / "nothing")


def test_weights_for_other_patterns_are_refused(
    weights: np.ndarray[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    other_stages = PatternSet(8, CLASSES, 4)
    other_stages.stage_discs = 5
    with monkeypatch.context() as patch:
        patch.setitem(PATTERN_SETS, (8, False), other_stages)
        other = pack_weights(PatternWeights(weights, {}))
    with pytest.raises(EngineError, match="other patterns"):
        unpack_weights(other)


def test_only_whole_sets_are_packed(weights: np.ndarray[Any, Any]) -> None:
    with pytest.raises(EngineError, match="int16"):
        pack_weights(PatternWeights(weights.astype(np.int32), {}))
    with pytest.raises(EngineError, match="shape"):
        pack_weights(PatternWeights(weights[1:], {}))


@for_each("board", BOARDS.values())
def test_the_shipped_weights_are_small_and_tell_how_they_were_made(board: Board) -> None:
    path = weights_file(board.size, board.anti)
    assert path.stat().st_size <= (4_000_000 if path == weights_file() else 1_000_000)
    weights, recipe, made_for = read_weights(path)
    assert made_for == board
    assert {"fit", "games", "positions", "stages"} <= set(recipe)
    assert np.abs(weights).max() > 64
