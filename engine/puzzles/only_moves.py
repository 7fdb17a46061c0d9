"""Positions in which a single move keeps the result, and lines of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.puzzles.puzzle import GOALS, MOST_OWN_MOVES, Goal
from engine.puzzles.puzzle_game import PuzzleGame
from engine.puzzles.solving import Solver
from engine.search.position import PASS, Position

#: With fewer legal moves there is little to choose from.
LEAST_CHOICE = 3
#: Where only discs are at stake, the game must be closer than this, or end with all discs.
_CLOSE, _ALL = 24, 64


class Line(NamedTuple):
    """Own moves and best replies from a position, the values of all moves at each own turn."""

    moves: tuple[str, ...]
    values: tuple[dict[str, int], ...]


def only_move(values: Mapping[str, int], goal: Goal, game: PuzzleGame) -> str | None:
    """The move that alone reaches the goal, by the values of all moves; None when there is no such move."""
    if len(values) < 2:
        return None
    best = max(values, key=values.__getitem__)
    second = max(value for move, value in values.items() if move != best)
    if goal == "win":
        alone = values[best] > 0 >= second
    elif goal == "save":
        alone = values[best] == 0 > second
    else:
        alone = game.least_gain is not None and lead(values) >= game.least_gain
        alone = alone and (abs(values[best]) <= _CLOSE or values[best] == _ALL)
    return best if alone else None


def lead(values: Mapping[str, int]) -> int:
    """By how much the best of at least two moves beats the next one."""
    best, second = sorted(values.values(), reverse=True)[:2]
    return best - second


def best_replies(position: Position, solver: Solver) -> list[str]:
    """The replies that are proved best; a forced pass; none when the game is over."""
    moves = position.legal_moves()
    if len(moves) <= 1:
        return list(moves)
    scores = solver.scores(position)
    return [move for move in moves if scores[move] == max(scores.values())]


def longest_lines(
    position: Position, values: dict[str, int], game: PuzzleGame, solver: Solver
) -> dict[Goal, Line]:
    """For each goal that is reached by a single move here, the longest line of such moves.

    `values` are those of the moves in the position. Of equally good replies the one comes into the line after
    which most is left to find. A line never ends with an obvious move, unless that is all there is.
    """
    return {
        goal: _line(position, move, values, goal, MOST_OWN_MOVES, game, solver)
        for goal in GOALS
        if (move := only_move(values, goal, game)) is not None
    }


def _line(
    position: Position,
    move: str,
    values: dict[str, int],
    goal: Goal,
    most: int,
    game: PuzzleGame,
    solver: Solver,
) -> Line:
    """The line that begins with a move, of at most so many own moves."""
    found = Line((move,), (values,))
    after = position.play(move)
    if most == 1 or after.result() is not None:
        return found
    rest: Line | None = None
    for reply in best_replies(after, solver):
        following = _after_reply(after.play(reply), goal, most - 1, game, solver)
        if following is not None and (rest is None or len(following.moves) + 1 > len(rest.moves)):
            rest = Line((reply, *following.moves), following.values)
            if len(rest.moves) == 2 * (most - 1):
                break
    if rest is None:
        return found
    return Line(found.moves + rest.moves, found.values + rest.values)


def _after_reply(position: Position, goal: Goal, most: int, game: PuzzleGame, solver: Solver) -> Line | None:
    """The line that goes on from a position; None when there is nothing more to find."""
    if len(position.legal_moves()) < LEAST_CHOICE or position.legal_moves() == (PASS,):
        return None
    values = game.values(solver, position)
    move = only_move(values, goal, game)
    if move is None:
        return None
    line = _line(position, move, values, goal, most, game, solver)
    if len(line.moves) == 1 and game.obvious(position, move):
        return None
    return line
