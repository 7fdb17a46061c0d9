"""Reversi: rules on every board, evaluation, end-game solver, opening book."""

from engine.reversi.position import Position, parse, square_index, square_name, start

__all__ = ["Position", "parse", "square_index", "square_name", "start"]
