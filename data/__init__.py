"""Storage: tables, migrations, queries.

    storage = await Storage.open("sqlite:///flipfour.db")

Everything outside this package uses `Storage` and the values named here only.
"""

from data.errors import GameChanged, GameNotFound, NameTaken, StorageError, TooManyOpponents
from data.opponents import MOST_OPPONENTS
from data.records import (
    ClosedAs,
    Colour,
    Ending,
    Game,
    GameState,
    Measurement,
    NewGame,
    NewMeasurement,
    NewMove,
    NewOpponent,
    Outcome,
    Page,
    Pool,
    Profile,
    Rating,
    RatingChange,
    RecentGame,
    SavedOpponent,
    Seat,
    Standing,
    Stored,
    Verdict,
)
from data.storage import Storage

__all__ = [
    "MOST_OPPONENTS",
    "ClosedAs",
    "Colour",
    "Ending",
    "Game",
    "GameChanged",
    "GameNotFound",
    "GameState",
    "Measurement",
    "NameTaken",
    "NewGame",
    "NewMeasurement",
    "NewMove",
    "NewOpponent",
    "Outcome",
    "Page",
    "Pool",
    "Profile",
    "Rating",
    "RatingChange",
    "RecentGame",
    "SavedOpponent",
    "Seat",
    "Standing",
    "Storage",
    "StorageError",
    "Stored",
    "TooManyOpponents",
    "Verdict",
]
