"""A game as files have it, and the one way in which its moves are read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from bot.catalog import GAMES, GameKind
from bot.refusals import UnreadableGame
from data import Ending
from engine import EngineError, IllegalMove, Position
from engine.search.position import PASS

MOST_NAME = 100
"""Characters in a player's name."""

MOST_SHOWN = 40
"""Characters of a faulty part that are told."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: `game` and `options` name its board as in storage, and `moves` has the passes, too.

    `ending` is None while it goes on, or where nothing is known of its end; `winner` is a side or None.
    """

    game: str
    options: str
    moves: tuple[str, ...]
    names: tuple[str, str] = ("", "")
    played_on: date | None = None
    winner: int | None = None
    ending: Ending | None = None

    @property
    def kind(self) -> GameKind:
        """The game that was played."""
        return GAMES[self.game]

    def position(self) -> Position:
        """Where its moves lead."""
        position = self.kind.start(self.options)
        for move in self.moves:
            position = position.play(move)
        return position


@dataclass(frozen=True, slots=True)
class Source:
    """Where a game is read: the format, and its number in the file, from 1."""

    file_format: str
    number: int

    def text(self, part: str) -> UnreadableGame:
        """It is not written as the format has it."""
        return UnreadableGame(self.file_format, self.number, "text", _shown(part))

    def board(self, part: str) -> UnreadableGame:
        """Nobody can play on that board here."""
        return UnreadableGame(self.file_format, self.number, "board", _shown(part))

    def start(self, part: str) -> UnreadableGame:
        """It begins from another position than games do on this board."""
        return UnreadableGame(self.file_format, self.number, "start", _shown(part))

    def move(self, part: str) -> UnreadableGame:
        """The rules do not allow a move."""
        return UnreadableGame(self.file_format, self.number, "move", _shown(part))

    def options(self, kind: GameKind, typed: str) -> str:
        """The board with this name, as it is stored."""
        try:
            return kind.read_options(typed)
        except EngineError as error:
            raise self.board(typed) from error

    def record(
        self,
        kind: GameKind,
        options: str,
        moves: Iterable[str],
        *,
        names: tuple[str, str] = ("", ""),
        played_on: date | None = None,
        winner: int | None = None,
        ending: Ending | None = None,
    ) -> GameRecord:
        """The game with these moves, with or without passes; the board knows the result better than files."""
        played: list[str] = []
        position = kind.start(options)
        for move in moves:
            if move == PASS:
                continue  # Those that are forced are put where they belong.
            try:
                position = position.play(move)
            except IllegalMove as error:
                raise self.move(move) from error
            played.append(move)
            if position.legal_moves() == (PASS,):
                position = position.play(PASS)
                played.append(PASS)
        result = position.result()
        if result is not None:
            winner, ending = result.winner, Ending.PLAYED
        elif ending is Ending.PLAYED or (ending in (Ending.RESIGNED, Ending.TIME)) != (winner is not None):
            winner, ending = None, None
        first, second = names
        shown = (readable_name(first), readable_name(second))
        return GameRecord(kind.key, options, tuple(played), shown, played_on, winner, ending)


def readable_name(name: str) -> str:
    """A name in one line of printable characters, not too long."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    return line[:MOST_NAME].rstrip()


def from_usual_start(record: GameRecord) -> GameRecord:
    """The same game on the usual board, with the opening that was drawn for it among its moves."""
    drawn = record.kind.opening_moves(record.options)
    return replace(record, options="", moves=(*drawn, *record.moves)) if drawn else record


def _shown(part: str) -> str:
    return readable_name(part)[:MOST_SHOWN]
