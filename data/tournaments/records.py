"""Tournaments as storage takes and returns them, and their errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from data.db.rows import column
from data.games.clocks import TimeControl, read_time_control
from data.games.records import EventKind
from data.tournaments.pairings import Entrant, Pairing

if TYPE_CHECKING:
    from datetime import datetime

Reason = Literal["organiser", "too few", "channel", "no thread", "thread gone"]
"""Why a tournament was cancelled, or an exhibition ended before all boards were over; `channel`: it was
deleted."""

ExhibitorSide = Literal["alternating", "first", "second"]
"""The side of an exhibitor: first on boards 1, 3, …; first on all; or second on all."""

SIMUL = "simul"
"""The form of simultaneous exhibitions."""

ComputerGames = Literal["skip", "play", "lot"]
"""What becomes of games between computers: left out, played, or, as before this choice, decided by lot."""

Exit = Literal["left", "dropped", "removed"]
"""How an entrant left: by themselves, for absence, or removed by the organiser or a moderator."""


class TournamentState(StrEnum):
    """State of a tournament."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


def _read_time(text: str) -> TimeControl | None:
    return read_time_control(text) if text else None


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """An organiser's choices.

    `form` is the stored value of a form. `rounds` are those of a Swiss tournament (0: as many as suit the
    field), `minutes` those of an arena. `filler` is the computer player that takes the empty places.
    `computer_games` says what becomes of games between computers.
    `exhibitor` is the computer player that exhibits in the organiser's place, `side` the exhibitor's. Only
    exhibitions can be without a time limit.
    """

    game: str
    options: str
    form: str
    time: TimeControl | None = field(metadata=column("time_control", _read_time, str))
    places: int
    rounds: int
    minutes: int
    invited_only: bool
    when_full: bool
    filler: str | None
    side: ExhibitorSide | None = None
    exhibitor: str | None = None
    computer_games: ComputerGames = "skip"

    @property
    def is_simul(self) -> bool:
        """True for a simultaneous exhibition."""
        return self.form == SIMUL

    @property
    def kind(self) -> EventKind:
        """The kind of event."""
        return "simul" if self.is_simul else "tournament"


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A tournament to be stored; `boards_id` is the thread where an exhibition is created, if it is one."""

    guild_id: int
    channel_id: int
    organiser_id: int
    terms: TournamentTerms
    seed: int
    starts_at: datetime
    boards_id: int | None


@dataclass(frozen=True, slots=True)
class Tournament(NewTournament):
    """A stored tournament; `version` grows with every change of it, its entrants and its pairings.

    `boards_id` is the thread, or the channel, where the boards are; None until that is decided.
    """

    id: int
    message_id: int | None
    digest: str | None
    state: TournamentState
    created_at: datetime
    started_at: datetime | None
    ends_at: datetime | None
    paused_at: datetime | None
    finished_at: datetime | None
    reason: Reason | None
    announced: bool
    version: int
    corrected_at: datetime | None = None
    """The time of the last correction of a result after the end."""
    former_number: int | None = None

    @property
    def number(self) -> int:
        """The number in its title and buttons."""
        return self.former_number or self.id

    @property
    def exhibitor_id(self) -> int | None:
        """The person who exhibits; None for a computer player."""
        return self.organiser_id if self.terms.is_simul and self.terms.exhibitor is None else None

    @property
    def is_over(self) -> bool:
        """True if it is finished or cancelled."""
        return self.state in (TournamentState.FINISHED, TournamentState.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentEntrant(Entrant):
    """A person or a computer player that takes part, with their number once the tournament has begun.

    0 is the exhibitor's.
    """

    player_id: int | None
    computer: str | None
    waiting_since: datetime | None = None
    exit: Exit | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPairing(Pairing):
    """A pairing with its game; `told` once both were told of the game, and of a loss by absence.

    `second_asked` once the player who moves second was asked whether they are there, because the first move
    had not come; `second_here` once they said that they are.
    """

    id: int
    game_id: int | None
    told: bool
    corrected_by: int | None
    second_asked: bool = False
    second_here: bool = False


@dataclass(frozen=True, slots=True)
class TournamentRecord:
    """A tournament with its entrants by number, the people invited, and its pairings in order.

    `removed` are people who return by invitation only. Those removed before the start are no entrants.
    """

    tournament: Tournament
    entrants: tuple[TournamentEntrant, ...]
    invited: frozenset[int]
    pairings: tuple[StoredPairing, ...]
    removed: frozenset[int] = frozenset()

    def entrant_of(self, player_id: int) -> TournamentEntrant | None:
        """Return the entry of a person."""
        return next((entrant for entrant in self.entrants if entrant.player_id == player_id), None)

    def entrant(self, number: int) -> TournamentEntrant:
        """Return the entrant with a number."""
        return next(entrant for entrant in self.entrants if entrant.number == number)

    def players(self, pairing: Pairing) -> tuple[TournamentEntrant, ...]:
        """Return those paired, the first one alone in a bye."""
        return tuple(map(self.entrant, pairing.numbers))


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament that a person has won."""

    game: str
    form: str
    entrants: int
    won_at: datetime


class TournamentChanged(Exception):  # noqa: N818 - another change was faster, not an error
    """The tournament is not as the caller saw it."""


class TooManyTournaments(Exception):  # noqa: N818 - an ordinary answer, not an error
    """The server has the maximum of tournaments that are not over."""

    def __init__(self, maximum: int) -> None:
        super().__init__(f"at most {maximum} tournaments")
        self.maximum = maximum
