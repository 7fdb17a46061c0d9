"""A game in a file, and the checks of its moves when it is read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple, TypeAlias

from bot.catalog import GAMES, GameKind, positions_along
from bot.catalog.kind import options_from
from bot.core.fields import Frozen
from bot.core.heavy import require_time
from bot.study.records.refusals import Fault, UnreadableGame
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

    def positions(self) -> list[Position]:
        """Return the positions before each move, and the last one."""
        return positions_along(self.kind.start(self.options), self.moves)


class ColouredMove(NamedTuple):
    move: str
    side: int


Result: TypeAlias = tuple[int | None, Ending | None]
"""The winner and the ending as a file has them, see `GameRecord`."""


def result_by(lead: float) -> Result:
    """Return the result of an unfinished game by the first side's lead in points; its ending is unknown."""
    return (int(lead < 0), Ending.RESIGNED) if lead else (None, Ending.DRAWN)


class Source(Frozen):
    """Place of a game being read: format, number in the file, line in a text; both count from 1."""

    file_format: str
    number: int
    line: int | None = None

    def unreadable(self, fault: Fault, part: str, move: int | None = None) -> UnreadableGame:
        """Return the error for a faulty part of the text; the number of a `move` counts from 1."""
        shown = readable_name(part)[:MAX_SHOWN]
        return UnreadableGame(self.file_format, self.number, fault, shown, self.line, move)

    def _played(
        self, position: Position, move: str, side: int | None, number: int, played: list[str]
    ) -> Position:
        """Play a move, and a forced pass before it; append both to `played`."""
        if side not in (None, position.turn):
            before = _with_pass(position, played)
            if side != before.turn:
                raise self.unreadable("turn", move, number)
            position = before
        try:
            after = position.play(move)
        except IllegalMove as error:
            # Rare, so the costly test for a forced pass comes last.
            try:
                after = _with_pass(position, played).play(move)
            except IllegalMove:
                raise self.unreadable("move", move, number) from error
        played.append(move)
        return after

    def _passed(self, position: Position, side: int | None, number: int, played: list[str]) -> Position:
        """Play a written pass; after the end of a game it changes nothing."""
        if position.result() is not None:
            return position
        if position.legal_moves() != (PASS,):
            raise self.unreadable("pass", PASS, number)
        if side not in (None, position.turn):
            raise self.unreadable("turn", PASS, number)
        return _with_pass(position, played)

    def options(self, kind: GameKind, typed: str) -> str:
        """Return the stored options of the board with this name."""
        try:
            return kind.read_options(typed)
        except EngineError as error:
            raise self.unreadable("board", typed) from error

    def start(self, kind: GameKind, board: str, squares: str, written: str) -> str:
        """Return the options of a board set up with squares, which the file has as `written`."""
        try:
            return options_from(kind, kind.set_up(board, squares))
        except EngineError as error:
            raise self.unreadable("start", written) from error

    def record(
        self,
        kind: GameKind,
        options: str,
        moves: Iterable[str | ColouredMove],
        *,
        names: tuple[str, str] = ("", ""),
        played_on: date | None = None,
        result: Result = (None, None),
        value: str = "",
    ) -> GameRecord:
        """Return the game with these moves; forced passes may be missing, a full game decides its result.

        Refuses an illegal move or pass, with its number; passes are not counted.
        """
        require_time()
        played: list[str] = []
        position = kind.start(options)
        number = 1
        for read in moves:
            move, side = (read, None) if isinstance(read, str) else read
            if move == PASS:
                position = self._passed(position, side, number, played)
            else:
                position = self._played(position, move, side, number, played)
                number += 1
        over = _with_pass(position, played).result()
        winner, ending = result
        if over is not None:
            winner, ending = over.winner, Ending.PLAYED
        elif ending is Ending.PLAYED or (ending in (Ending.RESIGNED, Ending.TIME)) != (winner is not None):
            winner, ending = None, None
        first, second, said = (Untrusted(readable_name(text)) for text in (*names, value))
        return GameRecord(kind.key, options, tuple(played), (first, second), played_on, winner, ending, said)


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
    match = _DATE.match(text.strip())
    try:
        return date(*map(int, match.groups())) if match else None
    except ValueError:
        return None


def from_usual_start(record: GameRecord) -> GameRecord:
    """Move a randomly chosen opening from the options to the moves."""
    drawn = record.kind.opening_moves(record.options)
    return replace(record, options="", moves=(*drawn, *record.moves)) if drawn else record
