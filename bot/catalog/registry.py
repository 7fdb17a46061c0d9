"""Every game there is, by its key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.catalog.connect4 import Connect4
from bot.catalog.kind import GameKind
from bot.catalog.reversi import Reversi

_games: dict[str, GameKind] = {}

GAMES: Mapping[str, GameKind] = MappingProxyType(_games)
"""The games in the order in which people are offered them; the first is the usual one."""


def register(kind: GameKind) -> None:
    """Add a game: bots made from now on have its commands. ValueError when its key is taken."""
    if kind.key in _games:
        raise ValueError(f"there is a game {kind.key} already")
    _games[kind.key] = kind


def forget(key: str) -> None:
    """Take a game away; bots made before keep its commands and cannot carry them out."""
    del _games[key]


register(Reversi())
register(Connect4())
