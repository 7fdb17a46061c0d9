"""Kinds of errors: the reasons of a review, put together by what a player would practise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from engine.reasons import Reason, connect4_kinds, reversi_kinds


class Kind(StrEnum):
    """What an error was about; the values are stored."""

    CORNERS = "corners"
    EDGES = "edges"
    MOBILITY = "mobility"
    PARITY = "parity"
    THREATS = "threats"
    """Threats of the other side missed or made possible."""
    FORCED = "forced"
    """Two threats at once, or a forced win, allowed."""
    ZUGZWANG = "zugzwang"


_KINDS: Mapping[type[Reason], Kind] = {
    reversi_kinds.GivesCorner: Kind.CORNERS,
    reversi_kinds.LeavesCorner: Kind.CORNERS,
    reversi_kinds.GivesCornerSoon: Kind.CORNERS,
    reversi_kinds.ExposesCorner: Kind.CORNERS,
    reversi_kinds.ExposesEdge: Kind.EDGES,
    reversi_kinds.SecuresTheirs: Kind.EDGES,
    reversi_kinds.MustPass: Kind.MOBILITY,
    reversi_kinds.GivesUpAccess: Kind.MOBILITY,
    reversi_kinds.ShutsIn: Kind.MOBILITY,
    reversi_kinds.OpensSquares: Kind.MOBILITY,
    reversi_kinds.BuildsWall: Kind.MOBILITY,
    reversi_kinds.OddRegion: Kind.PARITY,
    connect4_kinds.IgnoresThreat: Kind.THREATS,
    connect4_kinds.OpensSquareAbove: Kind.THREATS,
    connect4_kinds.AllowsThreat: Kind.THREATS,
    connect4_kinds.GivesAwayThreat: Kind.THREATS,
    connect4_kinds.AllowsDoubleThreat: Kind.FORCED,
    connect4_kinds.AllowsForcedWin: Kind.FORCED,
    connect4_kinds.LosesTempo: Kind.ZUGZWANG,
    connect4_kinds.AllowsFollowUp: Kind.ZUGZWANG,
}


def kinds_of(reasons: Iterable[Reason]) -> tuple[Kind, ...]:
    """Return the kinds of an error's reasons, each once, the weightiest first."""
    return tuple(dict.fromkeys(_KINDS[type(reason)] for reason in reasons if type(reason) in _KINDS))
