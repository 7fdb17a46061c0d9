"""A game as files have it, and the one way in which its moves are read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from bot.catalog import GAMES, GameKind
from bot.refusals import UnreadableGame
from bot.refusals.records import Fault
from data import Ending, Untrusted
from engine import EngineError, IllegalMove, Position
from engine.search.position import PASS

MOST_NAME = 100
"""Characters in a player's name."""

MOST_SHOWN = 40
"""Characters of a faulty part that are told."""

_DATE = re.compile(r"([0-9]{4})[.-]([0-9]{1,2})[.-]([0-9]{1,2})")


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
    value: str = ""
    """What the text says its last position is worth, as it was written; test sets have it."""

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


class ColouredMove(NamedTuple):
    """A move in a format that also says which side made it."""

    move: str
    side: int


@dataclass(frozen=True, slots=True)
class Source:
    """Where a game is read: the format, its number in the file, and its line in a text, both from 1."""

    file_format: str
    number: int
    line: int | None = None

    def text(self, part: str) -> UnreadableGame:
        """It is not written as the format has it."""
        return self._unreadable("text", part)

    def game(self, part: str) -> UnreadableGame:
        """It is of a game that is not played here."""
        return self._unreadable("game", part)

    def board(self, part: str) -> UnreadableGame:
        """Nobody can play on that board here."""
        return self._unreadable("board", part)

    def start(self, part: str) -> UnreadableGame:
        """It begins from a position that no game leads to."""
        return self._unreadable("start", part)

    def move(self, part: str, number: int | None = None) -> UnreadableGame:
        """The rules do not allow a move; `number` is which one of the game, from 1."""
        return self._unreadable("move", part, number)

    def _played(
        self, position: Position, read: str | ColouredMove, number: int, played: list[str]
    ) -> Position:
        """The position after a move, which is noted, and after the pass before it where one is forced."""
        move, side = (read, None) if isinstance(read, str) else read
        if move == PASS:
            return self._passed(position, side, number, played)
        if side not in (None, position.turn):
            before = _with_pass(position, played)
            if side != before.turn:
                raise self._unreadable("turn", move, number)
            position = before
        try:
            after = position.play(move)
        except IllegalMove as error:
            # Rare: finding out whether a side must pass takes as long as a move.
            try:
                after = _with_pass(position, played).play(move)
            except IllegalMove:
                raise self.move(move, number) from error
        played.append(move)
        return after

    def _passed(self, position: Position, side: int | None, number: int, played: list[str]) -> Position:
        """The position after a pass that is written down. After the end of a game it changes nothing."""
        if position.result() is not None:
            return position
        if position.legal_moves() != (PASS,):
            raise self._unreadable("pass", PASS, number)
        if side not in (None, position.turn):
            raise self._unreadable("turn", PASS, number)
        return _with_pass(position, played)

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
        moves: Iterable[str | ColouredMove],
        *,
        names: tuple[str, str] = ("", ""),
        played_on: date | None = None,
        winner: int | None = None,
        ending: Ending | None = None,
        value: str = "",
    ) -> GameRecord:
        """The game with these moves, with or without its forced passes; its result follows from the board.

        Refuses a move or a pass that the rules do not allow, with its number; passes have none of their own.
        """
        played: list[str] = []
        position = kind.start(options)
        number = 0
        for move in moves:
            if (move if isinstance(move, str) else move.move) != PASS:
                number += 1
                position = self._played(position, move, number, played)
            else:
                position = self._played(position, move, number + 1, played)
        position = _with_pass(position, played)
        result = position.result()
        if result is not None:
            winner, ending = result.winner, Ending.PLAYED
        elif ending is Ending.PLAYED or (ending in (Ending.RESIGNED, Ending.TIME)) != (winner is not None):
            winner, ending = None, None
        first, second = names
        shown = (Untrusted(readable_name(first)), Untrusted(readable_name(second)))
        said = Untrusted(readable_name(value))
        return GameRecord(kind.key, options, tuple(played), shown, played_on, winner, ending, said)


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


def day_of(text: str) -> date | None:
    """The day with which a text such as `2026.03.01_13:24` begins, if it begins with one."""
    found = _DATE.match(text.strip())
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def from_usual_start(record: GameRecord) -> GameRecord:
    """The same game on the usual board, with the opening that was drawn for it among its moves."""
    drawn = record.kind.opening_moves(record.options)
    return replace(record, options="", moves=(*drawn, *record.moves)) if drawn else record


def _shown(part: str) -> str:
    return readable_name(part)[:MOST_SHOWN]
