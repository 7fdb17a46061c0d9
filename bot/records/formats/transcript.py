"""Reversi games as transcripts: the squares one after the other, without passes, one game a line.

What the last position is worth may follow, as in published test sets: `f5d6c3 -2`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.catalog import GameKind
from bot.records.formats.lines import Line, read_lines, write_lines
from bot.records.record import GameRecord, Source
from engine.reversi import transcripts
from engine.search.position import PASS

NAME, SUFFIX, GAME = "transcript", "txt", "reversi"

_PART = re.compile(r"(?P<square>[a-j]\s*(?:10|[0-9]))|(?P<passed>pass|pa|ps|-+)|[\s,]+", re.IGNORECASE)
_VALUE = re.compile(
    r"(?P<moves>.*?(?:[0-9]|pass|pa|ps))\s*[\s:;,=]\s*(?P<value>[+-]?[0-9]{1,3}(?:\.[0-9]+)?(?:[-–][0-9]{1,3})?)",
    re.IGNORECASE,
)


def write(records: Sequence[GameRecord]) -> bytes:
    """One game a line."""
    return write_lines(NAME, GAME, records, lambda record: transcripts.transcript(record.moves))


def read(content: bytes) -> tuple[GameRecord, ...]:
    """Blanks, commas, capitals, passes, and lines that begin with # are allowed."""
    return read_lines(NAME, GAME, content, _line)


def _line(source: Source, kind: GameKind, options: str, played: str) -> Line:
    valued = _VALUE.fullmatch(played.strip())
    text, value = (played, "") if valued is None else (valued["moves"], valued["value"])
    moves: list[str] = []
    at = 0
    while at < len(text):
        found = _PART.match(text, at)
        if found is None:
            raise source.text(text[at:])
        if found["square"]:
            moves.append("".join(found["square"].split()).lower())
        elif found["passed"]:
            moves.append(PASS)
        at = found.end()
    return Line(moves, value)
