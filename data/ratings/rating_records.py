"""The values that tell how strong people are, and what games did to that."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from data.games.records import Verdict


class Pool(StrEnum):
    """The separate rating lists: games between people, games against the computer, and puzzles."""

    PEOPLE = "people"
    COMPUTER = "computer"
    PUZZLES = "puzzles"
    """Puzzles solved count as won, the others as lost."""


class RatingList(NamedTuple):
    """A list of ratings: those of a game between people or against the computer, on the usual board ("") or
    on another one; or those of its puzzles, of all boards together."""

    game: str
    pool: Pool
    board: str = ""


class Listing(StrEnum):
    """Where a rating is on its list."""

    LISTED = "listed"  # it is sure enough to have a rank
    PROVISIONAL = "provisional"  # it is not, and comes after those that are
    INACTIVE = "inactive"  # it was, until too much time had passed since the last game: it is off the list


@dataclass(frozen=True, slots=True)
class Rating:
    """A Glicko-2 rating: value and deviation on the usual scale (new: 1500 and 350), volatility (0.06)."""

    value: float
    deviation: float
    volatility: float


@dataclass(frozen=True, slots=True)
class Rated:
    """A person's rating in one list, and the number of games it stands for."""

    rating: Rating
    games: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one finished game did to one person's rating."""

    player_id: int
    pool: Pool
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's place in a list, from 1: first those with a rank, then the provisional ones; None for those
    who have left it. Wins, draws and losses are of rated games."""

    place: int | None
    listing: Listing
    player_id: int
    name: str
    rating: Rating
    wins: int
    draws: int
    losses: int

    @property
    def rank(self) -> int | None:
        """The place of a rating that is sure enough to be ranked."""
        return self.place if self.listing is Listing.LISTED else None

    @property
    def rated(self) -> Rated:
        """The rating, and how many games it stands for."""
        return Rated(self.rating, self.wins + self.draws + self.losses)


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a leaderboard: its rows, the number of all rows, the asker's standing (they may have a rating
    and be off the list), and how many of all have a rank."""

    rows: tuple[Standing, ...]
    total: int
    asker: Standing | None
    ranked: int = 0


@dataclass(frozen=True, slots=True)
class RecentGame:
    """A finished game as one of its players sees it; `board` is "" for the usual one.

    Exactly one of `opponent_name` and `computer` is set. `score` is from this player's point of view. The
    ratings are None when the game was not rated.
    """

    game_id: int
    game: str
    board: str
    opponent_name: str | None
    computer: str | None
    outcome: Verdict
    score: int | None
    rating_before: Rating | None
    rating_after: Rating | None
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's figures: a standing for each list they have a rating in (ranked among
    everybody), and their last finished games, newest first."""

    player_id: int
    name: str
    standings: Mapping[RatingList, Standing]
    recent: tuple[RecentGame, ...]
