"""What a game supplies to have puzzles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.search.position import Position

if TYPE_CHECKING:
    from engine.puzzles.only_moves import Line
    from engine.puzzles.puzzle import Goal
    from engine.puzzles.solving import Solver


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleGame:
    """A game as the puzzles know it. Its puzzles are on the usual board."""

    key: str
    """The `game` of its positions."""
    letter: str
    """What the ids of its puzzles begin with."""
    parse: Callable[[str], Position]
    """Reads what `str(position)` writes. Raises EngineError."""
    variant: Any
    """The `variant` of positions on the usual board."""
    twins_key: Callable[[Position], tuple[int, int]]
    """The same for positions that are the same to a player, turned or mirrored or with colours exchanged."""
    least_gain: int | None
    """By how much the best move has to beat all others to be asked for where the result does not depend on
    it; None in a game in which only the result counts."""
    solves_from: int
    """With more moves left it takes too long to prove the values of all moves."""
    obvious: Callable[[Position, str], bool]
    """Whether a move makes or stops a win on the spot."""
    themes: Callable[[Position, Line, Goal, Solver], Iterable[str]]
    """What happens in a line from a position, by names of `engine.puzzles.themes`, in any order."""
    plain: Callable[[Collection[str]], bool]
    """Whether a beginner can see why a single move is right, by the themes."""
