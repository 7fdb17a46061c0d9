"""Registry of all games by key."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType

from bot.catalog.kind import GameKind

USUAL = "reversi"
"""The game listed first; the others follow in the order of their modules' names."""

_games: dict[str, GameKind] = {}

GAMES: Mapping[str, GameKind] = MappingProxyType(_games)
"""All games in the order of menus."""


def register(kind: GameKind) -> None:
    """Add a game to bots created from now on; ValueError if its key is taken."""
    if kind.key in _games:
        raise ValueError(f"there is a game {kind.key} already")
    _games[kind.key] = kind


def discover() -> None:
    """Import the modules of `bot.catalog`, each of which registers its game."""
    catalog = importlib.import_module("bot.catalog")
    names = {module.name for module in pkgutil.iter_modules(catalog.__path__)}
    for name in sorted(names, key=lambda name: (name != USUAL, name)):
        importlib.import_module(f"bot.catalog.{name}")
