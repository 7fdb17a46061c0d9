"""The formats in which games are written and read.

Each is a module with `NAME`, `SUFFIX`, `GAME` (the only kind of game it can hold; None: all) and the
functions `write` and `read`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.records.formats import columns, ggf, json_text, transcript, wthor
from bot.records.record import GameRecord
from bot.refusals import FileTooLarge, NoGamesInFile

MOST_BYTES = 1 << 20
"""The largest file that is read."""


_FIRST_LINE = re.compile(rb"^[^\S\n]*[^#\s].*", re.MULTILINE)
"""The first one of a text that is no comment."""


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A format: what it is called, how its files end, and the only kind of game that it can hold, if so."""

    name: str
    suffix: str
    game: str | None
    write: Callable[[Sequence[GameRecord]], bytes]
    """Refuses with `CannotHold`."""
    read: Callable[[bytes], tuple[GameRecord, ...]]
    """Refuses with `UnreadableGame` and `TooManyGamesInFile`."""


FORMATS: Mapping[str, RecordFormat] = {
    module.NAME: RecordFormat(module.NAME, module.SUFFIX, module.GAME, module.write, module.read)
    for module in (transcript, ggf, wthor, columns, json_text)
}


def read_games(content: bytes) -> tuple[GameRecord, ...]:
    """The games of a file, or of what somebody typed, in whatever format it is.

    Refuses with FileTooLarge, TooManyGamesInFile, NoGamesInFile and UnreadableGame.
    """
    if len(content) > MOST_BYTES:
        raise FileTooLarge(MOST_BYTES)
    found = FORMATS[recognized(content)].read(content)
    if not found:
        raise NoGamesInFile
    return found


def recognized(content: bytes) -> str:
    """The name of the format in which games seem to be written."""
    begins = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:40]
    if wthor.looks_so(content):
        return wthor.NAME
    if begins.startswith(b"{"):
        return json_text.NAME
    if b"(;" in begins:
        return ggf.NAME
    line = _FIRST_LINE.search(content)
    moves = line[0].rpartition(b":")[2].strip() if line is not None else b""
    return columns.NAME if moves[:1].isdigit() else transcript.NAME
