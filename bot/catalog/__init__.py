"""All games behind one description; a module in this folder that registers a game is enough to offer it."""

from bot.catalog.kind import (
    GAMES,
    NO_MOVES,
    OPENING_PLIES,
    Animated,
    Coloured,
    Diagram,
    GameKind,
    LastMove,
    Mapped,
    MoveButton,
    RecentMoves,
    Side,
    Variant,
    board_label,
    discover,
    opening_label,
    positions_along,
    recent_moves,
    register,
)
from data.games.explorer import chosen_board

__all__ = [
    "GAMES",
    "NO_MOVES",
    "OPENING_PLIES",
    "Animated",
    "Coloured",
    "Diagram",
    "GameKind",
    "LastMove",
    "Mapped",
    "MoveButton",
    "RecentMoves",
    "Side",
    "Variant",
    "board_label",
    "chosen_board",
    "discover",
    "opening_label",
    "positions_along",
    "recent_moves",
    "register",
]

discover()
