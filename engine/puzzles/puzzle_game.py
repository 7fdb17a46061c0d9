"""The part of a game that the search for puzzles needs, and the themes of all games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.search.position import Position

if TYPE_CHECKING:
    from engine.puzzles.only_moves import Line
    from engine.puzzles.puzzle import Goal
    from engine.puzzles.solving import PuzzleSolver
from collections.abc import Mapping


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
