"""A learned evaluation from a file, pattern weights or network, in the form searches take."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.errors import EngineError
from engine.reversi.boards import BOARDS, Board
from engine.reversi.eval.patterns import PATTERN_SETS
from engine.reversi.eval.tables import (
    read_weights,
    search_tables,
    unpack_network,
    unpack_weights,
    weights_file,
)
from engine.reversi.position import start
from engine.reversi.styles import NETWORK, PATTERNS

#: Suffix of network files; other files hold pattern weights.
NETWORK_SUFFIX = ".network"


class Evaluation(NamedTuple):
    """An evaluation: the style that uses it, the tables it reads, its recipe and its board."""

    style: np.uint64
    tables: np.ndarray[Any, Any]
    recipe: dict[str, Any]
    board: Board = BOARDS[8, False]

    @property
    def start(self) -> Any:
        """Return the state at the start of a game."""
        return start(self.board.size, anti=self.board.anti).state()


class EvaluationFile(NamedTuple):
    """Name and content of an evaluation's file, to be sent to a process without that file."""

    name: str
    content: bytes

    @classmethod
    def of(cls, path: Path) -> EvaluationFile:
        """Read the file at a path. Raises EngineError when it cannot be read."""
        try:
            return cls(path.name, path.read_bytes())
        except OSError as error:
            raise EngineError(f"the file of an evaluation cannot be read: {error}") from error


@lru_cache(maxsize=2)
def evaluation_in(file: EvaluationFile) -> Evaluation:
    """Return the evaluation in a file; a network also has the shipped pattern weights, for move ordering.

    Raises EngineError when it is damaged.
    """
    if not file.name.endswith(NETWORK_SUFFIX):
        weights, made, board = unpack_weights(file.content, file.name)
        tables = search_tables(weights, patterns=PATTERN_SETS[board.size, board.anti])
        return Evaluation(PATTERNS, tables, made, board)
    network, recipe = unpack_network(file.content, file.name)
    return Evaluation(NETWORK, search_tables(read_weights(weights_file()).weights, network), recipe)


def read_evaluation(path: Path) -> Evaluation:
    """Read the evaluation in a file. Raises EngineError when the file is missing or damaged."""
    return evaluation_in(EvaluationFile.of(path))
