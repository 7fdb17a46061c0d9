"""The named levels of computer players."""

from __future__ import annotations

import functools
from typing import NamedTuple

from engine.players.computer import ComputerPlayer
from engine.search.registry import registered


class Level(NamedTuple):
    """A computer player and the fixed rating with which games against it are counted."""

    player: ComputerPlayer
    rating: int


@functools.cache
def levels_of(game: str) -> dict[str, Level]:
    """The levels of a game by name, weakest first. Raises EngineError for an unknown game."""
    return {row.name: Level(ComputerPlayer.parse(row.player), row.rating) for row in registered(game).levels}
