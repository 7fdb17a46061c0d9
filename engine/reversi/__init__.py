"""Reversi: rules on every board, evaluation, endgame solver, opening book."""

from engine.reversi.position import Position, parse, square_index, square_name, start
from engine.reversi.registration import GAME
from engine.search.registry import register

__all__ = ["Position", "parse", "square_index", "square_name", "start"]

register(GAME)
