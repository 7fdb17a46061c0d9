"""The values that go into and come out of storage.

All of them are immutable. Times are aware datetimes in UTC, durations are seconds, ids of people, servers,
channels and messages are Discord's. Side 0 moves first (black in Reversi), side 1 second.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from data.tables.column_types import require_storable

if TYPE_CHECKING:
    from datetime import datetime

    from data.games.clock import GameClock
    from data.games.time_control import TimeControl
    from data.games.unrated import Unrated, WhyUnrated

SideChoice = Literal["first", "second", "random"]
"""What the challenger asked for: to move first, to move second, or either at random."""

ClosedAs = Literal["declined", "withdrawn", "expired"]
"""Why an offer was closed without a game."""

Verdict = Literal["win", "draw", "loss", "called off"]
"""How a finished game counts for one of its players."""


class GameState(StrEnum):
    """Where a game stands. CLOSED is an offer that was declined, withdrawn or has expired."""

    OFFERED = "offered"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class Ending(StrEnum):
    """How a finished game ended. DRAWN was agreed by both people; CALLED_OFF was given up when it had hardly
    begun: no winner, never rated."""

    PLAYED = "played"
    RESIGNED = "resigned"
    TIME = "time"  # the loser's was over
    DRAWN = "drawn"
    CALLED_OFF = "called off"


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a game: a person, a computer player (a level name or its text), or still open.

    In an imported game nobody here sits, and `name` is what a file calls the player, or the side.
    """

    player_id: int | None = None
    computer: str | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.player_id is not None and self.computer is not None:
            raise ValueError("a seat holds a person or a computer player, not both")

    @property
    def is_open(self) -> bool:
        """True as long as nobody sits here."""
        return self.player_id is None and self.computer is None


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to be stored: an offer (OFFERED) or one that starts at once (PLAYING, both seats filled).

    `options` is the game's own text for board size and rules, "" for the usual ones. `opponent_id` is the
    person challenged (None: anybody may accept, or the other side is a computer's). `rematch_of` is set
    by `Storage.create_rematch`. `time` is how much both sides have (None: as much as they like). `by_clicks`
    tells that the bot is no member where the game is played. `turn` is the side that moves first.
    """

    game: str
    options: str
    guild_id: int | None
    channel_id: int
    challenger_id: int
    opponent_id: int | None
    side_choice: SideChoice
    seats: tuple[Seat, Seat]
    state: GameState
    rated: bool
    why_unrated: WhyUnrated | None = None
    rematch_of: int | None = None
    time: TimeControl | None = None
    by_clicks: bool = False
    turn: int = 0

    def __post_init__(self) -> None:
        if self.state not in (GameState.OFFERED, GameState.PLAYING):
            raise ValueError(f"a new game is offered or playing, not {self.state}")
        if self.state is GameState.PLAYING and any(seat.is_open for seat in self.seats):
            raise ValueError("a game that starts at once needs both seats filled")
        for seat in self.seats:
            require_storable(seat.computer)

    @property
    def is_exhibition(self) -> bool:
        """Whether two computer players play each other."""
        return all(seat.computer is not None for seat in self.seats)


class QuestionKind(StrEnum):
    """What one person of a game asks of the other."""

    TAKE_BACK = "take back"
    DRAW = "draw"
    SWAP = "swap"  # the colours
    ADJOURN = "adjourn"
    HAND_OVER = "hand over"  # the asker's side to a computer player
    THINKING = "thinking"  # to see the computer's


@dataclass(frozen=True, slots=True)
class Question:
    """A question by the person on `side`, asked at `ply`: it is open as long as the game stands there.

    `player` is the text of the computer player it is about; the message is None until it was sent.
    """

    id: int
    kind: QuestionKind
    side: int
    ply: int
    player: str | None = None
    channel_id: int | None = None
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class PastQuestion:
    """The last question of a kind by the person on a side.

    `here` tells whether it was asked in the position on the board, `sent` whether it reached the channel;
    `refusals` counts the questions of this kind that were refused, the last one after `refused_ply` plies.
    """

    question_id: int
    here: bool
    sent: bool
    refusals: int
    refused_ply: int


@dataclass(frozen=True, slots=True)
class Game:
    """A stored game. The position is what `moves` say, from the start that `game` and `options` name.

    `version` goes up by one with every change, so whoever changes a game names the version they have seen.
    `seconds` is each side's thinking time so far, and `given_away` how many points computer players gave
    away on each side by the moves that stand: with a move that is taken back goes what it gave away.
    `winner` is a side or None; `score` is from the first player's point of view. `moved_at` is when the side
    to move got the turn: the last move, else the start, else the offer. `rematch` is the id of the rematch
    made from this game. `paused_at` is when a game between two computer players was paused; None while it
    goes on. `delegates` are the texts of the computer players that play for the people in the seats. `asked`
    tells that a player has asked for the computer's thinking. `proved` has an item for every move: the
    result which the search for it proved, from the first player's point of view, or None. So has `thoughts`:
    what a computer player's search for it found, as text, or None. `unrated` is None
    for a rated game, and where the reason was not noted. `clock` is None when nobody's time is limited; a
    computer player's never is. `adjourned_at` is when the game was put aside. `question` is the last
    question that one person asked the other, unless it is closed. `by_clicks` tells that the bot is no
    member where the game is played: only answers to people's clicks can show it there. `conditional_from` is
    the ply from which on the last moves had been planned as conditional ones. `turn` is the side to move:
    side 0 at first, unless the game begins from a position in which it is the other one.
    """

    id: int
    game: str
    options: str
    guild_id: int | None
    channel_id: int
    message_id: int | None
    state: GameState
    challenger_id: int
    opponent_id: int | None
    side_choice: SideChoice
    seats: tuple[Seat, Seat]
    rated: bool
    unrated: Unrated | None
    moves: tuple[str, ...]
    seconds: tuple[float, float]
    given_away: tuple[float, float]
    winner: int | None
    score: int | None
    ending: Ending | None
    closed_as: ClosedAs | None
    rematch_of: int | None
    rematch: int | None
    created_at: datetime
    started_at: datetime | None
    moved_at: datetime
    finished_at: datetime | None
    paused_at: datetime | None
    delegates: tuple[str | None, str | None]
    asked: bool
    proved: tuple[int | None, ...]
    clock: GameClock | None
    adjourned_at: datetime | None
    version: int
    question: Question | None = None
    by_clicks: bool = False
    conditional_from: int | None = None
    turn: int = 0
    thoughts: tuple[str | None, ...] = ()

    @property
    def open_question(self) -> Question | None:
        """The question that can still be answered: asked in the position that is on the board."""
        asked = self.question
        open_ = asked is not None and self.state is GameState.PLAYING and asked.ply == self.ply
        return asked if open_ else None

    @property
    def imported(self) -> bool:
        """Whether it comes from a file: `challenger_id` is who brought it, and nobody here played it."""
        return self.state is GameState.FINISHED and all(seat.is_open for seat in self.seats)

    @property
    def ply(self) -> int:
        """Number of moves made so far; a pass is a move."""
        return len(self.moves)


def require_state(game: Game, state: GameState) -> None:
    """Raise ValueError for a game in another state."""
    if game.state is not state:
        raise ValueError(f"game {game.id} is {game.state}, not {state}")


@dataclass(frozen=True, slots=True)
class NewMove:
    """A move to be stored: its text, the side that made it, the seconds it took, the final score (from the
    first player's point of view) if a computer's search for it has proved one, how many points a computer
    player gave away by it, and what its search found, as text."""

    move: str
    by: int
    seconds: float
    proved: int | None = None
    given_away: float = 0.0
    thought: str | None = None

    def __post_init__(self) -> None:
        if self.by not in (0, 1):
            raise ValueError(f"a move is made by side 0 or 1, not {self.by}")
        if not (self.seconds >= 0 and math.isfinite(self.seconds)):
            raise ValueError(f"a move takes a finite, non-negative time, not {self.seconds} s")
        if not (self.given_away >= 0 and math.isfinite(self.given_away)):
            raise ValueError(f"a move gives away a finite, non-negative number, not {self.given_away}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game: the winner's side (None: a draw, or called off), the score from the first
    player's point of view (None where there is none, as after a resignation), and how it ended."""

    winner: int | None
    score: int | None
    ending: Ending

    def __post_init__(self) -> None:
        if self.winner not in (None, 0, 1):
            raise ValueError(f"the winner is side 0, side 1 or nobody, not {self.winner}")
        if self.ending in (Ending.CALLED_OFF, Ending.DRAWN) and self.winner is not None:
            raise ValueError("a game that was called off, or agreed to be a draw, has no winner")
        if self.ending in (Ending.RESIGNED, Ending.TIME) and self.winner is None:
            raise ValueError(f"a game that ends by {self.ending} has a winner")


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game somebody is playing, in a list to choose from.

    `moves` is how many have been made; exactly one of `opponent_name` and `computer` is set.
    """

    id: int
    game: str
    moves: int
    opponent_name: str | None
    computer: str | None
