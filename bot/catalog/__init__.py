"""The games people can play: what each one has of its own, behind one description.

A module in this folder that registers a game is all it takes to offer it.
"""

from bot.catalog.kind import (
    OPENING_PLIES,
    Animated,
    GameKind,
    LastMove,
    Mapped,
    MoveButton,
    Side,
    Variant,
    board_label,
)
from bot.catalog.registry import GAMES, discover, register
from data import chosen_board

__all__ = [
    "GAMES",
    "OPENING_PLIES",
    "Animated",
    "GameKind",
    "LastMove",
    "Mapped",
    "MoveButton",
    "Side",
    "Variant",
    "board_label",
    "chosen_board",
    "discover",
    "register",
]

discover()
