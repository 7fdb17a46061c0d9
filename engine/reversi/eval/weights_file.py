"""The files of the learned Reversi weights: written by training, checked when read.

The header describes the board, the form (stages, weights a stage, classes of patterns) and the recipe of
the training; the data are the weights (int16, as `engine.data_file.in_planes` writes them).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.data_file import FileFormat, from_planes, in_planes
from engine.errors import EngineError
from engine.reversi.boards import BOARDS, Board
from engine.reversi.eval.patterns import PATTERN_SETS

_FORMAT = FileFormat(b"FLIPFOUR PATTERNS 1\n", "file of pattern weights")
_USUAL = BOARDS[8, False]


class WeightsFile(NamedTuple):
    """The content of a file: folded weights (int16 in 1/64 disc, stages × weights), recipe, board."""

    weights: np.ndarray[Any, Any]
    recipe: dict[str, Any]
    board: Board = _USUAL


def shipped(size: int, anti: bool) -> Path:
    return Path(__file__).parent / f"reversi-{BOARDS[size, anti].name}.patterns"


#: File of 8 × 8.
SHIPPED = shipped(8, False)


def _form(board: Board) -> dict[str, Any]:
    patterns = PATTERN_SETS[board.size, board.anti]
    return {
        "classes": patterns.classes,
        "stage_discs": patterns.stage_discs,
        "stages": patterns.stages,
        "weights": patterns.folded()[1],
    }


def packed(file: WeightsFile) -> bytes:
    """The content of a file. Raises EngineError for weights of another form."""
    form, weights = _form(file.board), file.weights
    expected = (form["stages"], form["weights"])
    if weights.shape != expected or weights.dtype != np.int16:
        raise EngineError(f"weights must be int16 of shape {expected}, not {weights.dtype} {weights.shape}")
    header = form | {"board": file.board.name, "recipe": file.recipe}
    return _FORMAT.sealed(header, in_planes(weights))


def unpacked(content: bytes, name: str = "weights") -> WeightsFile:
    """Parse the content of a file. Raises EngineError when it is damaged."""
    header, data = _FORMAT.opened(content, name)
    recipe = header.pop("recipe")
    # Older files are all for 8 × 8.
    board = Board.named(header.pop("board", _USUAL.name))
    form = _form(board)
    if header != form:
        raise EngineError(f"{name}: the weights are made for other patterns than this program's")
    return WeightsFile(from_planes(data, np.int16).reshape(form["stages"], -1), recipe, board)


def read(path: Path) -> WeightsFile:
    """Read a file. Raises EngineError when it is missing or damaged."""
    return unpacked(_FORMAT.content(path), path.name)
