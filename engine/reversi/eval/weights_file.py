"""The file of the learned Reversi weights: written by training, checked when read.

Its header describes the form (stages, weights a stage, classes of patterns) and the recipe of the training;
its data are the weights (int16, as `engine.data_file.in_planes` writes them).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from engine.data_file import FileFormat, from_planes, in_planes
from engine.errors import EngineError
from engine.reversi.eval.patterns import CLASSES, STAGE_DISCS, STAGES, folded

SHIPPED = Path(__file__).parent / "reversi-8x8.patterns"

_FORMAT = FileFormat(b"FLIPFOUR PATTERNS 1\n", "file of pattern weights")


def _form() -> dict[str, Any]:
    return {"classes": CLASSES, "stage_discs": STAGE_DISCS, "stages": STAGES, "weights": folded()[1]}


def packed(weights: np.ndarray[Any, Any], recipe: dict[str, Any]) -> bytes:
    """The content of a file: `weights` are int16 in 1/64 disc, STAGES × the number of folded weights."""
    expected = (STAGES, folded()[1])
    if weights.shape != expected or weights.dtype != np.int16:
        raise EngineError(f"weights must be int16 of shape {expected}, not {weights.dtype} {weights.shape}")
    return _FORMAT.sealed(_form() | {"recipe": recipe}, in_planes(weights))


def unpacked(content: bytes, name: str = "weights") -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
    """The folded weights and the recipe of a file's content. Raises EngineError when it is damaged."""
    header, data = _FORMAT.opened(content, name)
    recipe = header.pop("recipe")
    if header != _form():
        raise EngineError(f"{name}: the weights are made for other patterns than this program's")
    return from_planes(data, np.int16).reshape(STAGES, -1), recipe


def read(path: Path) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
    """The folded weights and the recipe in a file. Raises EngineError when it is missing or damaged."""
    return unpacked(_FORMAT.content(path), path.name)
