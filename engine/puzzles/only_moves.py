"""Positions where a single move keeps the result, and lines of them."""

from __future__ import annotations

from typing import NamedTuple

from engine.puzzles.puzzle import GOALS, MAX_OWN_MOVES, Goal
from engine.puzzles.puzzle_game import PuzzleGame
from engine.puzzles.solving import BestTwo, PuzzleSolver
from engine.search.position import Position

#: Minimum legal moves for a real choice.
MIN_CHOICE = 3
#: Maximum distance from a draw, in discs, if only discs are at stake.
_CLOSE = 24
#: The score of a win without a disc of the other side.
_ALL = 64


class Line(NamedTuple):
    """Own moves and best replies, and what was proved at each own turn."""

    moves: tuple[str, ...]
    turns: tuple[BestTwo, ...]


def only_move(position: Position, game: PuzzleGame, solver: PuzzleSolver) -> BestTwo | None:
    """The best move where it is the only one, with enough choice; else None."""
    if len(position.legal_moves()) < MIN_CHOICE:
        return None
    return solver.best_two(position, result_only=game.least_gain is None)


def reaches(turn: BestTwo, goal: Goal, game: PuzzleGame) -> bool:
    """Return whether the best move alone achieves a goal."""
    if goal == "wipe-out":
        return turn.best == _ALL > turn.second
    if goal == "win":
        return turn.best > 0 >= turn.second
    if goal == "save":
        return turn.best == 0 > turn.second
    return game.least_gain is not None and turn.lead >= game.least_gain and abs(turn.best) <= _CLOSE


def longest_lines(
    position: Position, turn: BestTwo, game: PuzzleGame, solver: PuzzleSolver
) -> dict[Goal, Line]:
    """Return the longest line of only moves for each goal that one move alone achieves here.

    Of equally good replies, the one that leaves most to find is chosen. A line never ends with an obvious
    move, unless it has no other.
    """
    return {
        goal: _line(position, turn, goal, MAX_OWN_MOVES, game, solver)
        for goal in GOALS
        if reaches(turn, goal, game)
    }


def _line(
    position: Position, turn: BestTwo, goal: Goal, most: int, game: PuzzleGame, solver: PuzzleSolver
) -> Line:
    """Return the line that starts with the best move, of limited length."""
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


def _after_reply(
    position: Position, goal: Goal, most: int, game: PuzzleGame, solver: PuzzleSolver
) -> Line | None:
    """Return the line that continues from a position; None when there is nothing more to find."""
    turn = only_move(position, game, solver)
    if turn is None or not reaches(turn, goal, game):
        return None
    line = _line(position, turn, goal, most, game, solver)
    if len(line.turns) == 1 and game.obvious(position, turn.move):
        return None
    return line
