"""The formats in which games are written and read.

Each of `FORMATS` is a module with `NAME`, `SUFFIX`, `GAME` (the only kind of game it can hold; None: all) and
functions `write` and `read`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.records.formats import columns, ggf, json_text, transcript, wthor
from bot.records.record import GameRecord


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
