"""A learned evaluation from a file, pattern weights or network, as searches take it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.errors import EngineError
from engine.reversi.boards import BOARDS, Board
from engine.reversi.eval import network_file, weights_file
from engine.reversi.eval.patterns import PATTERN_SETS
from engine.reversi.eval.tables import search_tables
from engine.reversi.position import start
from engine.reversi.scoring import NETWORK, PATTERNS

#: What files of networks are called; others hold pattern weights.
NETWORK_SUFFIX = ".network"


class Evaluation(NamedTuple):
    """The style that values positions by it, the tables it reads, how it was made, and for which board."""

    style: np.uint64
    tables: np.ndarray[Any, Any]
    recipe: dict[str, Any]
    board: Board = BOARDS[8, False]

    @property
    def start(self) -> Any:
        """The state at the start of a game."""
        return start(self.board.size, anti=self.board.anti).state()


class EvaluationFile(NamedTuple):
    """What a file of an evaluation is called, and its content: to be sent to where there is no such file."""

    name: str
    content: bytes

    @classmethod
    def of(cls, path: Path) -> EvaluationFile:
        """The file at a path. Raises EngineError when it cannot be read."""
        try:
            return cls(path.name, path.read_bytes())
        except OSError as error:
            raise EngineError(f"the file of an evaluation cannot be read: {error}") from error


@lru_cache(maxsize=2)
def evaluation_in(file: EvaluationFile) -> Evaluation:
    """The evaluation in a file; a network has the program's own pattern weights beside it, for ordering.

    Raises EngineError when it is damaged.
    """
    if not file.name.endswith(NETWORK_SUFFIX):
        weights, made, board = weights_file.unpacked(file.content, file.name)
        tables = search_tables(weights, patterns=PATTERN_SETS[board.size, board.anti])
        return Evaluation(PATTERNS, tables, made, board)
    network, recipe = network_file.unpacked(file.content, file.name)
    return Evaluation(
        NETWORK, search_tables(weights_file.read(weights_file.SHIPPED).weights, network), recipe
    )


def read_evaluation(path: Path) -> Evaluation:
    """The evaluation in a file. Raises EngineError when that is missing or damaged."""
    return evaluation_in(EvaluationFile.of(path))
