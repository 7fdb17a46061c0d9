"""A position as users see it: its picture, its text board and its description come from one value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine import Position
from engine.search.position import PASS
from renderers.overlays import Better, Values
from renderers.position import End


@dataclass(frozen=True, slots=True)
class LastMove:
    """A move on the board: its name, the side that made it, and the position it was made in."""

    move: str
    by: int
    before: Position


@dataclass(frozen=True, slots=True)
class RecentMoves:
    """The moves marked on a board.

    `last` has several moves if a side moved again because the other had to pass; `before` is the other side's
    move before those. `passed` is the side that passed if the last ply was a pass.
    """

    last: tuple[LastMove, ...] = ()
    before: LastMove | None = None
    passed: int | None = None

    @property
    def latest(self) -> LastMove | None:
        """The last move, if any."""
        return self.last[-1] if self.last else None

    def then(self, move: str, position: Position) -> RecentMoves:
        """Return the recent moves after `move` in `position`."""
        made = LastMove(move, position.turn, position)
        if move == PASS:
            return RecentMoves(self.last, self.before, made.by)
        if self.last and self.last[-1].by == made.by:
            return RecentMoves((*self.last, made), self.before)
        return RecentMoves((made,), self.latest)


NO_MOVES = RecentMoves()


def positions_along(start: Position, moves: Iterable[str]) -> list[Position]:
    """Return the positions of a line of moves: before each one, and the last one."""
    return [*accumulate(moves, lambda position, move: position.play(move), initial=start)]


def recent_moves(positions: Sequence[Position], moves: Sequence[str]) -> RecentMoves:
    """Return the recent moves of a game; each move was made in the position of the same index."""
    recent = NO_MOVES
    for position, move in zip(positions, moves, strict=False):
        recent = recent.then(move, position)
    return recent


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position with everything shown of it.

    `end` is for games that ended before the position did. `hints` shows the legal moves. `names` are the
    players', `values` those of moves, `better` a better move than the last one.
    """

    position: Position
    recent: RecentMoves = NO_MOVES
    end: End | None = None
    hints: bool = False
    names: tuple[str, str] | None = None
    values: Values | None = None
    better: Better | None = None
