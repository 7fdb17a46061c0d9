"""Reasons in Reversi, as facts without words: what is true after a move and not after the one compared.

"Own" is the side that makes the move, "other" the opponent, who replies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.reasons.comparison import Reason

# --- why a move is worse ---------------------------------------------------------------------------------


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


# --- why a move is better --------------------------------------------------------------------------------


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
