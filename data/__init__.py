"""Storage: tables, migrations, queries.

    storage = await Storage.open("sqlite:///flipfour.db")

Everything outside this package uses `Storage` and the values named here only.
"""

from data.errors import GameChanged, GameNotFound, NameTaken, StorageError, TooManyOpponents
from data.opponents import MOST_OPPONENTS
from data.records import (
    ClosedAs,
    Ending,
    Game,
    GameState,
    NewGame,
    NewMove,
    NewOpponent,
    NewStrengthTest,
    Outcome,
    Page,
    Pool,
    Profile,
    Rated,
    Rating,
    RatingChange,
    RecentGame,
    SavedOpponent,
    Seat,
    SideChoice,
    Standing,
    StrengthTest,
    Verdict,
)
from data.storage import Storage
from data.unrated import Unrated, WhyUnrated

__all__ = [
    "MOST_OPPONENTS",
    "ClosedAs",
    "Ending",
    "Game",
    "GameChanged",
    "GameNotFound",
    "GameState",
    "NameTaken",
    "NewGame",
    "NewMove",
    "NewOpponent",
    "NewStrengthTest",
    "Outcome",
    "Page",
    "Pool",
    "Profile",
    "Rated",
    "Rating",
    "RatingChange",
    "RecentGame",
    "SavedOpponent",
    "Seat",
    "SideChoice",
    "Standing",
    "Storage",
    "StorageError",
    "StrengthTest",
    "TooManyOpponents",
    "Unrated",
    "Verdict",
    "WhyUnrated",
]
