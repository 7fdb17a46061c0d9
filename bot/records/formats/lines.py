"""Texts with one game a line: its moves, after the board where it is not the usual one, as in `6x6:c2d2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.catalog import GAMES, GameKind
from bot.records.record import GameRecord, Source, from_usual_start
from bot.refusals import CannotHold, TooManyGamesInFile
from data import is_set_up

MOST_GAMES = 2000
"""A file that is read has no more games."""

COMMENT = "#"

_BOARD = re.compile(
    r"\s*(?!(?:[a-j]\s*[0-9]+\s*)+:|(?!(?:6|8|10)\s*:)[0-9\s,-]+:)([^:\n]{1,16}):", re.IGNORECASE
)
"""The board before the moves of a line. Moves before a colon have a value behind it."""


class Line(NamedTuple):
    """What a line says: the moves of a game, and what its last position is worth, if it tells that."""

    moves: Sequence[str]
    value: str = ""


def board_and_moves(line: str) -> tuple[str | None, str]:
    """The board that a line names, if it does, and what follows it."""
    found = _BOARD.match(line)
    return (None, line) if found is None else (found[1].strip(), line[found.end() :])


def decoded(content: bytes) -> str:
    """The text of a file, in UTF-8 or, as many old ones are, in Latin-1."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def write_lines(
    name: str, game: str, records: Sequence[GameRecord], moves: Callable[[GameRecord], str]
) -> bytes:
    """The games as a text, with their moves as `moves` has them."""
    lines = []
    for record in records:
        if record.game != game:
            raise CannotHold(name, "game")
        if is_set_up(record.options):
            raise CannotHold(name, "start")
        written = from_usual_start(record)
        lines.append(f"{written.options}:{moves(written)}" if written.options else moves(written))
    return "".join(f"{line}\n" for line in lines).encode()


def read_lines(
    name: str, game: str, content: bytes, read_line: Callable[[Source, GameKind, str, str], Line]
) -> tuple[GameRecord, ...]:
    """The games of a text, a line each, of which `read_line` reads what follows the board."""
    kind = GAMES[game]
    found: list[GameRecord] = []
    for at, line in enumerate(decoded(content).splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith(COMMENT):
            continue
        if len(found) == MOST_GAMES:
            raise TooManyGamesInFile(MOST_GAMES)
        source = Source(name, len(found) + 1, at)
        board, played = board_and_moves(line)
        options = "" if board is None else source.options(kind, board)
        read = read_line(source, kind, options, played)
        found.append(source.record(kind, options, read.moves, value=read.value))
    return tuple(found)
