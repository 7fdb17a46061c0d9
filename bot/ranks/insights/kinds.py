"""Kinds of errors: the reasons of a review, put together by what a player would practise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from engine.reasons import Reason, connect4_kinds, reversi_kinds


class ErrorKind(StrEnum):
    """The subject of an error; the values are stored."""

    CORNERS = "corners"
    EDGES = "edges"
    MOBILITY = "mobility"
    PARITY = "parity"
    THREATS = "threats"
    """Threats of the other side missed or made possible."""
    FORCED = "forced"
    """Two threats at once, or a forced win, allowed."""
    ZUGZWANG = "zugzwang"


_KINDS: Mapping[type[Reason], ErrorKind] = {
    reversi_kinds.GivesCorner: ErrorKind.CORNERS,
    reversi_kinds.LeavesCorner: ErrorKind.CORNERS,
    reversi_kinds.GivesCornerSoon: ErrorKind.CORNERS,
    reversi_kinds.ExposesCorner: ErrorKind.CORNERS,
    reversi_kinds.ExposesEdge: ErrorKind.EDGES,
    reversi_kinds.SecuresTheirs: ErrorKind.EDGES,
    reversi_kinds.MustPass: ErrorKind.MOBILITY,
    reversi_kinds.GivesUpAccess: ErrorKind.MOBILITY,
    reversi_kinds.ShutsIn: ErrorKind.MOBILITY,
    reversi_kinds.OpensSquares: ErrorKind.MOBILITY,
    reversi_kinds.BuildsWall: ErrorKind.MOBILITY,
    reversi_kinds.OddRegion: ErrorKind.PARITY,
    connect4_kinds.IgnoresThreat: ErrorKind.THREATS,
    connect4_kinds.OpensSquareAbove: ErrorKind.THREATS,
    connect4_kinds.AllowsThreat: ErrorKind.THREATS,
    connect4_kinds.GivesAwayThreat: ErrorKind.THREATS,
    connect4_kinds.AllowsDoubleThreat: ErrorKind.FORCED,
    connect4_kinds.AllowsForcedWin: ErrorKind.FORCED,
    connect4_kinds.LosesTempo: ErrorKind.ZUGZWANG,
    connect4_kinds.AllowsFollowUp: ErrorKind.ZUGZWANG,
}


def kinds_of(reasons: Iterable[Reason]) -> tuple[ErrorKind, ...]:
    """Return the kinds of an error's reasons, each once, the weightiest first."""
    return tuple(dict.fromkeys(_KINDS[type(reason)] for reason in reasons if type(reason) in _KINDS))
