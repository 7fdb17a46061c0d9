"""The messages of simultaneous exhibitions: one for each, the call to the boards, and the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from data.games.records import Game
from data.tournaments.records import TournamentRecord


@dataclass(frozen=True, slots=True)
class SimulMessage:
    """The content of an exhibition's message; `games` are those of its boards, by id."""

    record: TournamentRecord
    games: Mapping[int, Game]


@dataclass(frozen=True, slots=True)
class SimulBegins:
    """The call to the boards, which brings the players into the thread."""

    record: TournamentRecord


@dataclass(frozen=True, slots=True)
class SimulResults:
    """The news that an exhibition is over."""

    record: TournamentRecord
