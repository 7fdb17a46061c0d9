"""Connect 4 games as columns, from 1: `4455`, or `12x6:10-4-11` on wide grids; one game a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.catalog import GameKind
from bot.records.formats.lines import read_lines, write_lines
from bot.records.record import GameRecord, Source
from engine import connect4

NAME, SUFFIX, GAME = "columns", "txt", "connect4"

_BETWEEN = re.compile(r"[-,\s]+")
_WIDEST_BY_DIGITS = 9


def write(records: Sequence[GameRecord]) -> bytes:
    """One game a line."""
    return write_lines(NAME, GAME, records, _written)


def read(content: bytes) -> tuple[GameRecord, ...]:
    """Blanks, commas and hyphens between columns, and lines that begin with # are allowed."""
    return read_lines(NAME, GAME, content, _moves)


def _written(record: GameRecord) -> str:
    return ("-" if _is_wide(record.kind, record.options) else "").join(record.moves)


def _is_wide(kind: GameKind, options: str) -> bool:
    grid = kind.start(options)
    assert isinstance(grid, connect4.Position)
    return grid.columns > _WIDEST_BY_DIGITS


def _moves(source: Source, kind: GameKind, options: str, played: str) -> Iterator[str]:
    parts = _BETWEEN.split(played.strip())
    for move in parts if _is_wide(kind, options) else "".join(parts):
        if move and not (move.isascii() and move.isdigit()):
            raise source.text(move)
        if move:
            yield move
