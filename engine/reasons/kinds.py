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


# --- why a move is worse in Reversi ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LosesAllDiscs(Reason):
    """The reply takes every own disc."""

    about: ClassVar[str] = "discs"
    reply: str


@dataclass(frozen=True, slots=True)
class GivesCorner(Reason):
    """The other side can take a corner at once, which it could not before."""

    about: ClassVar[str] = "corner"
    corner: str


@dataclass(frozen=True, slots=True)
class LeavesCorner(Reason):
    """The other side can still take a corner at once."""

    about: ClassVar[str] = "open corner"
    compares: ClassVar[bool] = True
    corner: str


@dataclass(frozen=True, slots=True)
class GivesCornerSoon(Reason):
    """After the reply the other side can take a corner, whatever the answer to it."""

    about: ClassVar[str] = "corner"
    reply: str
    corner: str


@dataclass(frozen=True, slots=True)
class ExposesCorner(Reason):
    """The reply threatens to take a corner, which no reply to the other move can do.

    It is the best reply, or any reply to a move next to the corner.
    """

    about: ClassVar[str] = "corner"
    reply: str
    corner: str


@dataclass(frozen=True, slots=True)
class MustPass(Reason):
    """The reply leaves the own side without a move, and the game is not over."""

    about: ClassVar[str] = "tempo"
    reply: str


@dataclass(frozen=True, slots=True)
class ExposesEdge(Reason):
    """The reply flips `discs` own discs of one edge, which no reply to the other move can do."""

    about: ClassVar[str] = "safety"
    reply: str
    discs: int


@dataclass(frozen=True, slots=True)
class SecuresTheirs(Reason):
    """The reply makes `discs` more discs of the other side stable."""

    about: ClassVar[str] = "safety"
    reply: str
    discs: int


@dataclass(frozen=True, slots=True)
class OddRegion(Reason):
    """The other side can play into a region with an odd number of empty squares.

    After the better move, every region is even.
    """

    about: ClassVar[str] = "parity"
    compares: ClassVar[bool] = True
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GivesUpAccess(Reason):
    """Squares open to both sides after the move, and after the better one."""

    about: ClassVar[str] = "mobility"
    compares: ClassVar[bool] = True
    other: int
    own: int
    better_other: int
    better_own: int


@dataclass(frozen=True, slots=True)
class ShutsIn(Reason):
    """Own moves after the reply, and the fewest after any reply to the better move."""

    about: ClassVar[str] = "mobility"
    compares: ClassVar[bool] = True
    reply: str
    moves: int
    better_moves: int


@dataclass(frozen=True, slots=True)
class OpensSquares(Reason):
    """Squares that the move opens to the other side; the better one opens fewer."""

    about: ClassVar[str] = "wall"
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BuildsWall(Reason):
    """Empty squares next to own discs after the move, and after the better one."""

    about: ClassVar[str] = "wall"
    compares: ClassVar[bool] = True
    squares: int
    better_squares: int


# --- why a move is better in Reversi ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakesAllDiscs(Reason):
    """The move takes every disc of the other side."""

    about: ClassVar[str] = "discs"


@dataclass(frozen=True, slots=True)
class TakesCorner(Reason):
    about: ClassVar[str] = "corner"


@dataclass(frozen=True, slots=True)
class GuardsCorner(Reason):
    """The other side could have taken a corner at once, and cannot after this move."""

    about: ClassVar[str] = "open corner"
    corner: str


@dataclass(frozen=True, slots=True)
class TrapsCorner(Reason):
    """Whatever the reply, the own side can take a corner next, which it could not before."""

    about: ClassVar[str] = "corner"
    corner: str


@dataclass(frozen=True, slots=True)
class ForcesPass(Reason):
    """The other side has no move, and the game is not over."""

    about: ClassVar[str] = "tempo"


@dataclass(frozen=True, slots=True)
class SecuresOwn(Reason):
    """The move makes `discs` more own discs stable."""

    about: ClassVar[str] = "safety"
    discs: int


@dataclass(frozen=True, slots=True)
class EvenRegions(Reason):
    """The move leaves several regions of empty squares, each with an even number."""

    about: ClassVar[str] = "parity"


@dataclass(frozen=True, slots=True)
class FewReplies(Reason):
    """The move leaves the other side so few moves, and the compared one more."""

    about: ClassVar[str] = "mobility"
    replies: int


@dataclass(frozen=True, slots=True)
class OpensNothing(Reason):
    """The move opens no square to the other side that was not open to it before."""

    about: ClassVar[str] = "wall"


# --- why a move is worse in Connect 4 --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IgnoresThreat(Reason):
    """The other side could complete a row in a column before, and still can."""

    about: ClassVar[str] = "row"
    compares: ClassVar[bool] = True
    column: str


@dataclass(frozen=True, slots=True)
class OpensSquareAbove(Reason):
    """The other side can complete a row on top of the move."""

    about: ClassVar[str] = "row"


@dataclass(frozen=True, slots=True)
class AllowsDoubleThreat(Reason):
    """A reply makes two threats at once; none to the better move does.

    `stacked`: they are above each other.
    """

    about: ClassVar[str] = "threats"
    compares: ClassVar[bool] = True
    reply: str
    stacked: bool


@dataclass(frozen=True, slots=True)
class AllowsForcedWin(Reason):
    """The other side wins by threats that have to be answered; the line starts with its move."""

    about: ClassVar[str] = "threats"
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllowsThreat(Reason):
    """The reply makes threats in these columns; none to the better move makes any."""

    about: ClassVar[str] = "threats"
    reply: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllowsFollowUp(Reason):
    """After the reply the other side can answer every disc on top of it, and wins or at least draws."""

    about: ClassVar[str] = "zugzwang"
    reply: str
    wins: bool


@dataclass(frozen=True, slots=True)
class GivesAwayThreat(Reason):
    """The square on top completes an own row, and the other side takes it."""

    about: ClassVar[str] = "tempo"


@dataclass(frozen=True, slots=True)
class LosesTempo(Reason):
    """The move threatens a row; the reply that has to stop it threatens one in turn."""

    about: ClassVar[str] = "tempo"
    reply: str


# --- why a move is better in Connect 4 -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CompletesRow(Reason):
    about: ClassVar[str] = "won"


@dataclass(frozen=True, slots=True)
class StopsRow(Reason):
    """The move takes the square where the other side could have completed a row."""

    about: ClassVar[str] = "row"


@dataclass(frozen=True, slots=True)
class MakesDoubleThreat(Reason):
    """The move makes two threats at once; `stacked`: above each other."""

    about: ClassVar[str] = "won"
    stacked: bool


@dataclass(frozen=True, slots=True)
class ForcesWin(Reason):
    """The move wins by threats that have to be answered; the line starts with it."""

    about: ClassVar[str] = "won"
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StopsDoubleThreat(Reason):
    """After the compared move a reply makes two threats at once, after this one none does."""

    about: ClassVar[str] = "threats"
    reply: str


@dataclass(frozen=True, slots=True)
class KeepsFollowUp(Reason):
    """The own side can answer every disc with one on top of it, and wins or at least draws."""

    about: ClassVar[str] = "zugzwang"
    wins: bool


@dataclass(frozen=True, slots=True)
class OnlyMove(Reason):
    about: ClassVar[str] = "only"
    wins: bool
