"""Reversi games as transcripts: the squares one after the other, without passes, one game a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.catalog import GameKind
from bot.records.formats.lines import read_lines, write_lines
from bot.records.record import GameRecord, Source
from engine.reversi import transcripts

NAME, SUFFIX, GAME = "transcript", "txt", "reversi"

_PART = re.compile(r"(?P<square>[a-j]\s*[0-9](?:\s*[0-9])?)|pass|pa|ps|-+|\s+", re.IGNORECASE)


def write(records: Sequence[GameRecord]) -> bytes:
    """One game a line."""
    return write_lines(NAME, GAME, records, lambda record: transcripts.transcript(record.moves))


def read(content: bytes) -> tuple[GameRecord, ...]:
    """Blanks, capitals, passes, and lines that begin with # are allowed."""
    return read_lines(NAME, GAME, content, _moves)


def _moves(source: Source, kind: GameKind, options: str, played: str) -> Iterator[str]:
    at = 0
    while at < len(played):
        found = _PART.match(played, at)
        if found is None:
            raise source.text(played[at:])
        if found["square"]:
            yield "".join(found["square"].split()).lower()
        at = found.end()
