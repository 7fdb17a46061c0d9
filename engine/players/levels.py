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


@functools.cache
def thinking_levels(game: str) -> tuple[Level, ...]:
    """Return the levels with which puzzles are made and graded, weakest first."""
    return tuple(levels_of(game)[row.name] for row in registered(game).levels if row.thinks)


#: Of each game, its levels from the weakest to the strongest.
LEVELS: dict[str, dict[str, Level]] = {game.key: levels_of(game.key) for game in registered_games()}
