"""Rankings of cups and streaks, and those of past weeks and seasons that servers get, each once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import String, cast, delete, func, insert, or_, select, text, update

from data.db.rows import add_row, read_all, read_one, values_of
from data.db.store import ShownStore, Store, hold_players, reading, writing
from data.people.personal import DELETED_PLAYER
from data.people.players import name_in
from data.periods.points import RankingCut, RankingPage, RankingRow, read_page
from data.puzzles.puzzle_posts import Streak, StreakDay, streak_of
from data.tables.people import players
from data.tables.puzzles import puzzle_posts, puzzle_tries
from data.tables.standings import BOARD_NOT_SENT, board_posts, next_boards, season_badges
from data.tables.tournaments import cups, tournaments

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending


class RankingStore(Store):
    """Who has won the most tournaments, and who has the longest streaks of daily puzzles."""

    @reading
    def cups(
        self, connection: Connection, cut: RankingCut, within: tuple[datetime, datetime] | None = None
    ) -> RankingPage:
        """Return the people who won tournaments: within a time, or (None) ever; of a server or everywhere."""
        number = func.count().label("value")
        won = select(cups.c.player_id, number).where(cups.c.player_id != DELETED_PLAYER)
        if cut.guild_id is not None:
            won = won.join(tournaments, tournaments.c.id == cups.c.tournament_id)
            won = won.where(tournaments.c.guild_id == cut.guild_id)
        if within is not None:
            won = won.where(cups.c.won_at >= within[0], cups.c.won_at < within[1])
        each = won.group_by(cups.c.player_id).cte("each")
        return read_page(connection, cut, each)

    @reading
    def streaks(self, connection: Connection, cut: RankingCut) -> RankingPage:
        """Return the people who solved daily puzzles: by the current streak, then by the best. Everywhere,
        each person's streaks are those of their best server."""
        streaks = sorted(
            _streaks(connection, cut.guild_id).items(),
            key=lambda entry: (-entry[1].current, -entry[1].best, entry[0]),
        )
        places: list[int] = []
        for at, (_, streak) in enumerate(streaks):
            same = at > 0 and _figures(streaks[at - 1][1]) == _figures(streak)
            places.append(places[-1] if same else at + 1)
        chosen = [
            at
            for at, (player_id, _) in enumerate(streaks)
            if cut.offset <= at < cut.offset + cut.limit or player_id == cut.asker_id
        ]
        ids = [streaks[at][0] for at in chosen]
        named = select(players.c.id, name_in(players.c.id, cut.guild_id).label("name"))
        names = {row.id: row.name for row in connection.execute(named.where(players.c.id.in_(ids)))}
        rows = {}
        for at in chosen:
            player_id, streak = streaks[at]
            rows[at + 1] = RankingRow(places[at], player_id, names[player_id], streak.current, (streak.best,))
        return cut.of(rows, len(streaks))


def _figures(streak: Streak) -> tuple[int, int]:
    return streak.current, streak.best


def _streaks(connection: Connection, guild_id: int | None) -> dict[int, Streak]:
    """Return everybody's streaks in a server, or (None) in that of their servers where they are best."""
    daily: list[ColumnElement[bool]] = [puzzle_posts.c.day.is_not(None)]
    if guild_id is not None:
        daily.append(puzzle_posts.c.guild_id == guild_id)
    columns = (puzzle_posts.c.id, puzzle_posts.c.guild_id, puzzle_posts.c.day, puzzle_posts.c.answered)
    posts = connection.execute(select(*columns).where(*daily).order_by(puzzle_posts.c.day))
    days: dict[int, list[StreakDay]] = {}
    place: dict[str, tuple[int, int]] = {}
    for post_id, server, day, answered in posts.all():
        theirs = days.setdefault(server, [])
        place[str(post_id)] = (server, len(theirs))
        theirs.append(StreakDay(day, over=answered))
    tries = puzzle_tries.c
    # A row for each person: one for each of their puzzles takes twice as long.
    ids = func.aggregate_strings(cast(tries.post_id, String), " ")
    solved = select(tries.player_id, ids).where(tries.solved_at.is_not(None))
    if guild_id is None:
        solved = solved.where(tries.day.is_not(None))
    else:
        solved = solved.join(puzzle_posts, puzzle_posts.c.id == tries.post_id).where(*daily)
    solved = solved.where(tries.player_id != DELETED_PLAYER)
    runs: dict[int, dict[int, list[int]]] = {}
    for player_id, solves in connection.execute(solved.group_by(tries.player_id)):
        own = runs[player_id] = {}
        for post_id in solves.split(" "):
            server, at = place[post_id]
            own.setdefault(server, []).append(at)
        for run in own.values():
            run.sort()
    alive = {server: _first_alive(theirs) for server, theirs in days.items()}
    return {player_id: _best(theirs, days, alive) for player_id, theirs in runs.items()}


def _best(
    runs: Mapping[int, list[int]], days: Mapping[int, list[StreakDay]], alive: Mapping[int, int]
) -> Streak:
    """Return the streak of a person's best server, by the days that they solved in each."""
    # No streak is longer than the days solved: most servers of a person need no closer look.
    most = {
        server: (len(solves) if solves[-1] >= alive[server] else 0, len(solves))
        for server, solves in runs.items()
    }
    best = Streak(0, 0)
    for server in sorted(most, key=most.__getitem__, reverse=True):
        if most[server] <= _figures(best):
            break
        best = max(best, streak_of(days[server], runs[server]), key=_figures)
    return best


def _first_alive(days: Sequence[StreakDay]) -> int:
    """Return the first of a server's days with which a run that has not ended can end."""
    missed: set[str] = set()
    for at in range(len(days) - 1, -1, -1):
        month = days[at].day[:7]
        if days[at].over and month in missed:
            return at
        if days[at].over:
            missed.add(month)
    return 0


class NextRanking(NamedTuple):
    """The period that a server's next board of a kind is about, by its first day, and when it is due."""

    guild_id: int
    span: str
    first_day: str
    due_at: datetime


@dataclass(frozen=True, slots=True)
class RankingPost:
    """A board posted in a channel; the message is None until it is known."""

    id: int
    guild_id: int
    span: str
    first_day: str
    channel_id: int
    message_id: int | None
    posted_at: datetime


class SeasonBadge(NamedTuple):
    """A person's place among the first three of a season, by its first day."""

    player_id: int
    first_day: str
    place: int
    points: int


def rankings_due(pending: Pending) -> ColumnElement[bool]:
    return or_(
        pending.here(board_posts.c.guild_id, text(BOARD_NOT_SENT)),
        pending.here(next_boards.c.guild_id, next_boards.c.due_at <= pending.now),
    )


class RankingPostStore(ShownStore):
    """What servers get next, the boards that were posted, and the badges of seasons."""

    table = board_posts

    @reading
    def scheduled(self, connection: Connection) -> tuple[NextRanking, ...]:
        """Return the next boards of all servers, the first one due first."""
        here = self._database.share.within(select(next_boards), next_boards.c.guild_id)
        return read_all(connection, NextRanking, here.order_by(next_boards.c.due_at, next_boards.c.guild_id))

    @reading
    def scheduled_in(self, connection: Connection, guild_id: int) -> tuple[NextRanking, ...]:
        this = next_boards.c.guild_id == guild_id
        return read_all(connection, NextRanking, select(next_boards).where(this))

    @writing
    def schedule(self, connection: Connection, guild_id: int, boards: Sequence[NextRanking]) -> None:
        """Replace what a server gets next; without boards, it gets none."""
        connection.execute(delete(next_boards).where(next_boards.c.guild_id == guild_id))
        if boards:
            connection.execute(insert(next_boards), list(map(values_of, boards)))

    @writing
    def conclude(
        self,
        connection: Connection,
        board: NextRanking,
        following: NextRanking,
        channel_id: int | None,
        badges: Sequence[SeasonBadge] = (),
    ) -> RankingPost | None:
        """Store that a period is over: its board to be posted, if any, the badges, and the following period.

        Nothing is stored, and None returned, if the server's next board is another one by now.
        """
        this = (next_boards.c.guild_id == board.guild_id, next_boards.c.span == board.span)
        moved = connection.execute(
            update(next_boards)
            .where(*this, next_boards.c.first_day == board.first_day)
            .values(first_day=following.first_day, due_at=following.due_at)
        )
        if not moved.rowcount:
            return None
        _add_badges(connection, board, badges)
        post = {"guild_id": board.guild_id, "span": board.span, "first_day": board.first_day}
        values = {**post, "channel_id": channel_id, "posted_at": self._clock()}
        if channel_id is None or not add_row(connection, board_posts, values):
            return None
        return read_one(connection, RankingPost, select(board_posts).filter_by(**post))

    @reading
    def not_sent(self, connection: Connection) -> tuple[RankingPost, ...]:
        """Return the boards whose messages are not known, oldest first."""
        these = select(board_posts).where(text(BOARD_NOT_SENT)).order_by(board_posts.c.posted_at)
        return read_all(connection, RankingPost, self._database.share.within(these, board_posts.c.guild_id))

    @reading
    def find(self, connection: Connection, post_id: int) -> RankingPost | None:
        return read_one(connection, RankingPost, select(board_posts).where(board_posts.c.id == post_id))

    @reading
    def badges_of(
        self, connection: Connection, player_id: int, limit: int
    ) -> tuple[tuple[SeasonBadge, ...], int]:
        """Return a person's latest badges, and how many they have."""
        mine = season_badges.c.player_id == player_id
        order = (season_badges.c.first_day.desc(), season_badges.c.place, season_badges.c.guild_id)
        query = select(season_badges).where(mine).order_by(*order).limit(limit)
        latest = read_all(connection, SeasonBadge, query)
        return latest, connection.scalar(select(func.count()).select_from(season_badges).where(mine)) or 0


def _add_badges(connection: Connection, board: NextRanking, badges: Sequence[SeasonBadge]) -> None:
    people = {badge.player_id for badge in badges}
    hold_players(connection, people)
    # Those who have deleted their data meanwhile get none.
    known = set(connection.scalars(select(players.c.id).where(players.c.id.in_(people))))
    for badge in badges:
        if badge.player_id in known:
            server = {"guild_id": board.guild_id, "earned_at": board.due_at}
            add_row(connection, season_badges, values_of(badge, **server))
