"""A player's profile: ratings, and all results and the accuracy in one game."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from bot.catalog import GAMES
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.ranks.stats.results import Course, Record, course_of
from bot.study.openings.passes import OpeningNames
from bot.study.review.reviews import done_report
from data import Storage
from data.games.records import Game, Verdict
from data.jobs.judged import JudgedStore
from data.jobs.reviews import ReviewStore, StoredReview
from data.people.achievements import Achievement, AchievementStore
from data.periods.boards import RankingPostStore, SeasonBadge
from data.puzzles.runs import PuzzleRunStore, RunKind
from data.ratings.leaderboard import Profile, Standing, StandingStore
from data.ratings.ratings import Pool, RatingList
from data.ratings.statistics import StatisticsStore, Tally
from data.tournaments.records import Cup
from data.tournaments.tournaments import TournamentStore

REVIEWED_GAMES = 12
"""Latest reviewed games that count; a whole game of Reversi takes 5 to 8 ms to replay and judge."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Mean accuracy of reviewed games, in percent."""

    percent: float
    games: int


async def accuracy_of(storage: Storage, player_id: int, game: str) -> Accuracy | None:
    """Return the mean accuracy of a player's latest reviewed games of one kind; None without any."""
    stored = await storage[JudgedStore].accuracies(player_id, game, REVIEWED_GAMES)
    found = [accuracy for accuracy in stored.values() if accuracy is not None]
    for game_id, accuracy in stored.items():
        if accuracy is None:
            # It is stored soon after the review.
            played, review = await storage.game(game_id), await storage[ReviewStore].of(game_id)
            if played is not None and review is not None:
                judged = await asyncio.to_thread(_accuracy, player_id, played, review)
                found += [] if judged is None else [judged]
    return Accuracy(fmean(found), len(found)) if found else None


def _accuracy(player_id: int, game: Game, stored: StoredReview) -> float | None:
    snapshot = GameSnapshot.of(game)
    side, review = snapshot.side_of(player_id), done_report(stored, snapshot).review
    return None if side is None or review is None else review.sides[side].accuracy


LATEST = 10
"""Games in a player's form."""

CUPS = 3
"""Latest cups in a profile."""

BADGES = 3
"""Latest badges of seasons in a profile."""

COURSES = 2
"""Maximum ratings in one chart."""


@dataclass(frozen=True, slots=True)
class GameProfile:
    """A player's results in one game on all boards, rated or not.

    `latest` is their form, the oldest game first; the records are by side, opponent and opening.
    """

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
        return self.sides[0].games + self.sides[1].games


@dataclass(frozen=True, slots=True)
class PersonProfile:
    """A player's ratings, latest games and achievements, their kinds of games by number, and one in full.

    `runs` has the best scores in runs of puzzles, by game and kind.
    """

    profile: Profile
    games: tuple[str, ...]
    shown: GameProfile | None
    achievements: tuple[Achievement, ...] = ()
    cups: tuple[Cup, ...] = ()
    cups_won: int = 0
    badges: tuple[SeasonBadge, ...] = ()
    badges_won: int = 0
    runs: Mapping[tuple[str, RunKind], int] = field(default_factory=dict)


class Profiles:
    """Loads profiles."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._openings = kit[OpeningNames]
        self._now = kit.now

    async def load(
        self, player_id: int, guild_id: int | None, game: str | None = None
    ) -> PersonProfile | None:
        """Return a player's profile with `game`, or else their most played game, in full; None if unknown.

        The database counts their games, whose openings are already stored (`bot.study.openings.passes`).
        """
        profile = await self._storage[StandingStore].profile(player_id, guild_id, recent=LATEST)
        if profile is None:
            return None
        await self._openings.of(player_id)
        tallies = await self._storage[StatisticsStore].tallies(player_id)
        games = most_played({game: sum(one.games for one in some) for game, some in tallies.items()})
        if game is None:
            game = games[0] if games else None
        return PersonProfile(
            profile,
            games,
            None if game is None else await self._full(profile, game, tallies.get(game, ())),
            await self._storage[AchievementStore].of(player_id),
            *await self._storage[TournamentStore].cups_of(player_id, CUPS),
            *await self._storage[RankingPostStore].badges_of(player_id, BADGES),
            runs=await self._storage[PuzzleRunStore].scores(player_id),
        )

    async def courses(self, player_id: int, standings: Mapping[RatingList, Standing]) -> tuple[Course, ...]:
        """Return the courses of a player's ratings."""
        courses = []
        for rated_in, standing in standings.items():
            rated = await self._storage[StatisticsStore].course(player_id, rated_in)
            if rated is not None:
                courses.append(course_of(rated_in, standing, rated, self._now()))
        return tuple(courses)

    async def _full(self, profile: Profile, game: str, tallies: Sequence[Tally]) -> GameProfile:
        player_id, statistics = profile.player_id, self._storage[StatisticsStore]
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


def most_played(played: Mapping[str, int]) -> tuple[str, ...]:
    """Return the games that were played, the most played first."""
    return tuple(sorted((game for game in GAMES if game in played), key=lambda game: -played[game]))


def first_lists(standings: Mapping[RatingList, Standing], game: str) -> dict[RatingList, Standing]:
    """Return the lists of a game for the chart: the usual board first, then those with most games."""
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
    """Return the records of all known openings, the most played first."""
    found: dict[str, Record] = defaultdict(Record)
    for opening, record in played:
        if opening:
            found[opening] += record
    return dict(sorted(found.items(), key=lambda item: (-item[1].games, item[0])))
