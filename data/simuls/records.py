"""Simultaneous exhibitions as storage takes and returns them, and their errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from data.db.rows import column
from data.games.clocks import TimeControl, read_time_control

if TYPE_CHECKING:
    from datetime import datetime

SimulOutcome = Literal["win", "draw", "loss", "none"]
"""The result of a board for the exhibitor; `none`: it was called off."""

SimulSide = Literal["alternating", "first", "second"]
"""The side of the exhibitor: first on boards 1, 3, …; first on all; or second on all."""

SimulReason = Literal["organiser", "too few", "no thread", "thread gone"]
"""Why an exhibition was cancelled, or ended before all boards were over."""


class SimulState(StrEnum):
    """State of an exhibition."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class SimulTerms:
    """What an organiser chooses; `computer` is the computer player that exhibits in their place."""

    game: str
    options: str
    computer: str | None
    time: TimeControl | None = field(metadata=column("time_control", read_time_control, str))
    places: int
    side: SimulSide
    invited_only: bool
    when_full: bool


@dataclass(frozen=True, slots=True)
class NewSimul:
    """An exhibition to be stored; `thread_id` is the thread it is created in, if it is one."""

    guild_id: int
    channel_id: int
    thread_id: int | None
    organiser_id: int
    terms: SimulTerms
    starts_at: datetime


@dataclass(frozen=True, slots=True)
class Simul(NewSimul):
    """A stored exhibition; `version` grows with every change of it and its opponents."""

    id: int
    message_id: int | None
    digest: str | None
    state: SimulState
    finished_at: datetime | None
    reason: SimulReason | None
    told: bool
    announced: bool
    version: int

    @property
    def is_over(self) -> bool:
        """True if it is finished or cancelled."""
        return self.state in (SimulState.FINISHED, SimulState.CANCELLED)

    @property
    def exhibitor_id(self) -> int | None:
        """The person who exhibits; None for a computer player."""
        return self.organiser_id if self.terms.computer is None else None


@dataclass(frozen=True, slots=True)
class SimulOpponent:
    """A person who plays against the exhibitor, by the number of their board, with the game and its result
    for the exhibitor."""

    number: int
    player_id: int
    game_id: int | None = None
    outcome: SimulOutcome | None = None


@dataclass(frozen=True, slots=True)
class SimulRecord:
    """An exhibition with its opponents by number, the people invited, and those removed before the start, who
    can return by invitation only."""

    simul: Simul
    opponents: tuple[SimulOpponent, ...]
    invited: frozenset[int]
    removed: frozenset[int] = frozenset()

    def opponent(self, player_id: int) -> SimulOpponent | None:
        """Return the board of a person."""
        return next((opponent for opponent in self.opponents if opponent.player_id == player_id), None)

    def exhibitor_first(self, opponent: SimulOpponent) -> bool:
        """Return whether the exhibitor moves first on a board."""
        side = self.simul.terms.side
        return opponent.number % 2 == 1 if side == "alternating" else side == "first"


class SimulChanged(Exception):  # noqa: N818 - another change was faster, not an error
    """The exhibition is not as the caller saw it."""


class TooManySimuls(Exception):  # noqa: N818 - an ordinary answer, not an error
    """The server has the maximum of exhibitions that are not over."""

    def __init__(self, maximum: int) -> None:
        super().__init__(f"at most {maximum} simultaneous exhibitions")
        self.maximum = maximum
