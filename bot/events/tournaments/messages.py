"""The messages of tournaments: the one message of each, the news of games that begin, and the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.events.tournaments.forms import Bracket, Form, TournamentStanding, bracket, seeds
from bot.events.tournaments.rules import form_of, standings_of
from data.games.records import Game
from data.tournaments.records import StoredPairing, TournamentRecord


@dataclass(frozen=True, slots=True)
class TournamentMessage:
    """The content of a tournament's message.

    `boards` are channel and message of its games, by game; `names` those of its people, by number. It is not
    `manageable` once its results are final.
    """

    record: TournamentRecord
    boards: Mapping[int, tuple[int, int | None]]
    names: Mapping[int, str]
    manageable: bool = True

    @property
    def form(self) -> Form:
        """The form that is really played."""
        return form_of(self.record)

    @property
    def standings(self) -> tuple[TournamentStanding, ...]:
        """The standings, the best first."""
        return standings_of(self.record)

    @property
    def bracket(self) -> Bracket:
        """The bracket of a knockout."""
        return bracket(self.record.entrants, self.record.pairings)

    @property
    def seeds(self) -> list[int]:
        """The numbers of the field, the best first."""
        return seeds(self.record.entrants)


@dataclass(frozen=True, slots=True)
class GamesBegun:
    """The news for those who are paired: their games, with their boards as in `TournamentMessage`."""

    record: TournamentRecord
    pairings: tuple[StoredPairing, ...]
    boards: Mapping[int, tuple[int, int | None]]


@dataclass(frozen=True, slots=True)
class LostByAbsence(GamesBegun):
    """The news for those who lost games because they were not there."""


@dataclass(frozen=True, slots=True)
class AreYouThere:
    """The question for the person who waits for the first move of a game, which is due by the deadline."""

    record: TournamentRecord
    player_id: int
    game: Game
    deadline: datetime


@dataclass(frozen=True, slots=True)
class TournamentResults:
    """The news that a tournament is over; `elsewhere` in the server's channel for news."""

    record: TournamentRecord
    elsewhere: bool = False
