"""The levels of both games by name, for programs outside that let one of them play."""

from __future__ import annotations

from engine.players.levels import Level, levels_of
from engine.search.registry import registered_games

#: Of each game, its levels from the weakest to the strongest.
LEVELS: dict[str, dict[str, Level]] = {game.key: levels_of(game.key) for game in registered_games()}
