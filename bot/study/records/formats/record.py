"""A game in a file, and the checks of its moves when it is read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from bot.catalog import GAMES, GameKind
from bot.core.fields import Frozen
from bot.core.heavy import require_time
from bot.study.records.formats.refusals import Fault, UnreadableGame
from data.games.records import Ending
from data.tables.schema import Untrusted
from engine import EngineError, IllegalMove, Position
from engine.search.position import PASS

MAX_NAME = 100
"""Maximum length of a player's name, characters."""

MAX_SHOWN = 40
"""Maximum length of a faulty part in an answer, characters."""

_DATE = re.compile(r"([0-9]{4})[.-]([0-9]{1,2})[.-]([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: `game` and `options` name its board as in storage; `moves` includes passes.

    `ending` is None if the game is in progress or its end unknown; `winner` is a side or None.
    """

    game: str
    options: str
    moves: tuple[str, ...]
    names: tuple[str, str] = ("", "")
    played_on: date | None = None
    winner: int | None = None
    ending: Ending | None = None
    value: str = ""
    """Value of the last position as written in the text, for example in test sets."""

    @property
    def kind(self) -> GameKind:
        return GAMES[self.game]

    def position(self) -> Position:
        position = self.kind.start(self.options)
        for move in self.moves:
            position = position.play(move)
        return position


class ColouredMove(NamedTuple):
    move: str
    side: int


class Source(Frozen):
    """Place of a game being read: format, number in the file, line in a text; both count from 1."""

    file_format: str
    number: int
    line: int | None = None

    def text(self, part: str) -> UnreadableGame:
        """Return the error for a part that breaks the format."""
        return self._unreadable("text", part)

    def game(self, part: str) -> UnreadableGame:
        """Return the error for an unknown game."""
        return self._unreadable("game", part)

    def board(self, part: str) -> UnreadableGame:
        """Return the error for an unknown board."""
        return self._unreadable("board", part)

    def start(self, part: str) -> UnreadableGame:
        """Return the error for an impossible start position."""
        return self._unreadable("start", part)

    def move(self, part: str, number: int | None = None) -> UnreadableGame:
        """Return the error for an illegal move; `number` counts from 1."""
        return self._unreadable("move", part, number)

    def _played(
        self, position: Position, read: str | ColouredMove, number: int, played: list[str]
    ) -> Position:
        """Play a move, and a forced pass before it; append both to `played`."""
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
            # Rare, so the costly test for a forced pass comes last.
            try:
                after = _with_pass(position, played).play(move)
            except IllegalMove:
                raise self.move(move, number) from error
        played.append(move)
        return after

    def _passed(self, position: Position, side: int | None, number: int, played: list[str]) -> Position:
        """Play a written pass; after the end of a game it changes nothing."""
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
        """Return the stored options of the board with this name."""
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
        """Return the game with these moves; forced passes may be missing, a full game decides its result.

        Refuses an illegal move or pass, with its number; passes are not counted.
        """
        require_time()
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
    """Play a pass if it is forced, and append it to `played`."""
    if position.legal_moves() != (PASS,):
        return position
    played.append(PASS)
    return position.play(PASS)


def readable_name(name: str) -> str:
    """Return a name as one line of at most MAX_NAME printable characters."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    return line[:MAX_NAME].rstrip()


def day_of(text: str) -> date | None:
    """Return the day at the beginning of a text such as `2026.03.01_13:24`, if any."""
    found = _DATE.match(text.strip())
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def from_usual_start(record: GameRecord) -> GameRecord:
    """Move a randomly chosen opening from the options to the moves."""
    drawn = record.kind.opening_moves(record.options)
    return replace(record, options="", moves=(*drawn, *record.moves)) if drawn else record


def _shown(part: str) -> str:
    return readable_name(part)[:MAX_SHOWN]
