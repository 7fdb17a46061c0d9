"""Puzzles, and the files that hold them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from engine.errors import EngineError

#: The solver's goal: all discs, a win, not to lose (a draw), or the most discs.
Goal = Literal["wipe-out", "win", "save", "best"]
GOALS: tuple[Goal, ...] = ("wipe-out", "win", "save", "best")
#: A puzzle's subject: its goal or, if only discs are at stake, the first of these themes that it has.
Aim = Literal["wipe-out", "win", "save", "corner-trap", "pass", "parity", "best"]
_TELLING_THEMES: tuple[Aim, ...] = ("corner-trap", "pass", "parity")

#: Maximum own moves of a line.
MAX_OWN_MOVES = 4


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position whose side to move must find the one move that keeps the result, up to four times.

    Raises EngineError for a line or goal that no puzzle can have; `engine.puzzles.check` proves the rest.
    """

    id: str
    """Short and stable, such as "r7k3fq2": it follows from the game and the position, turned in any way."""
    game: str
    """"reversi" or "connect4"."""
    board: str
    """The board as the game's options write it; "" is the usual one."""
    position: str
    """The position, as the game's `parse` reads it."""
    line: tuple[str, ...]
    """Own move, best reply, own move, …: an odd number of plies. Only a reply can be "pass"."""
    goal: Goal
    """"wipe-out": each own move is the only one that takes every disc. "win": each is the only one that wins.
    "save": each is the only one that does not lose; the best that is left is a draw. "best": each ends with
    at least 2 discs more than any other move."""
    margin: int
    """Least margin by which each own move beats the next best: in discs (Reversi), in steps from a loss
    over a draw to a win (Connect 4).
    """
    rating: float
    """Difficulty before any person has tried it, on the scale of Glicko ratings."""
    themes: tuple[str, ...]
    """Names of what happens in it, of `engine.puzzles.themes`."""

    def __post_init__(self) -> None:
        if self.goal not in GOALS:
            raise EngineError(f"{self.id}: a puzzle's goal is one of {', '.join(GOALS)}, not {self.goal!r}")
        if len(self.line) % 2 == 0 or len(self.own_moves) > MAX_OWN_MOVES:
            raise EngineError(
                f"{self.id}: a line has 1 to {MAX_OWN_MOVES} own moves and ends with one, "
                f"not {' '.join(self.line)!r}"
            )

    @property
    def own_moves(self) -> tuple[str, ...]:
        return self.line[::2]

    @property
    def aim(self) -> Aim:
        """Return the puzzle's subject in one word."""
        return aim_of(self.goal, self.themes)


def aim_of(goal: Goal, themes: Collection[str]) -> Aim:
    """Return what a puzzle with a goal and themes is about."""
    if goal != "best":
        return goal
    return next((theme for theme in _TELLING_THEMES if theme in themes), goal)


_NOTHING = "-"
_BLANK, _WRITTEN_BLANK = " ", "/"
_PARTS = 8


def written(puzzles: Iterable[Puzzle], comments: Sequence[str] = ()) -> str:
    """The text of a file."""
    lines = [f"# {comment}".rstrip() for comment in comments]
    lines += map(_line_of, sorted(puzzles, key=lambda puzzle: (round(puzzle.rating), puzzle.id)))
    return "".join(f"{line}\n" for line in lines)


def read(text: str, game: str, name: str) -> tuple[Puzzle, ...]:
    """The puzzles of one game in a file's text. Raises EngineError that says where `name` is damaged."""
    puzzles: dict[str, Puzzle] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        try:
            puzzle = _puzzle_of(line, game)
        except ValueError as fault:
            raise EngineError(f"{name}, line {number}: {fault}") from fault
        if puzzle.id in puzzles:
            raise EngineError(f"{name}, line {number}: there are two puzzles {puzzle.id}")
        puzzles[puzzle.id] = puzzle
    return tuple(puzzles.values())


def _line_of(puzzle: Puzzle) -> str:
    parts = (
        puzzle.id,
        puzzle.board or _NOTHING,
        puzzle.position.replace(_BLANK, _WRITTEN_BLANK) or _NOTHING,
        "-".join(puzzle.line),
        puzzle.goal,
        str(puzzle.margin),
        str(round(puzzle.rating)),
        ",".join(puzzle.themes) or _NOTHING,
    )
    return " ".join(parts)


def _puzzle_of(line: str, game: str) -> Puzzle:
    parts = line.split(" ")
    if len(parts) != _PARTS:
        raise EngineError(f"a puzzle has {_PARTS} parts, not {len(parts)}")
    key, board, position, moves, goal, margin, rating, themes = parts
    return Puzzle(
        id=key,
        game=game,
        board="" if board == _NOTHING else board,
        position="" if position == _NOTHING else position.replace(_WRITTEN_BLANK, _BLANK),
        line=tuple(moves.split("-")),
        goal=cast("Goal", goal),
        margin=int(margin),
        rating=float(rating),
        themes=() if themes == _NOTHING else tuple(themes.split(",")),
    )
