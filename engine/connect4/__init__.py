"""Connect 4: rules, evaluation, exact solver, opening book."""

from engine.connect4.position import Position, parse, start

__all__ = ["Position", "parse", "start"]
