"""Tournaments, their entrants, pairings and results as storage takes and returns them, and their errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from data.db.rows import column
from data.games.records import EventKind
from data.games.time_control import TimeControl, read_time_control

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


class PairingOutcome(StrEnum):
    """The result of a pairing; the values are stored."""

    FIRST = "1-0"
    SECOND = "0-1"
    DRAW = "draw"
    DOUBLE_LOSS = "0-0"
    """Both were absent, or the game was called off."""

    @staticmethod
    def won(*, by_first: bool) -> PairingOutcome:
        return PairingOutcome.FIRST if by_first else PairingOutcome.SECOND

    @property
    def points(self) -> tuple[float, float]:
        """Points for the first and the second player."""
        return _POINTS[self]


_POINTS = {
    PairingOutcome.FIRST: (1.0, 0.0),
    PairingOutcome.SECOND: (0.0, 1.0),
    PairingOutcome.DRAW: (0.5, 0.5),
    PairingOutcome.DOUBLE_LOSS: (0.0, 0.0),
}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant; `number` counts from 1 in the tournament.

    `left_round` is the first round in which they are not paired any more.
    """

    number: int
    rating: float
    joined_round: int = 1
    left_round: int | None = None

    def plays(self, round_number: int) -> bool:
        return self.joined_round <= round_number and (
            self.left_round is None or round_number < self.left_round
        )


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants, of whom `first` moves first.

    Without `second` it is a bye; without `outcome` the game is in progress.

    In a knockout, `slot` is the bracket's match number, and `replay` counts the replays after draws. In an
    arena, `round` numbers the games in the order in which they began. In an exhibition, `first` is always the
    exhibitor, even where their opponent moves first.
    """

    round: int
    first: int
    second: int | None
    outcome: PairingOutcome | None = None
    forfeit: bool = False
    replay: int = 0
    slot: int = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of those paired, the first one's alone in a bye."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def points(self) -> tuple[float, float]:
        """Points of both players: a bye counts as a win, a game in progress nothing."""
        if self.second is None:
            return 1.0, 0.0
        return (0.0, 0.0) if self.outcome is None else self.outcome.points

    @property
    def is_pending(self) -> bool:
        """True while the game is in progress; byes never are."""
        return self.second is not None and self.outcome is None

    @property
    def is_forfeit(self) -> bool:
        """True if it was decided by absence. A draw never was, and two losses always were."""
        return self.outcome is PairingOutcome.DOUBLE_LOSS or (
            self.forfeit and self.outcome is not PairingOutcome.DRAW
        )

    @property
    def is_over_the_board(self) -> bool:
        """True if the game was really played: no bye, no forfeit, not in progress."""
        return self.second is not None and self.outcome is not None and not self.is_forfeit

    def opponent(self, number: int) -> int | None:
        """Return the other entrant, None in a bye."""
        return self.second if number == self.first else self.first

    def points_of(self, number: int) -> float:
        return self.points[number != self.first]


class TournamentState(StrEnum):
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
    rounds: int = 0
    minutes: int = 0
    invited_only: bool = False
    when_full: bool = True
    filler: str | None = None
    side: ExhibitorSide | None = None
    exhibitor: str | None = None
    computer_games: ComputerGames = "skip"

    @property
    def is_simul(self) -> bool:
        return self.form == SIMUL

    @property
    def kind(self) -> EventKind:
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
        return next(entrant for entrant in self.entrants if entrant.number == number)

    def players(self, pairing: Pairing) -> tuple[TournamentEntrant, ...]:
        """Return those paired, the first one alone in a bye."""
        return tuple(map(self.entrant, pairing.numbers))


@dataclass(frozen=True, slots=True)
class Cup:
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
