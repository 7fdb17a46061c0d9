"""The file of puzzles: text, one puzzle a line, the easiest first.

Lines that begin with # say how the file was made. Every other line has eight parts with blanks between them:

    id  board  position  line  goal  margin  rating  themes

- The board is "-" for the usual one.
- The position is what the game's `parse` reads, with "/" for each blank, and "-" for an empty grid.
- Moves of the line have hyphens between them, themes have commas; "-" stands for no themes.
- The margin and the rating are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.errors import EngineError
from engine.puzzles.puzzle import GOALS, Puzzle

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
    known = next((one for one in GOALS if one == goal), None)
    if known is None:
        raise EngineError(f"{goal!r} is no goal; a puzzle's goal is one of {', '.join(GOALS)}")
    return Puzzle(
        id=key,
        game=game,
        board="" if board == _NOTHING else board,
        position="" if position == _NOTHING else position.replace(_WRITTEN_BLANK, _BLANK),
        line=tuple(moves.split("-")),
        goal=known,
        margin=int(margin),
        rating=float(rating),
        themes=() if themes == _NOTHING else tuple(themes.split(",")),
    )
