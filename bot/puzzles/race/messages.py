"""What puzzle races show."""

from __future__ import annotations

from dataclasses import dataclass

from data.puzzles.races import RaceRecord


@dataclass(frozen=True, slots=True)
class RaceMessage:
    """The content of a race's public message."""

    record: RaceRecord
