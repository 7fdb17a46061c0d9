"""Texts with one game a line: its moves, after the board where it is not the usual one, as in `6x6:c2d2`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.catalog import GAMES, GameKind
from bot.records.record import GameRecord, Source, from_usual_start
from bot.refusals import CannotHold, TooManyGamesInFile
from data import is_set_up

MOST_GAMES = 2000
"""A file that is read has no more games."""

COMMENT = "#"


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
    name: str, game: str, content: bytes, moves: Callable[[Source, GameKind, str, str], Iterator[str]]
) -> tuple[GameRecord, ...]:
    """The games of a text, with their moves as `moves` finds them, by the options of the board, in a line."""
    kind = GAMES[game]
    found: list[GameRecord] = []
    for at, line in enumerate(decoded(content).splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith(COMMENT):
            continue
        if len(found) == MOST_GAMES:
            raise TooManyGamesInFile(MOST_GAMES)
        source = Source(name, len(found) + 1, at)
        board, colon, played = line.rpartition(":")
        options = source.options(kind, board) if colon else ""
        found.append(source.record(kind, options, moves(source, kind, options, played)))
    return tuple(found)
