"""A learned evaluation from a file, pattern weights or network, as searches take it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.reversi.eval import network_file, weights_file
from engine.reversi.eval.tables import search_tables
from engine.reversi.style_numbers import NETWORK, PATTERNS

#: What files of networks are called; others hold pattern weights.
NETWORK_SUFFIX = ".network"


class Evaluation(NamedTuple):
    """The style that values positions by it, the tables it reads, and how it was made."""

    style: np.uint64
    tables: np.ndarray[Any, Any]
    recipe: dict[str, Any]


def read_evaluation(path: Path) -> Evaluation:
    """The evaluation in a file; a network has the program's own pattern weights beside it, for ordering.

    Raises EngineError when the file is missing or damaged.
    """
    if path.suffix != NETWORK_SUFFIX:
        weights, recipe = weights_file.read(path)
        return Evaluation(PATTERNS, search_tables(weights), recipe)
    network, recipe = network_file.read(path)
    return Evaluation(NETWORK, search_tables(weights_file.read(weights_file.SHIPPED)[0], network), recipe)
