"""Two moves to compare, and reasons: facts without words, true after one move and not after the other.

"Own" is the side that makes the move, "other" the opponent, who replies. Columns are moves; lines hold the
moves of both sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.search.position import Position


@dataclass(frozen=True, slots=True)
class Comparison:
    position: Position
    move: str
    better: str
    answer: str | None = None
    """The best reply to the move; None if unknown."""
    value: int | None = None
    """The proved score of the move, for the side to move."""
    better_value: int | None = None
    """The proved score of the better one."""
    keepers: int | None = None
    """Number of moves that keep the result of the better one; None if unknown."""


class Reason:
    """A fact about a move that is not one about the move it is compared with."""

    __slots__ = ()

    about: ClassVar[str] = ""
    """The subject; two reasons with the same one would say nearly the same."""
    compares: ClassVar[bool] = False
    """True if the reason says of both moves how they are about its subject."""

    def __init_subclass__(cls, about: str = "", *, compares: bool = False) -> None:
        # A dataclass with slots is created twice, the second time without these.
        if about:
            cls.about, cls.compares = about, compares


# --- why a move is worse in Reversi ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LosesAllDiscs(Reason, about="discs"):
    """The reply takes every own disc."""

    reply: str


@dataclass(frozen=True, slots=True)
class GivesCorner(Reason, about="corner"):
    """The other side can take a corner at once, which it could not before."""

    corner: str


@dataclass(frozen=True, slots=True)
class LeavesCorner(Reason, about="open corner", compares=True):
    """The other side can still take a corner at once."""

    corner: str


@dataclass(frozen=True, slots=True)
class GivesCornerSoon(Reason, about="corner"):
    """After the reply the other side can take a corner, whatever the answer to it."""

    reply: str
    corner: str


@dataclass(frozen=True, slots=True)
class ExposesCorner(Reason, about="corner"):
    """The reply threatens to take a corner, which no reply to the other move can do.

    It is the best reply, or any reply to a move next to the corner.
    """

    reply: str
    corner: str


@dataclass(frozen=True, slots=True)
class MustPass(Reason, about="tempo"):
    """The reply leaves the own side without a move, and the game is not over."""

    reply: str


@dataclass(frozen=True, slots=True)
class ExposesEdge(Reason, about="safety"):
    """The reply flips `discs` own discs of one edge, which no reply to the other move can do."""

    reply: str
    discs: int


@dataclass(frozen=True, slots=True)
class SecuresTheirs(Reason, about="safety"):
    """The reply makes `discs` more discs of the other side stable."""

    reply: str
    discs: int


@dataclass(frozen=True, slots=True)
class OddRegion(Reason, about="parity", compares=True):
    """The other side can play into a region with an odd number of empty squares.

    After the better move, every region is even.
    """

    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GivesUpAccess(Reason, about="mobility", compares=True):
    """Squares open to both sides after the move, and after the better one."""

    other: int
    own: int
    better_other: int
    better_own: int


@dataclass(frozen=True, slots=True)
class ShutsIn(Reason, about="mobility", compares=True):
    """Own moves after the reply, and the fewest after any reply to the better move."""

    reply: str
    moves: int
    better_moves: int


@dataclass(frozen=True, slots=True)
class OpensSquares(Reason, about="wall"):
    """Squares that the move opens to the other side; the better one opens fewer."""

    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BuildsWall(Reason, about="wall", compares=True):
    """Empty squares next to own discs after the move, and after the better one."""

    squares: int
    better_squares: int


# --- why a move is better in Reversi ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakesAllDiscs(Reason, about="discs"):
    """The move takes every disc of the other side."""


@dataclass(frozen=True, slots=True)
class TakesCorner(Reason, about="corner"):
    pass


@dataclass(frozen=True, slots=True)
class GuardsCorner(Reason, about="open corner"):
    """The other side could have taken a corner at once, and cannot after this move."""

    corner: str


@dataclass(frozen=True, slots=True)
class TrapsCorner(Reason, about="corner"):
    """Whatever the reply, the own side can take a corner next, which it could not before."""

    corner: str


@dataclass(frozen=True, slots=True)
class ForcesPass(Reason, about="tempo"):
    """The other side has no move, and the game is not over."""


@dataclass(frozen=True, slots=True)
class SecuresOwn(Reason, about="safety"):
    """The move makes `discs` more own discs stable."""

    discs: int


@dataclass(frozen=True, slots=True)
class EvenRegions(Reason, about="parity"):
    """The move leaves several regions of empty squares, each with an even number."""


@dataclass(frozen=True, slots=True)
class FewReplies(Reason, about="mobility"):
    """The move leaves the other side so few moves, and the compared one more."""

    replies: int


@dataclass(frozen=True, slots=True)
class OpensNothing(Reason, about="wall"):
    """The move opens no square to the other side that was not open to it before."""


# --- why a move is worse in Connect 4 --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IgnoresThreat(Reason, about="row", compares=True):
    """The other side could complete a row in a column before, and still can."""

    column: str


@dataclass(frozen=True, slots=True)
class OpensSquareAbove(Reason, about="row"):
    """The other side can complete a row on top of the move."""


@dataclass(frozen=True, slots=True)
class AllowsDoubleThreat(Reason, about="threats", compares=True):
    """A reply makes two threats at once; none to the better move does.

    `stacked`: they are above each other.
    """

    reply: str
    stacked: bool


@dataclass(frozen=True, slots=True)
class AllowsForcedWin(Reason, about="threats"):
    """The other side wins by threats that have to be answered; the line starts with its move."""

    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllowsThreat(Reason, about="threats"):
    """The reply makes threats in these columns; none to the better move makes any."""

    reply: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllowsFollowUp(Reason, about="zugzwang"):
    """After the reply the other side can answer every disc on top of it, and wins or at least draws."""

    reply: str
    wins: bool


@dataclass(frozen=True, slots=True)
class GivesAwayThreat(Reason, about="tempo"):
    """The square on top completes an own row, and the other side takes it."""


@dataclass(frozen=True, slots=True)
class LosesTempo(Reason, about="tempo"):
    """The move threatens a row; the reply that has to stop it threatens one in turn."""

    reply: str


# --- why a move is better in Connect 4 -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CompletesRow(Reason, about="won"):
    pass


@dataclass(frozen=True, slots=True)
class StopsRow(Reason, about="row"):
    """The move takes the square where the other side could have completed a row."""


@dataclass(frozen=True, slots=True)
class MakesDoubleThreat(Reason, about="won"):
    """The move makes two threats at once; `stacked`: above each other."""

    stacked: bool


@dataclass(frozen=True, slots=True)
class ForcesWin(Reason, about="won"):
    """The move wins by threats that have to be answered; the line starts with it."""

    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StopsDoubleThreat(Reason, about="threats"):
    """After the compared move a reply makes two threats at once, after this one none does."""

    reply: str


@dataclass(frozen=True, slots=True)
class KeepsFollowUp(Reason, about="zugzwang"):
    """The own side can answer every disc with one on top of it, and wins or at least draws."""

    wins: bool


@dataclass(frozen=True, slots=True)
class OnlyMove(Reason, about="only"):
    wins: bool
