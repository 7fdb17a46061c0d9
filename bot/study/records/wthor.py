"""Reversi games in WTHOR, the format of the French Othello federation's database.

A header of 16 bytes (date of writing, number of games, year, size of the board), then 68 bytes per game:
numbers of the tournament and both players, Black's discs at the end, the best possible, and 60 moves as row ×
10 + column, without passes. The players' names are in a separate file, `WTHOR.JOU`: the same header, and 20
bytes per name. The ending of an unfinished game is not stored; it counts as resigned, or as a draw at 32.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Literal

from bot.catalog import GAMES
from bot.study.records.line_texts import MAX_GAMES
from bot.study.records.record import GameRecord, Source, from_usual_start, result_by
from bot.study.records.refusals import CannotHold, DamagedFile, TooManyGamesInFile
from data.games.explorer import is_set_up
from data.games.records import Ending
from engine import reversi
from engine.search.position import PASS

NAME, GAME = "WTHOR", "reversi"

_HEADER = struct.Struct("<4BIHH4B")
_GAME = struct.Struct("<3H2B60s")
_PLAYER, _TOURNAMENT = 20, 26
"""Length of a name in the files of players and of tournaments, bytes."""
_USUAL_SIZES = (0, 8)
_HALF, _ALL = 32, 64


def is_games(content: bytes) -> bool:
    """Return whether a file begins like one of games, or has the length of its header."""
    if len(content) < _HEADER.size:
        return False
    _, _, month, day, games, names, _, size, solitaire, _, reserved = _HEADER.unpack_from(content)
    if not games:
        return len(content) == _HEADER.size and not names and _is_date(month, day)
    if len(content) == _size(games):
        return True
    known = size in (*_USUAL_SIZES, 10) and solitaire in (0, 1) and not names and not reserved
    return known and _is_date(month, day)


def lists(content: bytes) -> Literal["players", "tournaments"] | None:
    """Return the kind of names in a file of names alone."""
    if len(content) <= _HEADER.size:
        return None
    _, _, month, day, games, names, *_ = _HEADER.unpack_from(content)
    if not _is_date(month, day):
        return None
    length = len(content) - _HEADER.size
    for number in {names, games} - {0}:
        if length == number * _PLAYER:
            return "players"
        if length == number * _TOURNAMENT:
            return "tournaments"
    return None


def players_in(content: bytes) -> tuple[str, ...]:
    """Return the names in a file of players, by their numbers from 0."""
    starts = range(_HEADER.size, len(content), _PLAYER)
    return tuple(content[at : at + _PLAYER].partition(b"\0")[0].decode("latin-1").strip() for at in starts)


def _is_date(month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= 31


def _size(games: int) -> int:
    return _HEADER.size + _GAME.size * games


def require_whole(content: bytes) -> None:
    """Refuse a file whose length differs from its header."""
    games = int(_HEADER.unpack_from(content)[4])
    if len(content) != _size(games):
        raise DamagedFile(NAME, games, _size(games), len(content))


def part(content: bytes, first: int) -> tuple[bytes, int]:
    """Return a file with at most MAX_GAMES games from number `first` on, and the total number."""
    head = list(_HEADER.unpack_from(content))
    begin = _HEADER.size + _GAME.size * (first - 1)
    games = content[begin : begin + _GAME.size * MAX_GAMES]
    total, head[4] = head[4], len(games) // _GAME.size
    return _HEADER.pack(*head) + games, total


def joined(records: Sequence[GameRecord], games: Sequence[bytes]) -> bytes:
    latest = max((record.played_on for record in records if record.played_on), default=date(1, 1, 1))
    written_on = (*divmod(latest.year, 100), latest.month, latest.day)
    return b"".join([_HEADER.pack(*written_on, len(games), 0, latest.year, 8, 0, 0, 0), *games])


def read(content: bytes, players: Sequence[str] = ()) -> tuple[GameRecord, ...]:
    """Read all games of a file, with the names from `players_in`."""
    if not is_games(content):
        raise Source(NAME, 1).unreadable("text", content[: _HEADER.size].hex(" "))
    require_whole(content)
    *_, number, _, _, size, solitaire, _, _ = _HEADER.unpack_from(content)
    if number > MAX_GAMES:
        raise TooManyGamesInFile(MAX_GAMES)
    if size not in _USUAL_SIZES or solitaire:
        raise Source(NAME, 1).unreadable("board", str(size))
    return tuple(
        _read(Source(NAME, at), score, moves, (_named(players, black), _named(players, white)))
        for at, (_, black, white, score, _, moves) in enumerate(_GAME.iter_unpack(content[_HEADER.size :]), 1)
    )


def _named(players: Sequence[str], number: int) -> str:
    return players[number] if number < len(players) else ""


def written(record: GameRecord) -> bytes:
    if record.game != GAME:
        raise CannotHold(NAME, "game")
    if is_set_up(record.options):
        raise CannotHold(NAME, "start")
    record = from_usual_start(record)
    if record.options:
        raise CannotHold(NAME, "board")
    score = _score(record)
    moves = bytes(10 * int(move[1]) + ord(move[0]) - ord("a") + 1 for move in record.moves if move != PASS)
    return _GAME.pack(0, 0, 0, score, score, moves)


def _score(record: GameRecord) -> int:
    """Return Black's points at the end; after a resignation all belong to the winner."""
    position = record.positions()[-1]
    assert isinstance(position, reversi.Position)
    if position.result() is not None:
        return position.points()[0]
    if record.ending in (None, Ending.CALLED_OFF):
        raise CannotHold(NAME, "result")
    return _HALF if record.winner is None else 0 if record.winner else _ALL


def _read(source: Source, score: int, moves: bytes, names: tuple[str, str]) -> GameRecord:
    read = _moves(source, moves)
    return source.record(GAMES[GAME], "", read, names=names, result=result_by(score - _HALF))


def _moves(source: Source, moves: bytes) -> Iterator[str]:
    played = moves.rstrip(b"\0")
    for code in played:
        row, column = divmod(code, 10)
        if not (1 <= row <= 8 and 1 <= column <= 8):
            raise source.unreadable("text", str(code))
        yield reversi.square_name(8 * (row - 1) + column - 1)
