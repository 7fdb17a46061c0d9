"""Games and their parts as storage takes and returns them, and their errors.

All values are immutable. Times are aware datetimes in UTC, durations are seconds, ids of people, servers,
channels and messages are Discord's. Side 0 moves first (black in Reversi), side 1 second.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from data.db.rows import column
from data.tables.schema import require_storable

if TYPE_CHECKING:
    from datetime import datetime

    from data.games.time_control import GameClock, TimeControl

SideChoice = Literal["first", "second", "random"]
"""The challenger's choice: to move first, to move second, or either at random."""

ClosedAs = Literal["declined", "withdrawn", "expired"]
"""Reason why an offer was closed without a game."""

EventKind = Literal["tournament", "simul"]
"""A kind of event that games belong to."""

Verdict = Literal["win", "draw", "loss", "called off"]
"""Verdict on a finished game for one of its players."""


class GameState(StrEnum):
    """State of a game. CLOSED is an offer that was declined, was withdrawn or has expired."""

    OFFERED = "offered"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class Ending(StrEnum):
    """The way a finished game ended.

    DRAWN was agreed by both people; CALLED_OFF was cancelled soon after the start, without a winner or
    ratings.
    """

    PLAYED = "played"
    RESIGNED = "resigned"
    TIME = "time"  # the loser ran out of it
    DRAWN = "drawn"
    CALLED_OFF = "called off"


class WhyUnrated(StrEnum):
    """Reason why a game is unrated; three are what a player did during the game."""

    BOARD = "board"  # not the usual one
    OPPONENT = "opponent"  # a computer player without a rating
    SERVER = "server"  # the server has no rated games
    OFTEN = "often"  # these two have had their rated games of the day
    TAKEN_BACK = "taken back"
    THINKING = "thinking"  # the computer's thinking was shown
    HANDED_OVER = "handed over"
    SIMUL = "simul"  # it belongs to a simultaneous exhibition


@dataclass(frozen=True, slots=True)
class Unrated:
    """The reason why a game is unrated, the side that caused it (None: neither, or unknown), and whether it
    was rated as that side's loss at that moment."""

    why: WhyUnrated
    by: int | None = None
    lost: bool = False

    def __post_init__(self) -> None:
        if self.lost and self.by is None:
            raise ValueError("a game is lost by one of its sides")


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of a game: a person, a computer player (a level's name or its text), or open.

    The seats of an imported game are open, and `name` is the player's or side's name in the file.
    """

    player_id: int | None = None
    computer: str | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.player_id is not None and self.computer is not None:
            raise ValueError("a seat holds a person or a computer player, not both")

    @property
    def is_open(self) -> bool:
        """True if neither a person nor a computer player sits here."""
        return self.player_id is None and self.computer is None


@dataclass(frozen=True, slots=True)
class EventRef:
    """The tournament or simultaneous exhibition that a game belongs to; its data may be deleted by now."""

    kind: EventKind
    id: int


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to be stored: an offer (OFFERED) or one that starts at once (PLAYING, both seats filled).

    `options` is the game's own text for board size and rules, "" for the usual ones. `opponent_id` is the
    person challenged (None: an open offer, or a game against a computer player). `rematch_of` is the
    game before. `time` limits both sides (None: no limit). `by_clicks` is true where the bot is
    not a member, so it can only answer clicks. `turn` is the side that moves first. `shares` multiply the
    minutes with which each side begins a live game. `event` is what the game belongs to, if to any.
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
    shares: tuple[int, int] = (1, 1)
    event: EventRef | None = None

    def __post_init__(self) -> None:
        if self.state not in (GameState.OFFERED, GameState.PLAYING):
            raise ValueError(f"a new game is offered or playing, not {self.state}")
        if self.state is GameState.PLAYING and any(seat.is_open for seat in self.seats):
            raise ValueError("a game that starts at once needs both seats filled")
        for seat in self.seats:
            require_storable(seat.computer)

    @property
    def is_computer_match(self) -> bool:
        return all(seat.computer is not None for seat in self.seats)


class QuestionKind(StrEnum):
    """Kinds of questions from one player to the other."""

    TAKE_BACK = "take back"
    DRAW = "draw"
    SWAP = "swap"  # the colours
    ADJOURN = "adjourn"
    HAND_OVER = "hand over"  # the asker's side to a computer player
    THINKING = "thinking"  # to see the computer's


@dataclass(frozen=True, slots=True)
class Question:
    """A question by the person on `side`, open while the game stays at `ply`.

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
    """The last question of one kind by the person on a side.

    `here`: it was asked in the present position; `sent`: its message reached the channel. `refusals` counts
    the refused questions of this kind, the last one at `refused_ply`.
    """

    question_id: int
    here: bool
    sent: bool
    refusals: int
    refused_ply: int


@dataclass(frozen=True, slots=True)
class Game:
    """A stored game. The position follows from `moves`, from the start that `game` and `options` name.

    `version` grows by one with every change, and a change names the version it is based on. `message_id`
    shows the game in `channel_id`. `seconds` is each side's thinking time, and `given_away` the points that
    computer players lost by moves on each side; neither includes moves taken back. `winner` is a side or
    None; `score`, and `proved` for each move, are from the first player's point of view. `thoughts` is what
    the computer player's search for each move found, as text. `moved_at` is when the side to move got the
    turn. `rematch` is the id of the rematch. `paused_at` is set while a match is paused, `adjourned_at`
    while the game is put aside. `delegates` are the texts of computer players that play for the people in the
    seats. `asked` is true once a player has seen the computer's thinking. `unrated` is None for a rated game,
    or if no reason was noted. `clock` is None without a time limit. `question` is the last question, unless
    closed. `by_clicks` is true where the bot is not a member. `conditional_from` is the ply from which the
    last moves were conditional ones. `turn` is the side to move. `event` is what the game belongs to, if to
    any.
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
    event: EventRef | None = None
    thoughts: tuple[str | None, ...] = ()

    @property
    def in_simul(self) -> bool:
        """True if it is a board of a simultaneous exhibition."""
        return self.event is not None and self.event.kind == "simul"

    @property
    def open_question(self) -> Question | None:
        """The question that can still be answered: one asked at the present ply."""
        asked = self.question
        open_ = asked is not None and self.state is GameState.PLAYING and asked.ply == self.ply
        return asked if open_ else None

    @property
    def imported(self) -> bool:
        """True if it comes from a file, imported by `challenger_id`."""
        return self.state is GameState.FINISHED and all(seat.is_open for seat in self.seats)

    @property
    def ply(self) -> int:
        """The number of moves made; a pass is a move."""
        return len(self.moves)


def require_state(game: Game, state: GameState) -> None:
    if game.state is not state:
        raise ValueError(f"game {game.id} is {game.state}, not {state}")


@dataclass(frozen=True, slots=True)
class NewMove:
    """A move to be stored: its text, side and time in seconds.

    For a computer player's move also: the final score its search proved, from the first player's point of
    view, the points it lost by the move, and what the search found, as text.
    """

    move: str
    by: int = field(metadata=column("seat"))
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
            raise ValueError(f"a move loses a finite, non-negative number of points, not {self.given_away}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game: the winner's side (None: a draw, or called off), the first player's score (None
    without one, as after a resignation), and how it ended."""

    winner: int | None
    score: int | None
    ending: Ending

    def __post_init__(self) -> None:
        if self.winner not in (None, 0, 1):
            raise ValueError(f"the winner is side 0, side 1 or None, not {self.winner}")
        if self.ending in (Ending.CALLED_OFF, Ending.DRAWN) and self.winner is not None:
            raise ValueError("a game that was called off, or agreed to be a draw, has no winner")
        if self.ending in (Ending.RESIGNED, Ending.TIME) and self.winner is None:
            raise ValueError(f"a game that ends by {self.ending} has a winner")


class GameNotFound(LookupError):  # noqa: N818 - named for the state
    def __init__(self, game_id: int) -> None:
        super().__init__(f"there is no game {game_id}")
        self.game_id = game_id


class ComputerMatchThere(Exception):  # noqa: N818 - named for the state
    """The channel already has a match: `game`."""

    def __init__(self, game: Game) -> None:
        super().__init__(f"game {game.id} is in progress in channel {game.channel_id}")
        self.game = game


class GameChanged(Exception):  # noqa: N818 - another change was faster, not an error
    """The game has changed since the caller read it; nothing was stored.

    `game` is its present state; for a second rematch, the rematch that already exists.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(f"game {game.id} is {game.state} at ply {game.ply}")
        self.game = game


class QuestionThere(Exception):  # noqa: N818 - named for the state
    """A question of the other player is still open: `question`."""

    def __init__(self, question: Question) -> None:
        super().__init__(f"question {question.id} is still open")
        self.question = question


class QuestionGone(LookupError):  # noqa: N818 - named for the state
    """The question to be answered is no longer open; nothing was stored."""

    def __init__(self, question_id: int) -> None:
        super().__init__(f"question {question_id} is not open")
