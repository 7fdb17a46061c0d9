"""Positions in which a single move keeps the result, and lines of them."""

from __future__ import annotations

from typing import NamedTuple

from engine.puzzles.puzzle import GOALS, MOST_OWN_MOVES, Goal
from engine.puzzles.puzzle_game import PuzzleGame
from engine.puzzles.solving import BestTwo, Solver
from engine.search.position import Position

#: With fewer legal moves there is little to choose from.
LEAST_CHOICE = 3
#: Where only discs are at stake, the game must not be further from a draw.
_CLOSE = 24
#: The score of a win without a disc of the other side.
_ALL = 64


class Line(NamedTuple):
    """Own moves and best replies, and what was proved at each own turn."""

    moves: tuple[str, ...]
    turns: tuple[BestTwo, ...]


def only_move(position: Position, game: PuzzleGame, solver: Solver) -> BestTwo | None:
    """The best move where it is the only one, with enough choice; else None."""
    if len(position.legal_moves()) < LEAST_CHOICE:
        return None
    return solver.best_two(position, result_only=game.least_gain is None)


def reaches(turn: BestTwo, goal: Goal, game: PuzzleGame) -> bool:
    """Whether the best move alone reaches a goal."""
    if goal == "wipe-out":
        return turn.best == _ALL > turn.second
    if goal == "win":
        return turn.best > 0 >= turn.second
    if goal == "save":
        return turn.best == 0 > turn.second
    return game.least_gain is not None and turn.lead >= game.least_gain and abs(turn.best) <= _CLOSE


def longest_lines(position: Position, turn: BestTwo, game: PuzzleGame, solver: Solver) -> dict[Goal, Line]:
    """For each goal that one move alone reaches here, the longest line of such moves.

    Of equally good replies the one comes into the line after which most is left to find. A line never ends
    with an obvious move, unless that is all there is.
    """
    return {
        goal: _line(position, turn, goal, MOST_OWN_MOVES, game, solver)
        for goal in GOALS
        if reaches(turn, goal, game)
    }


def _line(position: Position, turn: BestTwo, goal: Goal, most: int, game: PuzzleGame, solver: Solver) -> Line:
    """The line that begins with the best move, of at most so many own moves."""
    after = position.play(turn.move)
    rest: Line | None = None
    if most > 1 and after.result() is None:
        for reply in solver.best_moves(after):
            following = _after_reply(after.play(reply), goal, most - 1, game, solver)
            if following is not None and (rest is None or len(following.turns) > len(rest.turns)):
                rest = Line((reply, *following.moves), following.turns)
                if len(rest.turns) == most - 1:
                    break
    if rest is None:
        return Line((turn.move,), (turn,))
    return Line((turn.move, *rest.moves), (turn, *rest.turns))


def _after_reply(position: Position, goal: Goal, most: int, game: PuzzleGame, solver: Solver) -> Line | None:
    """The line that goes on from a position; None when there is nothing more to find."""
    turn = only_move(position, game, solver)
    if turn is None or not reaches(turn, goal, game):
        return None
    line = _line(position, turn, goal, most, game, solver)
    if len(line.turns) == 1 and game.obvious(position, turn.move):
        return None
    return line
