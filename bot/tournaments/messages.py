"""What tournaments show: the one message of each, the news of games that begin, and the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.tournaments.forms import Standing
from bot.tournaments.rules import standings_of
from data import StoredPairing, TournamentRecord


@dataclass(frozen=True, slots=True)
class TournamentMessage:
    """The content of a tournament's message; `boards` are channel and message of its games, by game."""

    record: TournamentRecord
    boards: Mapping[int, tuple[int, int | None]]

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standings, the best first."""
        return standings_of(self.record)


@dataclass(frozen=True, slots=True)
class GamesBegun:
    """The news for those who are paired: their games, with their boards as in `TournamentMessage`."""

    record: TournamentRecord
    pairings: tuple[StoredPairing, ...]
    boards: Mapping[int, tuple[int, int | None]]


@dataclass(frozen=True, slots=True)
class TournamentResults:
    """The news that a tournament is over."""

    record: TournamentRecord
