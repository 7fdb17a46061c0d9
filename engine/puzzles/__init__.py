"""Puzzles: positions in which one move alone keeps the result, proved, graded, and read from a file.

>>> from engine import puzzles
>>> puzzle = puzzles.shipped("connect4")[0]
>>> puzzles.find(puzzle.id) == puzzle
True
>>> puzzles.check(puzzle)
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from engine.errors import EngineError
from engine.puzzles import connect4_puzzles, reversi_puzzles
from engine.puzzles.puzzle import GOALS, MAX_OWN_MOVES, Aim, Goal, Puzzle, aim_of, read
from engine.puzzles.solving import (
    BEGINNERS,
    MIN_CHOICE,
    THEMES,
    BestTwo,
    Line,
    PuzzleGame,
    PuzzleSolver,
    Unsolved,
    grade,
    longest_lines,
    only_move,
    reaches,
)
from engine.search.limits import StopFlag
from engine.search.position import Position

__all__ = [
    "GOALS",
    "MAX_OWN_MOVES",
    "PUZZLE_GAMES",
    "Aim",
    "Goal",
    "Puzzle",
    "Reason",
    "aim_of",
    "check",
    "file_of",
    "find",
    "from_position",
    "puzzle_game",
    "puzzle_id",
    "retired",
    "retired_file_of",
    "shipped",
]

PUZZLE_GAMES: dict[str, PuzzleGame] = {
    game.key: game for game in (reversi_puzzles.GAME, connect4_puzzles.GAME)
}


def puzzle_game(key: str) -> PuzzleGame:
    """The game with this key. Raises EngineError when it has no puzzles."""
    if key not in PUZZLE_GAMES:
        raise EngineError(f"there are no puzzles of {key}; there are of {', '.join(PUZZLE_GAMES)}")
    return PUZZLE_GAMES[key]


#: The signs of an id: no vowels, no words; nothing that looks like something else.
_SIGNS = "23456789bcdfghjkmnpqrstvwxyz"
_ID_LENGTH = 6


class Reason(StrEnum):
    """The reason why there is no puzzle in a position."""

    OTHER_BOARD = "not the usual board of a game with puzzles"
    OVER = "the game is over"
    TOO_EARLY = "too early in the game to be proved"
    NO_CHOICE = "too few legal moves"
    NOT_ALONE = "no move that alone keeps the result"
    ONE_HARD_MOVE = "a single move to find, and too hard for beginners"
    OUT_OF_TIME = "not proved in time"
    UNWANTED = "only discs are at stake"
    STOPPED = "stopped"


def from_position(
    position: Position,
    *,
    seconds: float = 5.0,
    stop: StopFlag | None = None,
    wanted: Callable[[Aim, BestTwo], bool] = lambda aim, turn: True,
) -> Puzzle | Reason:
    """Return the puzzle in a position, for the side to move, or why there is none.

    `wanted` is asked with what the puzzle is about and the values of its first move, before it is graded.
    Takes `seconds` of real time at most, usually far less, without the GIL; ends within milliseconds when
    `stop` is set. For any thread.
    """
    game = PUZZLE_GAMES.get(position.game)
    if game is None or position.variant != game.variant:
        return Reason.OTHER_BOARD
    if position.result() is not None:
        return Reason.OVER
    # The compiled core is loaded by the first search.
    from engine.search import rules

    if int(rules.moves_left(position.state())) > game.solves_from:
        return Reason.TOO_EARLY
    if len(position.legal_moves()) < MIN_CHOICE:
        return Reason.NO_CHOICE
    try:
        with PuzzleSolver(position, seconds, stop) as solver:
            found = _longest(position, game, solver)
            if isinstance(found, Reason):
                return found
            goal, line = found
            themes = set(game.themes(position, line, goal, solver))
            if len(line.turns) == 1 and not game.plain(themes):
                return Reason.ONE_HARD_MOVE
            if not wanted(aim_of(goal, themes), line.turns[0]):
                return Reason.UNWANTED
            rating = grade(position, line, solver)
            if len(line.turns) == 1 and rating > BEGINNERS:
                return Reason.ONE_HARD_MOVE
    except Unsolved:
        return Reason.STOPPED if stop is not None and stop.is_set() else Reason.OUT_OF_TIME
    return Puzzle(
        id=puzzle_id(position, game),
        game=game.key,
        board="",
        position=str(position),
        line=line.moves,
        goal=goal,
        margin=min(turn.lead for turn in line.turns),
        rating=rating,
        themes=tuple(name for name in THEMES[game.key] if name in themes),
    )


def puzzle_id(position: Position, game: PuzzleGame) -> str:
    """The id of a puzzle in a position: permanent, and equal for all its twins."""
    own, opp = game.twins_key(position)
    digest = hashlib.blake2b(f"{own:x} {opp:x}".encode(), digest_size=8).digest()
    number, signs = int.from_bytes(digest, "big"), ""
    for _ in range(_ID_LENGTH):
        number, sign = divmod(number, len(_SIGNS))
        signs += _SIGNS[sign]
    return game.letter + signs


def _longest(position: Position, game: PuzzleGame, solver: PuzzleSolver) -> tuple[Goal, Line] | Reason:
    """The line for the result if there are several moves to find, else the longest."""
    turn = only_move(position, game, solver)
    lines = {} if turn is None else longest_lines(position, turn, game, solver)
    if not lines:
        return Reason.NOT_ALONE
    goal, line = next(iter(lines.items()))
    if len(line.turns) == 1:
        goal, line = max(lines.items(), key=lambda item: len(item[1].turns))
    if game.obvious(position, line.moves[0]):
        # The rest of the line is another puzzle.
        line = Line(line.moves[:1], line.turns[:1])
    return goal, line


def check(puzzle: Puzzle) -> None:
    """Prove that each own move of a puzzle is the only one for its goal, and that each reply is a best one.

    Raises EngineError with the reason otherwise. Takes as long as solving the position.
    """
    game = puzzle_game(puzzle.game)
    position = game.parse(puzzle.position)
    if position.variant != game.variant or puzzle.board:
        raise EngineError(f"{puzzle.id}: it is not on the usual board")
    leads = []
    with PuzzleSolver(position) as solver:
        for ply, move in enumerate(puzzle.line):
            if move not in position.legal_moves():
                raise EngineError(f"{puzzle.id}: {move} is not legal after {ply} plies")
            if ply % 2:
                if move not in solver.best_moves(position):
                    raise EngineError(f"{puzzle.id}: {move} is no best reply after {ply} plies")
            else:
                turn = only_move(position, game, solver)
                if turn is None or turn.move != move or not reaches(turn, puzzle.goal, game):
                    raise EngineError(f"{puzzle.id}: {move} is not the only move after {ply} plies")
                leads.append(turn.lead)
            position = position.play(move)
    if min(leads) != puzzle.margin:
        raise EngineError(f"{puzzle.id}: the margin is {min(leads)}, not {puzzle.margin}")


def file_of(game: str) -> Path:
    return Path(__file__).parent / f"{game}.puzzles"


def retired_file_of(file: Path) -> Path:
    """Return the file of the puzzles left out when another file was rebuilt."""
    return file.with_stem(f"{file.stem}-retired")


def shipped(game: str | None = None) -> Sequence[Puzzle]:
    """The puzzles of a game or of all, those of each game from the easiest; read once.

    Empty for a game without puzzles. Raises EngineError when the file cannot be read.
    """
    return _shipped(game) if game is None or game in PUZZLE_GAMES else ()


def find(key: str) -> Puzzle | None:
    """Return the puzzle with this id, a retired one too; None when there is none."""
    return _by_id().get(key) or _retired_by_id().get(key)


@functools.cache
def retired(game: str) -> Sequence[Puzzle]:
    """Return a game's retired puzzles, which are not offered any more but may have attempts."""
    file = retired_file_of(file_of(game))
    return _in_file(file, game) if file.exists() else ()


@functools.cache
def _shipped(game: str | None) -> tuple[Puzzle, ...]:
    if game is None:
        return tuple(puzzle for each in PUZZLE_GAMES for puzzle in _shipped(each))
    return _in_file(file_of(game), game)


def _in_file(file: Path, game: str) -> tuple[Puzzle, ...]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EngineError(f"the puzzles cannot be read: {error}") from error
    return read(text, game, file.name)


@functools.cache
def _by_id() -> Mapping[str, Puzzle]:
    # Not by `shipped`: tests offer fewer puzzles in its place, and this is kept.
    return {puzzle.id: puzzle for puzzle in _shipped(None)}


@functools.cache
def _retired_by_id() -> Mapping[str, Puzzle]:
    return {puzzle.id: puzzle for game in PUZZLE_GAMES for puzzle in retired(game)}
