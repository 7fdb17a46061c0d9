"""A game as files have it, and the one way in which its moves are read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from bot.catalog import GAMES, GameKind
from bot.refusals import UnreadableGame
from bot.refusals.records import Fault
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
    """Where a game is read: the format, its number in the file, and its line in a text, both from 1."""

    file_format: str
    number: int
    line: int | None = None

    def text(self, part: str) -> UnreadableGame:
        """It is not written as the format has it."""
        return self._unreadable("text", part)

    def board(self, part: str) -> UnreadableGame:
        """Nobody can play on that board here."""
        return self._unreadable("board", part)

    def start(self, part: str) -> UnreadableGame:
        """It begins from a position that no game leads to."""
        return self._unreadable("start", part)

    def move(self, part: str, number: int | None = None) -> UnreadableGame:
        """The rules do not allow a move; `number` is which one of the game, from 1."""
        return self._unreadable("move", part, number)

    def _played(self, position: Position, move: str, number: int, played: list[str]) -> Position:
        """The position after a move, which is noted, and after the pass before it where one is forced."""
        try:
            after = position.play(move)
        except IllegalMove as error:
            # Seldom: whether a side has to pass takes as long to find out as a move.
            try:
                after = _with_pass(position, played).play(move)
            except IllegalMove:
                raise self.move(move, number) from error
        played.append(move)
        return after

    def _unreadable(self, fault: Fault, part: str, move: int | None = None) -> UnreadableGame:
        return UnreadableGame(self.file_format, self.number, fault, _shown(part), self.line, move)

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
        # Passes that are forced are put where they belong.
        for number, move in enumerate((move for move in moves if move != PASS), start=1):
            position = self._played(position, move, number, played)
        position = _with_pass(position, played)
        result = position.result()
        if result is not None:
            winner, ending = result.winner, Ending.PLAYED
        elif ending is Ending.PLAYED or (ending in (Ending.RESIGNED, Ending.TIME)) != (winner is not None):
            winner, ending = None, None
        first, second = names
        shown = (readable_name(first), readable_name(second))
        return GameRecord(kind.key, options, tuple(played), shown, played_on, winner, ending)


def _with_pass(position: Position, played: list[str]) -> Position:
    """The position after the pass that it forces, if it does, which is noted."""
    if position.legal_moves() != (PASS,):
        return position
    played.append(PASS)
    return position.play(PASS)


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
