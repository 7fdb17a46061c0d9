"""A puzzle's difficulty before any person has tried it, measured with the levels of the game.

Each level of a small fixed depth tries each own move of the line a number of times, with its usual errors.
The share of tries in which it finds all of them is its score against the puzzle. The puzzle gets the rating
at which Elo's formula expects as many points for it against the rated levels as it scored. Ratings of games
are further apart than those of puzzles need be: they are mapped linearly from the range of the levels to that
of puzzles.
"""

from __future__ import annotations

from engine.players.computer import ComputerPlayer
from engine.players.levels import Level, thinking_levels
from engine.puzzles.only_moves import Line
from engine.puzzles.solving import PuzzleSolver
from engine.search.position import Position

#: The ratings that puzzles begin with.
EASIEST, HARDEST = 600.0, 2400.0
#: Puzzles of a single move are rated no higher than this: the easiest third of the range is for beginners.
BEGINNERS = 1100.0
#: Levels that look further ahead take too long: plies by game.
_DEEPEST = {"reversi": 11, "connect4": 12}
#: Maximum levels; with more, every second one tries, since neighbours agree.
_LEVELS = 10
#: Tries of each level at each move.
_TRIES = 16
#: Rating distance to the weakest level if all levels solve a puzzle, and to the strongest if none does.
_BEYOND = 200.0
#: Elo's scale: ten times the chances.
_SCALE = 400.0
_HALVINGS = 20


def grade(position: Position, line: Line, solver: PuzzleSolver) -> float:
    """Return the initial rating, a whole number in EASIEST..HARDEST. Raises `Unsolved`."""
    deepest = _DEEPEST[position.game]
    levels = [level for level in thinking_levels(position.game) if _is_quick(level.player, deepest)]
    levels = levels[:: -(-len(levels) // _LEVELS)]
    shares = [1.0] * len(levels)
    for ply, move in enumerate(line.moves):
        if ply % 2 == 0:
            for number, level in enumerate(levels):
                if shares[number]:
                    solver.check()
                    shares[number] *= _share(position, move, level)
        position = position.play(move)
    ratings = [float(level.rating) for level in levels]
    weakest, strongest = ratings[0] - _BEYOND, ratings[-1] + _BEYOND
    place = (performance(ratings, sum(shares), weakest, strongest) - weakest) / (strongest - weakest)
    return float(round(EASIEST + place * (HARDEST - EASIEST)))


def performance(ratings: list[float], points: float, low: float, high: float) -> float:
    """Return the rating in low..high against which players with these ratings are expected to score
    `points`.
    """
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - rating) / _SCALE)) for rating in ratings)
        low, high = (middle, high) if expected > points else (low, middle)
    return (low + high) / 2


def _is_quick(player: ComputerPlayer, deepest: int) -> bool:
    return player.depth is not None and player.depth <= deepest


def _share(position: Position, move: str, level: Level) -> float:
    """Return how often a level makes a move."""
    return level.player.tries(position, _TRIES).count(move) / _TRIES
