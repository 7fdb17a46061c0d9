"""Storage: tables, migrations, queries.

    storage = await Storage.open("sqlite:///flipfour.db")

Everything outside this package uses `Storage` and the values named here only.
"""

from data.errors import GameChanged, GameNotFound, StorageError
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
    Outcome,
    Page,
    Pool,
    Profile,
    Rating,
    RatingChange,
    RecentGame,
    Seat,
    Standing,
    Stored,
    Verdict,
)
from data.storage import Storage

__all__ = [
    "ClosedAs",
    "Colour",
    "Ending",
    "Game",
    "GameChanged",
    "GameNotFound",
    "GameState",
    "Measurement",
    "NewGame",
    "NewMeasurement",
    "NewMove",
    "Outcome",
    "Page",
    "Pool",
    "Profile",
    "Rating",
    "RatingChange",
    "RecentGame",
    "Seat",
    "Standing",
    "Storage",
    "StorageError",
    "Stored",
    "Verdict",
]
