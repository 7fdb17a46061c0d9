"""Tic-tac-toe: rules, positions, and a style that looks for open lines."""

from engine.search.registry import EXACT, LevelRow, RegisteredGame, Style, register
from engine.tictactoe.position import Position
from engine.tictactoe.rules import OPEN_LINES

__all__ = ["Position"]

register(
    RegisteredGame(
        key="tictactoe",
        starts=(Position(),),
        squares=9,
        most_moves=9,
        most_plies=9,
        styles=(Style("lines", int(OPEN_LINES)), EXACT),
        levels=(LevelRow("novice", "random:1", 400), LevelRow("perfect", "lines:9", 1500)),
        move_pattern="[abc][123]",
    )
)
