"""Tournaments as storage takes and returns them, and their errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from data.db.rows import column
from data.games.clocks import TimeControl, read_time_control

if TYPE_CHECKING:
    from datetime import datetime

OutcomeText = Literal["1-0", "0-1", "draw", "0-0"]
"""The result of a pairing for its first entrant; `0-0`: both were absent."""

CancelReason = Literal["organiser", "too few", "channel"]
"""Why a tournament was cancelled; `channel`: it was deleted."""


Exit = Literal["left", "dropped", "removed"]
"""How an entrant left: by themselves, for absence, or removed by the organiser or a moderator."""


class TournamentState(StrEnum):
    """State of a tournament."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """What an organiser chooses.

    `form` is the stored value of a form. `rounds` are those of a Swiss tournament (0: as many as suit the
    field), `minutes` those of an arena. `filler` is the computer player that takes the empty places.
    """

    game: str
    options: str
    form: str
    time: TimeControl = field(metadata=column("time_control", read_time_control, str))
    places: int
    rounds: int
    minutes: int
    invited_only: bool
    when_full: bool
    filler: str | None


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A tournament to be stored."""

    guild_id: int
    channel_id: int
    organiser_id: int
    terms: TournamentTerms
    seed: int
    starts_at: datetime


@dataclass(frozen=True, slots=True)
class Tournament(NewTournament):
    """A stored tournament; `version` grows with every change of it, its entrants and its pairings.

    `boards_id` is the thread, or the channel, where the boards are; None until that is decided.
    """

    id: int
    message_id: int | None
    boards_id: int | None
    digest: str | None
    state: TournamentState
    created_at: datetime
    started_at: datetime | None
    ends_at: datetime | None
    paused_at: datetime | None
    finished_at: datetime | None
    reason: CancelReason | None
    announced: bool
    version: int
    corrected_at: datetime | None = None
    """When a result was last corrected after the end."""

    @property
    def is_over(self) -> bool:
        """True if it is finished or cancelled."""
        return self.state in (TournamentState.FINISHED, TournamentState.CANCELLED)


@dataclass(frozen=True, slots=True)
class TournamentEntrant:
    """A person or a computer player that takes part; `number` counts from 1 once the tournament has begun."""

    number: int
    player_id: int | None
    computer: str | None
    rating: float
    joined_round: int = 1
    left_round: int | None = None
    waiting_since: datetime | None = None
    exit: Exit | None = None


@dataclass(frozen=True, slots=True)
class NewPairing:
    """A pairing to be stored, with the outcome where no game is needed."""

    round: int
    first: int
    second: int | None
    replay: int = 0
    slot: int = 0
    outcome: OutcomeText | None = None


@dataclass(frozen=True, slots=True)
class StoredPairing:
    """A pairing with its game and result; `told` once both were told of the game.

    `second_asked` once the player who moves second was asked whether they are there, because the first move
    had not come; `second_here` once they said that they are.
    """

    id: int
    round: int
    first: int
    second: int | None
    replay: int
    slot: int
    game_id: int | None
    told: bool
    outcome: OutcomeText | None
    forfeit: bool
    corrected_by: int | None
    second_asked: bool = False
    second_here: bool = False

    @property
    def is_pending(self) -> bool:
        """True while there is no result."""
        return self.second is not None and self.outcome is None


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
