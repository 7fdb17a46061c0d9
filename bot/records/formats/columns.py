"""Connect 4 games as columns, from 1: `4455`, or `12x6:10-4-11` on wide grids; one game a line.

Columns may be apart (`4 4 5 5`, `4,4,5,5`, `4-4-5-5`) or in groups of one length (`44 55 1`). The value of
the position may follow, as in published test sets: `44 -2`. A number with a sign is such a value, never a
move, and so is one behind a run of columns that is small enough.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.catalog import GameKind
from bot.records.formats.lines import Line, read_lines, write_lines
from bot.records.record import GameRecord, Source
from engine import connect4

NAME, SUFFIX, GAME = "columns", "txt", "connect4"

_VALUED = re.compile(r"(?P<moves>.*[0-9])[\s:;,=]+(?P<value>[+-]?[0-9]{1,3}(?:\.[0-9]+)?)", re.ASCII)
_RUN = re.compile(r"[0-9]{2,}|[0-9]+(?:-[0-9]+)+", re.ASCII)
_MOVES = re.compile(r"[0-9\s,-]*", re.ASCII)
_SEPARATORS = tuple(map(re.compile, (r"\s+", r"\s*,\s*", r"\s*-\s*")))
_WIDEST_BY_DIGITS = 9


def write(records: Sequence[GameRecord]) -> bytes:
    """One game a line."""
    return write_lines(NAME, GAME, records, _written)


def read(content: bytes) -> tuple[GameRecord, ...]:
    """Blanks, commas or hyphens between columns, and lines that begin with # are allowed."""
    return read_lines(NAME, GAME, content, _line)


def _written(record: GameRecord) -> str:
    return ("-" if _grid(record.kind, record.options).columns > _WIDEST_BY_DIGITS else "").join(record.moves)


def _grid(kind: GameKind, options: str) -> connect4.Position:
    grid = kind.start(options)
    assert isinstance(grid, connect4.Position)
    return grid


def _line(source: Source, kind: GameKind, options: str, played: str) -> Line:
    grid = _grid(kind, options)
    text, value = _without_value(played.strip(), grid.columns * grid.rows // 2)
    return Line(_moves(source, text, grid.columns > _WIDEST_BY_DIGITS), value)


def _without_value(text: str, most: int) -> tuple[str, str]:
    """The moves, and the value behind them: a number with a sign, or one up to `most` after a run."""
    found = _VALUED.fullmatch(text)
    if found is None:
        return text, ""
    value = found["value"]
    if value[0] in "+-" or (_RUN.fullmatch(found["moves"]) and float(value) <= most):
        return found["moves"], value
    return text, ""


def _moves(source: Source, text: str, wide: bool) -> list[str]:
    """The columns, which are all written in one way."""
    for separator in _SEPARATORS:
        parts = separator.split(text) if text else []
        if not all(part.isascii() and part.isdigit() for part in parts):
            continue
        if wide or all(len(part) == 1 for part in parts):
            return parts
        size = len(parts[0])
        grouped = all(len(part) == size for part in parts[:-1]) and len(parts[-1]) <= size
        if grouped and separator is _SEPARATORS[0]:
            return list("".join(parts))
    known = _MOVES.match(text)
    raise source.text((text[known.end() :] if known is not None else "") or text)
