"""The games people can play: what each one has of its own, behind one description."""

from bot.catalog.kind import GameKind, LastMove, MoveButton, Side, Variant
from bot.catalog.registry import GAMES, forget, register

__all__ = ["GAMES", "GameKind", "LastMove", "MoveButton", "Side", "Variant", "forget", "register"]
