"""Two players head to head: their games with each other, and the courses of their ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.catalog import GAMES
from bot.features import Kit
from bot.ranks.stats.profiles import Profiles, by_opening
from bot.ranks.stats.results import Course, Record, longest_run, together
from bot.study.openings.passes import OpeningNames
from data.ratings.leaderboard import Profile, StandingStore
from data.ratings.ratings import Pool, RatingList
from data.ratings.statistics import Meeting, StatisticsStore


@dataclass(frozen=True, slots=True)
class BestWin:
    """A player's best win: its margin, if the game has a score, and its moves."""

    score: int
    moves: int


@dataclass(frozen=True, slots=True)
class Comparison:
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


class Comparisons:
    """Compares players."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._openings = kit[OpeningNames]
        self._profiles = kit[Profiles]

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
        return next(iter(await self._profiles.courses(person.player_id, {rated_in: standing})), None)
