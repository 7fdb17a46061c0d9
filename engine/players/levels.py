"""The levels of every game."""

from __future__ import annotations

import functools
from typing import NamedTuple

from engine.players.computer import ComputerPlayer
from engine.search.registry import registered, registered_games


class Level(NamedTuple):
    """A computer player and the fixed rating with which games against it are counted."""

    player: ComputerPlayer
    rating: int


@functools.cache
def levels_of(game: str) -> dict[str, Level]:
    """The levels of a game by name, weakest first. Raises EngineError for an unknown game."""
    return {row.name: Level(ComputerPlayer.parse(row.player), row.rating) for row in registered(game).levels}


#: Of each game, its levels from the weakest to the strongest.
LEVELS: dict[str, dict[str, Level]] = {game.key: levels_of(game.key) for game in registered_games()}
