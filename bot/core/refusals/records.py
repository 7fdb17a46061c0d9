"""Refusals about finished games, files, positions, puzzles and settings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from bot.core.refusals.base import Refusal
from engine import EngineError

if TYPE_CHECKING:
    from bot.core.people import Place

Lack = Literal["game", "board", "start", "result"]
"""Missing feature of a format: the kind of game, its board, its start position, or an unknown result."""

Fault = Literal["text", "game", "board", "start", "move", "turn", "pass"]
"""The fault of a game in a file: its syntax, kind, board, start, a move, its side, or an unforced pass."""


@dataclass(eq=False)
class CannotHold(Refusal):
    """The format cannot hold the game."""

    file_format: str
    lack: Lack


@dataclass(eq=False)
class UnreadableGame(Refusal):
    """The game with this number in a file cannot be read because of the part `typed`.

    `line` is its line in a text with one game per line, `at_move` the number of the faulty move. All numbers
    begin with 1; None if they do not apply.
    """

    file_format: str
    number: int
    fault: Fault
    typed: str
    line: int | None = None
    at_move: int | None = None


class NothingToExport(Refusal):
    """The user has no game that the format can hold."""


class ImportGone(Refusal):
    """The imported games have expired or belong to another user."""


class NoGamesInFile(Refusal):
    """The file has no games."""


class StillBusy(Refusal):
    """Heavy work of the user is in progress."""


class TakesTooLong(Refusal):
    """The work was ended at its deadline, or too much of others waits."""


@dataclass(eq=False)
class FileTooLarge(Refusal):
    """The file has more than `most` bytes."""

    most: int


@dataclass(eq=False)
class TooManyGamesInFile(Refusal):
    """The file has more than `most` games."""

    most: int


Foreign = Literal["archive", "picture", "document", "page", "players", "tournaments", "unknown"]
"""Recognised kinds of text or file without games."""


@dataclass(eq=False)
class SeemsForeign(Refusal):
    """The text or file has no readable games; `seems` is its likely kind."""

    seems: Foreign


@dataclass(eq=False)
class DamagedFile(Refusal):
    """The file has `found` bytes instead of the `expected` ones of its header."""

    file_format: str
    games: int
    expected: int
    found: int


class NoPlayersInFile(Refusal):
    """The file of players is not one."""


class SeveralFilesOfGames(Refusal):
    """Several files of games were attached; one is read at a time."""


class NothingToReplay(Refusal):
    """The game has no moves."""


class Restarting(Refusal):
    """The bot is stopping and starts nothing new."""


class AlreadyPosted(Refusal):
    """The animation is already posted or being sent."""


class NoFinishedGame(Refusal):
    """The user has not finished a game yet."""


class NothingToReview(Refusal):
    """The game has no moves."""


@dataclass(eq=False)
class ReviewUnderWay(Refusal):
    """A review of the game is in progress, shown in `message_id` if that was sent."""

    place: Place
    message_id: int | None


class NoReview(Refusal):
    """The game has no review."""


@dataclass(eq=False)
class NotYourReview(Refusal):
    """The user neither requested this review nor moderates the channel."""

    player_id: int


class ReviewOver(Refusal):
    """The review has ended."""


@dataclass(eq=False)
class ImpossiblePosition(Refusal):
    """The position is impossible; `reason` is the engine's."""

    reason: EngineError


@dataclass(eq=False)
class NoBoardOfSize(Refusal):
    """No board has this number of squares."""

    squares: int


class NoSideToMove(Refusal):
    """The side to move is missing."""


@dataclass(eq=False)
class OtherKindOfGame(Refusal):
    """The typed text is a game of `title`, not of the chosen `wanted`."""

    title: str
    wanted: str


@dataclass(eq=False)
class SeveralGames(Refusal):
    """The text has `number` games instead of one position."""

    number: int


@dataclass(eq=False)
class PositionInPlay(Refusal):
    """The position is in or close to a game in progress, in which the computer must not help."""

    number: int


class OwnPositionInPlay(PositionInPlay):
    """The game is the person's own, and they may ask for help in it openly."""


class PositionVotedOn(PositionInPlay):
    """Teams vote for the moves of the game, and the person may be one of them."""


class NoPositionHere(Refusal):
    """The channel has no game to analyse."""


class PositionOver(Refusal):
    """The game is over in this position."""


class AnalysisOver(Refusal):
    """The analysis has already ended."""


@dataclass(eq=False)
class NoPuzzles(Refusal):
    """The game has no puzzles."""

    title: str


@dataclass(eq=False)
class NoPuzzlesLeft(Refusal):
    """The user has seen all matching puzzles of this game."""

    title: str


class PuzzleGone(Refusal):
    """The puzzle no longer exists."""


class PuzzleGoesOn(Refusal):
    """The user has not finished the puzzle, so its solution is not shown."""


class PuzzleNotTried(Refusal):
    """The user has not tried the puzzle, so others' results are not shown."""


class NoMistakes(Refusal):
    """The user has no unsolved puzzles from mistakes."""


@dataclass(eq=False)
class NoMistakesYet(Refusal):
    """The user's puzzles from mistakes are due later, the first one at `due_at`."""

    due_at: datetime


@dataclass(eq=False)
class NoRunPuzzles(Refusal):
    """The user has seen all puzzles of this game too recently to begin a run."""

    title: str


class RunGone(Refusal):
    """The run of puzzles no longer exists."""


class NotYourRun(Refusal):
    """The run of puzzles is another user's."""


class NotYourMistake(Refusal):
    """The puzzle is from another user's game."""


class NotServerManager(Refusal):
    """The user does not manage the server (any more)."""


class SettingGone(Refusal):
    """The setting or its chosen value no longer exists."""


@dataclass(eq=False)
class GamesElsewhere(Refusal):
    """On this server, games may only be started in these channels."""

    channels: tuple[int, ...]


@dataclass(eq=False)
class MatchesRestricted(Refusal):
    """On this server, only moderators and members with the role can let computers play each other."""

    role_id: int | None
