"""Reversi: rules on every board, evaluation, end-game solver, opening book."""

from engine.reversi import evaluation, ordering, pruning, rules  # noqa: F401 - what the core compiles
from engine.reversi.position import Position, parse, square_index, square_name, start

__all__ = ["Position", "parse", "square_index", "square_name", "start"]
