"""Reversi games as transcripts: the squares one after the other, without passes, one game a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.catalog import GameKind
from bot.records.formats.lines import read_lines, write_lines
from bot.records.record import GameRecord, Source
from engine.reversi import transcripts

NAME, SUFFIX, GAME = "transcript", "txt", "reversi"

_MOVE = re.compile(r"[a-j][0-9]{1,2}")
_PASS = re.compile(r"pass|pa|ps|-+")


def write(records: Sequence[GameRecord]) -> bytes:
    """One game a line."""
    return write_lines(NAME, GAME, records, lambda record: transcripts.transcript(record.moves))


def read(content: bytes) -> tuple[GameRecord, ...]:
    """Blanks, capitals, passes, and lines that begin with # are allowed."""
    return read_lines(NAME, GAME, content, _moves)


def _moves(source: Source, kind: GameKind, options: str, played: str) -> Iterator[str]:
    rest = _PASS.sub("", "".join(played.split()).lower())
    at = 0
    while at < len(rest):
        found = _MOVE.match(rest, at)
        if found is None:
            raise source.text(rest[at:])
        yield found[0]
        at = found.end()
