"""Proved values for puzzles: positions where a single move keeps the result, and how hard they are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np

from engine.players.computer import thinking_levels
from engine.puzzles.puzzle import GOALS, MAX_OWN_MOVES, Goal
from engine.search.limits import StopFlag
from engine.search.position import Position
from engine.search.scores import EXACT
from engine.search.tables import TranspositionTable

#: Games with scores below this are solved by proofs with null windows.
_FEW_SCORES = 64
#: Ply of the positions: no search need have reached them.
_ROOT = np.int64(0)
_MEGABYTES = 16.0
#: No score of a game is outside.
_ANY_SCORE = -128, 128


class Unsolved(Exception):  # noqa: N818 - not an error
    """The solver was stopped, or its time was over."""


class BestTwo(NamedTuple):
    """The best move of a position, its proved value, and the value of the next best move."""

    move: str
    best: int
    second: int

    @property
    def lead(self) -> int:
        """Return the difference between the values of the best move and the next best one."""
        return self.best - self.second


class PuzzleSolver:
    """Final scores of the positions of one board under best play; a context that ends with its time.

    Every method raises `Unsolved` when `stop` was set or after `seconds`. Not for several threads at once.
    """

    def __init__(
        self, position: Position, seconds: float | None = None, stop: StopFlag | None = None
    ) -> None:
        # The compiled core is loaded by the first search.
        from engine.search import rules
        from engine.search.context import SearchContext

        self._context = SearchContext(TranspositionTable(_MEGABYTES), None, position.search_table())
        self._context.use_style(int(EXACT))
        self._deadline = StopFlag()
        self._flags = [self._deadline] if stop is None else [self._deadline, stop]
        self._seconds = seconds
        self._few_scores = int(rules.highest_score(position.state())) < _FEW_SCORES

    def __enter__(self) -> PuzzleSolver:
        for flag in self._flags:
            flag.attach(self._context.words)
        if self._seconds is not None:
            self._deadline.set_after(self._seconds)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._deadline.cancel()
        for flag in self._flags:
            flag.detach(self._context.words)

    def score(self, position: Position) -> int:
        """Final score for the side to move, in the units of `engine.search`."""
        return self._within(position, *_ANY_SCORE)

    def best_moves(self, position: Position) -> list[str]:
        """The moves that reach the score; a forced pass; none when the game is over."""
        moves = position.legal_moves()
        if len(moves) <= 1:
            return list(moves)
        score = self.score(position)
        return [move for move in moves if self._reaches(position.play(move), score)]

    def best_two(self, position: Position, *, result_only: bool) -> BestTwo | None:
        """The best move, its value and that of the next best one; None when two are equally good.

        With `result_only` the values are 1 for a win, 0 for a draw and -1 for a loss, else final scores.
        """
        low, high = (-1, 1) if result_only else _ANY_SCORE
        best = self._within(position, low, high)
        alone: str | None = None
        others: list[Position] = []
        for move in position.legal_moves():
            after = position.play(move)
            if not self._reaches(after, best):
                others.append(after)
            elif alone is not None:
                return None
            else:
                alone = move
        if alone is None or not others:
            return None
        second = low
        for after in others:
            # A null window is quick to tell which of them are worse.
            if second == low or self._reaches(after, second + 1):
                second = -self._within(after, 1 - best, -second)
        return BestTwo(alone, best, second)

    def _reaches(self, after: Position, least: int) -> bool:
        """Return whether a move achieves at least so much for its side, given the position after it."""
        return -self._within(after, -least, 1 - least) >= least

    def check(self) -> None:
        """Raise `Unsolved` when nothing more may be searched."""
        if self._context.stopped:
            raise Unsolved

    def _within(self, position: Position, low: int, high: int) -> int:
        """The score when it is in low..high, else the nearer end."""
        result = position.result()
        if result is not None:
            return max(low, min(result.score, high))
        from engine.search import rules
        from engine.search.alphabeta import alphabeta, prove_score

        state, address = position.state(), self._context.address
        if self._few_scores:
            score: Any = prove_score(state, np.int64(low), np.int64(high), _ROOT, address)
        else:
            # A window does not contain its ends; for a null window they are the two scores themselves.
            ends = (low, high) if high - low == 1 else (low - 1, high + 1)
            left = np.int64(rules.moves_left(state))
            score = alphabeta(state, np.int64(ends[0]), np.int64(ends[1]), left, _ROOT, address)
        self.check()
        return max(low, min(int(score), high))


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleGame:
    """A game as the puzzles know it. Its puzzles are on the usual board."""

    key: str
    """The `game` of its positions."""
    letter: str
    """Prefix of the ids of its puzzles."""
    parse: Callable[[str], Position]
    """Reads what `str(position)` writes. Raises EngineError."""
    variant: Any
    """The `variant` of positions on the usual board."""
    twins_key: Callable[[Position], tuple[int, int]]
    """Equal for positions that are the same to a player: turned, mirrored or with colours exchanged."""
    least_gain: int | None
    """Least margin of the best move where the result does not depend on it; None in a game in which only
    the result counts.
    """
    solves_from: int
    """Most moves left with which the values of all moves can be proved in time."""
    obvious: Callable[[Position, str], bool]
    """Return whether a move makes or stops a win on the spot."""
    themes: Callable[[Position, Line, Goal, PuzzleSolver], Iterable[str]]
    """Yield the names of the themes in a line from a position, in any order."""
    plain: Callable[[Collection[str]], bool]
    """Return whether a beginner can see why a single move is right, by its themes."""


REVERSI: Mapping[str, str] = {
    "corner": "an own move takes a corner",
    "x-square": "an own move goes to the square diagonally inside an empty corner",
    "wedge": "an own move lies on an edge between two discs of the other side, and turns neither",
    "edge": "the first move goes to an edge",
    "corner-trap": "after an own move every reply leaves a corner to take that could not be taken before",
    "sacrifice": "an own move lets the other side take a corner that it could not have taken before",
    "quiet-move": "no disc that the first move turns has an empty square next to it",
    "mobility": "the first move leaves the other side two moves or one, fewer than any other move would",
    "pass": "an own move leaves the other side without a move",
    "parity": "an own move alone leaves several regions of empty squares, each with an even number",
    "wipe-out": "best play leaves the other side without discs",
    "comeback": "the result is kept with a third of the other side's discs or fewer",
}

CONNECT4: Mapping[str, str] = {
    "double-threat": "an own move makes two or more squares free to complete a row at once",
    "forcing": "an own move threatens a row that the reply has to stop",
    "block": "an own move takes the square where the other side could have completed a row",
    "vertical": "the last own move completes or threatens a row upwards",
    "horizontal": "the last own move completes or threatens a row sideways",
    "diagonal": "the last own move completes or threatens a diagonal row",
    "zugzwang": "at the end of best play the other side has to play below the square that completes a row",
    "claimeven": "after the last own move it suffices to answer every disc with one on top of it",
    "defence": "there is no win: it is a draw that has to be kept",
}

#: Maximum own discs of a forced win with its own theme.
LONGEST_WIN = 12


def win_in(discs: int) -> str:
    """Return the theme of a win with this many own discs."""
    return f"win-in-{discs}"


THEMES: Mapping[str, tuple[str, ...]] = {
    "reversi": tuple(REVERSI),
    "connect4": (*CONNECT4, *map(win_in, range(1, LONGEST_WIN + 1))),
}
"""The names of all themes by game."""


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
    deepest, thinking = _DEEPEST[position.game], thinking_levels(position.game)
    levels = [level for level in thinking if level.player.depth is not None and level.player.depth <= deepest]
    levels = levels[:: -(-len(levels) // _LEVELS)]
    shares = [1.0] * len(levels)
    for ply, move in enumerate(line.moves):
        if ply % 2 == 0:
            for number, level in enumerate(levels):
                if shares[number]:
                    solver.check()
                    tries = level.player.tries(position, _TRIES)
                    shares[number] *= tries.count(move) / _TRIES
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
