"""Connect 4: rules, evaluation, exact solver, opening book."""

from engine.connect4.position import Position, parse, start
from engine.connect4.registration import GAME
from engine.search.registry import register

__all__ = ["Position", "parse", "start"]

register(GAME)
