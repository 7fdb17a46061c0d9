"""Profiles of players, comparisons of two, and pages of the leaderboard."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import fmean

from bot.catalog import GAMES
from bot.core.fields import Frozen
from bot.core.paging import ListPage, load_page
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.study.openings.explorer import OpeningNames
from bot.study.review.reviews import review_of
from data import Storage
from data.games.records import Game, Verdict
from data.jobs.judged import JudgedStore
from data.jobs.reviews import ReviewStore, StoredReview
from data.people.achievements import Achievement, AchievementStore
from data.periods.rankings import RankingPostStore, SeasonBadge
from data.puzzles.runs import PuzzleRunStore, RunKind
from data.ratings.glicko2 import LISTED_BELOW, Rating, games_until
from data.ratings.leaderboard import Profile, Standing, StandingPage, StandingStore
from data.ratings.ratings import Listing, Pool, RatingList
from data.ratings.statistics import CoursePoint, Meeting, RatedGames, StatisticsStore, Tally
from data.tournaments.records import Cup
from data.tournaments.tournaments import TournamentStore


class Record(Frozen):
    """Numbers of games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: Record) -> Record:
        return Record(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @classmethod
    def of(cls, outcome: Verdict, games: int = 1) -> Record:
        """Return the record of `games` games with one outcome; cancelled games do not count."""
        return cls(
            wins=games if outcome == "win" else 0,
            draws=games if outcome == "draw" else 0,
            losses=games if outcome == "loss" else 0,
        )


def together(records: Iterable[Record]) -> Record:
    return sum(records, Record())


def longest_run(outcomes: Sequence[Verdict], wanted: Verdict) -> int:
    """Return the longest run of games with the outcome `wanted`."""
    longest = running = 0
    for outcome in outcomes:
        running = running + 1 if outcome == wanted else 0
        longest = max(longest, running)
    return longest


BY_DATE = timedelta(days=3)
"""Minimum duration of a course drawn by date; shorter ones are drawn game by game."""


class Course(Frozen):
    """A rating in one list: standing, peak (None if it was always provisional), and at least two points."""

    rated_in: RatingList
    standing: Standing
    peak: CoursePoint | None
    points: tuple[CoursePoint, ...]


def course_of(rated_in: RatingList, standing: Standing, rated: RatedGames, now: datetime) -> Course:
    """Return the course of a rating until now; deviations grow between games."""
    # The chart shows all points, so the highest one may be provisional.
    peak = max(rated.points, key=lambda point: point.value) if rated.ever_sure else None
    last = rated.points[-1]
    end = CoursePoint(max(now, last.at), rated.games, last.value, standing.rating.deviation)
    return Course(rated_in, standing, peak, (*rated.points, end))


def by_date(courses: Sequence[Course]) -> bool:
    """Return whether courses are drawn by date rather than game by game."""
    begins = min(course.points[0].at for course in courses)
    return max(course.points[-2].at for course in courses) - begins >= BY_DATE


REVIEWED_GAMES = 12
"""Latest reviewed games that count; a whole game of Reversi takes 5 to 8 ms to replay and judge."""


class Accuracy(Frozen):
    """Mean accuracy of reviewed games, in percent."""

    percent: float
    games: int


async def accuracy_of(storage: Storage, player_id: int, game: str) -> Accuracy | None:
    """Return the mean accuracy of a player's latest reviewed games of one kind; None without any."""
    stored = await storage[JudgedStore].accuracies(player_id, game, REVIEWED_GAMES)
    accuracies = [accuracy for accuracy in stored.values() if accuracy is not None]
    for game_id, accuracy in stored.items():
        if accuracy is None:
            # It is stored soon after the review.
            played, review = await storage.game(game_id), await storage[ReviewStore].of(game_id)
            if played is not None and review is not None:
                judged = await asyncio.to_thread(_accuracy, player_id, played, review)
                accuracies += [] if judged is None else [judged]
    return Accuracy(fmean(accuracies), len(accuracies)) if accuracies else None


def _accuracy(player_id: int, game: Game, stored: StoredReview) -> float | None:
    snapshot = GameSnapshot.of(game)
    side = snapshot.side_of(player_id)
    return None if side is None else review_of(stored, snapshot).sides[side].accuracy


LATEST = 10
"""Games in a player's form."""

CUPS = 3
"""Latest cups in a profile."""

BADGES = 3
"""Latest badges of seasons in a profile."""

COURSES = 2
"""Maximum ratings in one chart."""


class GameProfile(Frozen):
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


PAGE = 10
"""Players on a page of the leaderboard."""


class BestWin(Frozen):
    """A player's best win: its margin, if the game has a score, and its moves."""

    score: int
    moves: int


class Comparison(Frozen):
    """Two players and their games of one kind with each other, from the first one's side.

    `sides` are the results by the first player's side, `runs` the longest winning run of each. `games` are
    those that both have played, the most played with each other first.
    """

    people: tuple[Profile | None, Profile | None]
    games: tuple[str, ...]
    game: str
    record: Record
    sides: tuple[Record, Record]
    runs: tuple[int, int]
    best_wins: tuple[BestWin | None, BestWin | None]
    openings: Mapping[str, Record]
    courses: tuple[Course | None, Course | None]


class Profiles:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._openings = kit[OpeningNames]
        self._now = kit.now

    async def load(
        self, player_id: int, guild_id: int | None, game: str | None = None
    ) -> PersonProfile | None:
        """Return a player's profile with `game`, or else their most played game, in full; None if unknown.

        The database counts their games, whose openings are already stored (`bot.study.openings.explorer`).
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
            return together(Record.of(tally.outcome, tally.games) for tally in tallies if which(tally))

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

    async def compare(
        self, one: int, other: int, guild_id: int | None, game: str | None = None
    ) -> Comparison:
        """Compare two players in `game`, or in the one they have played most with each other."""
        await self._openings.of(one)
        people = [
            await self._storage[StandingStore].profile(player, guild_id, recent=0) for player in (one, other)
        ]
        meetings = await self._storage[StatisticsStore].meetings(one, other)
        games = await self._games(people, meetings)
        game = game or next(iter(games or GAMES))
        met = [meeting for meeting in meetings if meeting.game == game]
        outcomes = [meeting.outcome for meeting in met]
        records = [(meeting, Record.of(meeting.outcome)) for meeting in met]
        return Comparison(
            people=(people[0], people[1]),
            games=games,
            game=game,
            record=together(record for _, record in records),
            sides=(
                together(record for meeting, record in records if meeting.side == 0),
                together(record for meeting, record in records if meeting.side == 1),
            ),
            runs=(longest_run(outcomes, "win"), longest_run(outcomes, "loss")),
            best_wins=(await self._best_win(met, 1), await self._best_win(met, -1)),
            openings=by_opening((meeting.opening, record) for meeting, record in records),
            courses=(await self._course(people[0], game), await self._course(people[1], game)),
        )

    async def _games(self, people: Sequence[Profile | None], meetings: Sequence[Meeting]) -> tuple[str, ...]:
        """Return the games both have played, the most played with each other first."""
        met = Counter(meeting.game for meeting in meetings)
        played = [
            set(await self._storage[StatisticsStore].games_played(person.player_id)) if person else set()
            for person in people
        ]
        return tuple(sorted((game for game in GAMES if game in played[0] & played[1]), key=lambda g: -met[g]))

    async def _best_win(self, met: Sequence[Meeting], sign: int) -> BestWin | None:
        won = "win" if sign > 0 else "loss"
        wins = [meeting for meeting in met if meeting.outcome == won and meeting.score is not None]
        if not wins:
            return None
        best = max(wins, key=lambda meeting: sign * (meeting.score or 0))
        game = await self._storage.game(best.game_id)
        return BestWin(sign * (best.score or 0), 0 if game is None else game.ply)

    async def _course(self, person: Profile | None, game: str) -> Course | None:
        """Return the course of a player's rating against people on the usual board."""
        rated_in = RatingList(game, Pool.PEOPLE)
        standing = None if person is None else person.standings.get(rated_in)
        if person is None or standing is None:
            return None
        return next(iter(await self.courses(person.player_id, {rated_in: standing})), None)

    async def leaderboard(
        self, rated_in: RatingList, page: int, *, guild_id: int | None, asker_id: int
    ) -> ListPage[StandingPage]:
        """Return a page of players by rating, of a server or (None) of all; at most the last page."""
        load = self._storage[StandingStore].leaderboard
        return await load_page(
            lambda offset, limit: load(
                rated_in, guild_id=guild_id, asker_id=asker_id, offset=offset, limit=limit
            ),
            page,
            PAGE,
        )


def most_played(played: Mapping[str, int]) -> tuple[str, ...]:
    """Return the games that were played, the most played first."""
    return tuple(sorted((game for game in GAMES if game in played), key=lambda game: -played[game]))


def first_lists(standings: Mapping[RatingList, Standing], game: str) -> dict[RatingList, Standing]:
    """Return the lists of a game for the chart: the usual board first, then those with most games."""
    lists = [
        (rated_in, standing)
        for rated_in, standing in standings.items()
        if rated_in.game == game and rated_in.pool is not Pool.PUZZLES
    ]
    lists.sort(key=lambda item: (item[0].board != "", -item[1].rated.games))
    chosen = dict(lists[:COURSES])
    return {
        rated_in: chosen[rated_in]
        for rated_in in sorted(chosen, key=lambda one: (one.board, one.pool is Pool.COMPUTER))
    }


def by_opening(played: Iterable[tuple[str, Record]]) -> dict[str, Record]:
    """Return the records of all known openings, the most played first."""
    records: dict[str, Record] = defaultdict(Record)
    for opening, record in played:
        if opening:
            records[opening] += record
    return dict(sorted(records.items(), key=lambda item: (-item[1].games, item[0])))


def is_provisional(standing: Standing) -> bool:
    """Return whether the rating is provisional, so shown with a question mark."""
    return standing.listing is Listing.PROVISIONAL


def games_to_go(rating: Rating) -> int:
    """Return about how many more games a provisional rating needs for a rank.

    It assumes opponents of equal strength with settled ratings, such as the suggested level.
    """
    return max(1, games_until(rating, LISTED_BELOW))
