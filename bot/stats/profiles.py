"""Somebody's profile: their ratings, and what their games of one kind add up to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.catalog import GAMES
from bot.runtime import Now, utc_now
from bot.stats.accuracy import Accuracy, accuracy_of
from bot.stats.courses import Course, course_of
from bot.stats.openings import OpeningNames
from bot.stats.records import Record
from data import Pool, Profile, RatingList, Standing, Storage, Tally, Verdict

LATEST = 10
"""So many games are somebody's form."""

COURSES = 2
"""So many ratings are drawn in one chart."""


@dataclass(frozen=True, slots=True)
class GameProfile:
    """What somebody's games of one kind add up to, on all boards, rated or not: their form (the oldest game
    first), and results by side, against people, levels and other computer players, and by opening."""

    game: str
    courses: tuple[Course, ...]
    latest: tuple[Verdict, ...]
    sides: tuple[Record, Record]
    people: Record
    levels: Mapping[str, Record]
    others: Record
    openings: Mapping[str, Record]
    accuracy: Accuracy | None

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.sides[0].games + self.sides[1].games


@dataclass(frozen=True, slots=True)
class PersonProfile:
    """Somebody's ratings and last games; the kinds of games they have played, the most played first; and one
    of these in full."""

    profile: Profile
    games: tuple[str, ...]
    shown: GameProfile | None


class Profiles:
    """Puts profiles together."""

    def __init__(self, storage: Storage, openings: OpeningNames, now: Now = utc_now) -> None:
        self._storage = storage
        self._openings = openings
        self._now = now

    async def load(
        self, player_id: int, guild_id: int | None, game: str | None = None
    ) -> PersonProfile | None:
        """Somebody's profile, with one kind of game in full: the one they have played most, or `game`. None
        for somebody never seen.

        With ten thousand games it takes a few tenths of a second: the database counts them, and their
        openings are known from before (`bot.stats.openings`).
        """
        profile = await self._storage.standings.profile(player_id, guild_id, recent=LATEST)
        if profile is None:
            return None
        games = await self.games_played(player_id)
        if game is None:
            game = games[0] if games else None
        return PersonProfile(profile, games, None if game is None else await self._full(profile, game))

    async def games_played(self, player_id: int) -> tuple[str, ...]:
        """The kinds of games that somebody has played, the most played first."""
        played = await self._storage.statistics.games_played(player_id)
        return tuple(sorted((game for game in GAMES if game in played), key=lambda game: -played[game]))

    async def courses(self, player_id: int, standings: Mapping[RatingList, Standing]) -> tuple[Course, ...]:
        """The courses of somebody's ratings."""
        courses = []
        for rated_in, standing in standings.items():
            games = await self._storage.statistics.course(player_id, rated_in)
            if games:
                courses.append(course_of(rated_in, standing, games, self._now()))
        return tuple(courses)

    async def _full(self, profile: Profile, game: str) -> GameProfile:
        player_id, statistics = profile.player_id, self._storage.statistics
        await self._openings.of(player_id)
        tallies = await statistics.tallies(player_id, game)
        levels = GAMES[game].levels

        def counted(which: Callable[[Tally], bool]) -> Record:
            return sum((Record.of(tally.outcome, tally.games) for tally in tallies if which(tally)), Record())

        return GameProfile(
            game=game,
            courses=await self.courses(player_id, first_lists(profile.standings, game)),
            latest=await statistics.latest(player_id, game, LATEST),
            sides=(counted(lambda tally: tally.side == 0), counted(lambda tally: tally.side == 1)),
            people=counted(lambda tally: tally.computer is None),
            levels={
                level: record
                for level in levels
                if (record := counted(lambda tally, level=level: tally.computer == level)).games  # type: ignore[misc]
            },
            others=counted(lambda tally: tally.computer is not None and tally.computer not in levels),
            openings=by_opening((tally.opening, Record.of(tally.outcome, tally.games)) for tally in tallies),
            accuracy=await accuracy_of(self._storage, player_id, game),
        )


def first_lists(standings: Mapping[RatingList, Standing], game: str) -> dict[RatingList, Standing]:
    """The lists of a game that are drawn: those of the usual board, or else of those with most games."""
    found = [
        (rated_in, standing)
        for rated_in, standing in standings.items()
        if rated_in.game == game and rated_in.pool is not Pool.PUZZLES
    ]
    found.sort(key=lambda item: (item[0].board != "", -item[1].rated.games))
    chosen = dict(found[:COURSES])
    return {
        rated_in: chosen[rated_in]
        for rated_in in sorted(chosen, key=lambda one: (one.board, one.pool is Pool.COMPUTER))
    }


def by_opening(played: Iterable[tuple[str, Record]]) -> dict[str, Record]:
    """The records of all openings that are known, the most played first."""
    found: dict[str, Record] = defaultdict(Record)
    for opening, record in played:
        if opening:
            found[opening] += record
    return dict(sorted(found.items(), key=lambda item: (-item[1].games, item[0])))
