"""Reasons in Connect 4, as facts without words. Columns are moves; lines hold the moves of both sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.reasons.comparison import Reason

# --- why a move is worse ---------------------------------------------------------------------------------


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


# --- why a move is better --------------------------------------------------------------------------------


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
