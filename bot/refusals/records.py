"""Why games are not written to a file, or not read from one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.refusals.base import Refusal

Lack = Literal["game", "board", "start", "result"]
"""What a format has no place for: a game's kind, its board, a position it begins from, or a game without a
result."""

Fault = Literal["text", "game", "board", "start", "move", "turn", "pass"]
"""What is wrong with a game in a file: how it is written, its kind, its board, where it begins, a move, the
side that makes it, or a pass that is not forced."""


@dataclass(eq=False)
class CannotHold(Refusal):
    """The format has no place for the game."""

    file_format: str
    lack: Lack


@dataclass(eq=False)
class UnreadableGame(Refusal):
    """The game with this number in a file, from 1, cannot be read; `typed` is the part that is at fault.

    `line` is its line in a text with one game a line, and `at_move` the number of the move at fault, both
    from 1 and None where there is no such thing.
    """

    file_format: str
    number: int
    fault: Fault
    typed: str
    line: int | None = None
    at_move: int | None = None


class NothingToExport(Refusal):
    """The person has no game that the format can hold."""


class ImportGone(Refusal):
    """The games that somebody has imported are not kept any more, or are somebody else's."""


class NoGamesInFile(Refusal):
    """There is nothing to read."""


@dataclass(eq=False)
class FileTooLarge(Refusal):
    """A file that is read has at most `most` bytes."""

    most: int


@dataclass(eq=False)
class TooManyGamesInFile(Refusal):
    """A file that is read has at most `most` games."""

    most: int


Foreign = Literal["archive", "picture", "document", "page", "players", "tournaments", "unknown"]
"""What a text or file can be that has no games."""


@dataclass(eq=False)
class SeemsForeign(Refusal):
    """A text or file has no games in a format that is read; `seems` is what it looks like."""

    seems: Foreign


@dataclass(eq=False)
class DamagedFile(Refusal):
    """A file has not the size that its own header implies: `found` bytes instead of `expected`."""

    file_format: str
    games: int
    expected: int
    found: int


class NoPlayersInFile(Refusal):
    """The file that should name the players is none that does."""


class SeveralFilesOfGames(Refusal):
    """Games are read from one file at a time."""
