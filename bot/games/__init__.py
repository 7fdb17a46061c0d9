"""The games people can play: what each one has of its own, behind one description."""

from bot.games.kind import GameKind, MoveButton, Side
from bot.games.registry import GAMES

__all__ = ["GAMES", "GameKind", "MoveButton", "Side"]
