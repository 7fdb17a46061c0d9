"""Blocks of training games: playing them, or searching their positions again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.errors import EngineError
from engine.reversi.boards import BOARDS, Board
from engine.reversi.eval.patterns import PATTERN_SETS
from engine.reversi.eval.tables import search_tables
from engine.reversi.styles import MOBILITY
from engine.search.context import SearchContext
from engine.search.tables import TranspositionTable
from research.training.blocks import row_type
from research.training.evaluations import Evaluation, EvaluationFile, evaluation_in
from research.training.selfplay import (
    COLUMNS,
    MAX_ROWS,
    OPP,
    OWN,
    SOLVED,
    SOURCE,
    TARGET,
    VALUE,
    play_game,
    search_again,
)

_MEGABYTES = 2
#: Every fourth game begins with more random moves than the others.
_WILD = 4
#: Games of different seeds have different numbers.
_SEED_STEP = 1_000_000_007


@dataclass(frozen=True, slots=True)
class Recipe:
    """A way of playing training games, and the board; the games' numbers depend on the `seed`.

    They begin with `least` to `most` random moves, every fourth with up to `wildest`; later moves are random
    in `blunder_rate` of 1024 cases. Searches have `depth`; from `solve_at` empty squares they are exact.
    """

    games: int = 100_000
    seed: int = 1
    depth: int = 6
    solve_at: int = 14
    least: int = 6
    most: int = 14
    wildest: int = 36
    blunder_rate: int = 20
    block: int = 1000
    board: str = "8x8"

    def __post_init__(self) -> None:
        Board.named(self.board)
        for name in ("games", "depth", "block"):
            if getattr(self, name) < 1:
                raise EngineError(f"{name} must be 1 or more, not {getattr(self, name)}")
        if not 0 <= self.least <= self.most <= self.wildest <= 50:
            raise EngineError("random moves: 0 <= least <= most <= wildest <= 50")
        if not 0 <= self.blunder_rate < 1024 or not 0 <= self.solve_at <= 24 or self.seed < 0:
            raise EngineError("blunder_rate is 0 to 1023, solve_at is 0 to 24, the seed is not negative")

    @property
    def blocks(self) -> int:
        """Number of blocks, the last one perhaps smaller."""
        return -(-self.games // self.block)


def untaught(board: Board = BOARDS[8, False]) -> Evaluation:
    """Return the player of the first games: the style "mobility"."""
    patterns = PATTERN_SETS[board.size, board.anti]
    weights = np.zeros((patterns.stages, patterns.folded()[1]), np.int16)
    return Evaluation(MOBILITY, search_tables(weights, patterns=patterns), {}, board)


def _context(evaluation: Evaluation) -> SearchContext:
    return SearchContext(TranspositionTable(_MEGABYTES), game_table=evaluation.tables)


def played(recipe: Recipe, evaluation: Evaluation, block: int) -> np.ndarray[Any, Any]:
    """Return the positions of a block's games, played by an evaluation."""
    if evaluation.board.name != recipe.board:
        raise EngineError(
            f"the games are played on {recipe.board}, the weights are for {evaluation.board.name}"
        )
    context, start = _context(evaluation), evaluation.start
    rows = np.zeros((MAX_ROWS, COLUMNS), np.int64)
    found = []
    for game in range(block * recipe.block, min((block + 1) * recipe.block, recipe.games)):
        count = play_game(
            start,
            np.int64(recipe.seed * _SEED_STEP + game),
            np.int64(recipe.least),
            np.int64(recipe.wildest if game % _WILD == 0 else recipe.most),
            np.int64(recipe.blunder_rate),
            np.int64(recipe.depth),
            np.int64(recipe.solve_at),
            evaluation.style,
            rows,
            context.address,
        )
        records: Any = np.zeros(count, row_type(recipe.board))
        words = records["own"].size // max(1, count)
        for name, column in (("own", OWN), ("opp", OPP)):
            discs = rows[:count, column : column + words].astype(np.uint64)
            records[name] = discs.reshape(records[name].shape)
        for name, column in (("value", VALUE), ("target", TARGET), ("source", SOURCE)):
            records[name] = rows[:count, column].astype(records[name].dtype)
        records["game"] = game
        found.append(records)
    return np.concatenate(found)


def played_by(recipe: Recipe, file: EvaluationFile | None, block: int) -> np.ndarray[Any, Any]:
    """Run `played` with the evaluation in a file, or the first games' player, locally or on a worker."""
    evaluation = untaught(Board.named(recipe.board)) if file is None else evaluation_in(file)
    return played(recipe, evaluation, block)


def labelled_by(
    rows: np.ndarray[Any, Any], file: EvaluationFile, depth: int, every: int
) -> np.ndarray[Any, Any]:
    """Run `labelled` with the evaluation in a file, locally or on a worker."""
    return labelled(rows, evaluation_in(file), depth, every)


def labelled(
    rows: np.ndarray[Any, Any], evaluation: Evaluation, depth: int, every: int = 1
) -> np.ndarray[Any, Any]:
    """Return the positions with the values of searches of `depth`; solved ones are unchanged.

    Of the others only those whose number is a multiple of `every` are kept: neighbours in a game are alike.
    """
    rows = rows[(rows["source"] == SOLVED) | (np.arange(len(rows)) % every == 0)]
    context = _context(evaluation)
    again = rows.copy()
    own, opp = np.ascontiguousarray(rows["own"]), np.ascontiguousarray(rows["opp"])
    values, sources = rows["value"].astype(np.int64), rows["source"].astype(np.int64)
    games = rows["game"].astype(np.int64)
    search_again(
        evaluation.start, own, opp, sources, games, np.int64(depth), evaluation.style, values, context.address
    )
    again["value"] = values
    return again
