"""The file of weights: there and back, and refused when anything in it is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import EngineError
from engine.reversi.boards import BOARDS, Board
from engine.reversi.eval import weights_file
from engine.reversi.eval.patterns import CLASSES, PATTERN_SETS, STAGES, PatternSet, folded
from engine.reversi.eval.weights_file import WeightsFile
from tests.cases import for_each


@pytest.fixture(scope="module")
def weights() -> np.ndarray[Any, Any]:
    random_ties = np.random.default_rng(2)
    small = np.zeros((STAGES, folded()[1]), np.int16)
    small[:, ::50] = random_ties.integers(-3, 4, small[:, ::50].shape)
    small[3, :100] = random_ties.integers(-32768, 32768, 100)
    return small


@pytest.fixture(scope="module")
def content(weights: np.ndarray[Any, Any]) -> bytes:
    return weights_file.packed(WeightsFile(weights, {"generation": 7}))


def test_packed_weights_are_unpacked(weights: np.ndarray[Any, Any], content: bytes) -> None:
    again = weights_file.unpacked(content)
    assert np.array_equal(again.weights, weights)
    assert again.recipe == {"generation": 7}
    assert again.board == BOARDS[8, False]


def test_weights_keep_their_board() -> None:
    board = BOARDS[10, True]
    patterns = PATTERN_SETS[10, True]
    weights = np.arange(patterns.stages * patterns.folded()[1]).astype(np.int16).reshape(patterns.stages, -1)
    again = weights_file.unpacked(weights_file.packed(WeightsFile(weights, {}, board)))
    assert np.array_equal(again.weights, weights)
    assert again.board == board
    with pytest.raises(EngineError, match="shape"):
        weights_file.packed(WeightsFile(weights, {}, BOARDS[6, False]))


def test_a_damaged_file_and_another_one_are_refused(content: bytes, tmp_path: Path) -> None:
    for at in (25, 200, len(content) // 2, len(content) - 3):
        broken = content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :]
        with pytest.raises(EngineError, match=r"some\.patterns.*damaged"):
            weights_file.unpacked(broken, "some.patterns")
    for length in (0, 10, 30, len(content) - 1):
        with pytest.raises(EngineError, match=r"damaged|not a file of pattern weights"):
            weights_file.unpacked(content[:length])
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG and so on")
    with pytest.raises(EngineError, match=r"picture\.png is not a file of pattern weights"):
        weights_file.read(path)
    with pytest.raises(EngineError, match="cannot be read"):
        weights_file.read(tmp_path / "nothing")


def test_weights_for_other_patterns_are_refused(
    weights: np.ndarray[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    other_stages = PatternSet(8, CLASSES, 4)
    other_stages.stage_discs = 5
    with monkeypatch.context() as patch:
        patch.setitem(PATTERN_SETS, (8, False), other_stages)
        other = weights_file.packed(WeightsFile(weights, {}))
    with pytest.raises(EngineError, match="other patterns"):
        weights_file.unpacked(other)


def test_only_whole_sets_are_packed(weights: np.ndarray[Any, Any]) -> None:
    with pytest.raises(EngineError, match="int16"):
        weights_file.packed(WeightsFile(weights.astype(np.int32), {}))
    with pytest.raises(EngineError, match="shape"):
        weights_file.packed(WeightsFile(weights[1:], {}))


@for_each("board", BOARDS.values())
def test_the_shipped_weights_are_small_and_tell_how_they_were_made(board: Board) -> None:
    path = weights_file.shipped(board.size, board.anti)
    assert path.stat().st_size <= (4_000_000 if path == weights_file.SHIPPED else 1_000_000)
    weights, recipe, made_for = weights_file.read(path)
    assert made_for == board
    assert {"fit", "games", "positions", "stages"} <= set(recipe)
    assert np.abs(weights).max() > 64
