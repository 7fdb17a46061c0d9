"""Boards of cups and of streaks, in a server or everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from data.db.store import Store, reading
from data.people.personal import DELETED_PLAYER
from data.people.players import name_in
from data.periods.points import BoardPage, RankingCut, RankingRow, read_page
from data.puzzles.streaks import Streak, StreakDay, streak_of_solver
from data.tables.people import players
from data.tables.puzzles import puzzle_posts, puzzle_tries
from data.tables.tournaments import cups, tournaments

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection


class RankingStore(Store):
    """Who has won the most tournaments, and who has the longest streaks of daily puzzles."""

    @reading
    def cups(
        self,
        connection: Connection,
        within: tuple[datetime, datetime] | None = None,
        *,
        guild_id: int | None,
        asker_id: int | None = None,
        offset: int = 0,
        limit: int = 10,
    ) -> BoardPage:
        """Return `limit` rows after the first `offset` of the people who won tournaments: within a time, or
        (None) ever; of a server or everywhere."""
        number = func.count().label("value")
        won = select(cups.c.player_id, number).where(cups.c.player_id != DELETED_PLAYER)
        if guild_id is not None:
            won = won.join(tournaments, tournaments.c.id == cups.c.tournament_id)
            won = won.where(tournaments.c.guild_id == guild_id)
        if within is not None:
            won = won.where(cups.c.won_at >= within[0], cups.c.won_at < within[1])
        each = won.group_by(cups.c.player_id).cte("each")
        return read_page(connection, RankingCut(guild_id, asker_id, offset, limit), each)

    @reading
    def streaks(
        self,
        connection: Connection,
        *,
        guild_id: int | None,
        asker_id: int | None = None,
        offset: int = 0,
        limit: int = 10,
    ) -> BoardPage:
        """Return `limit` rows after the first `offset` of the people who solved daily puzzles: by the current
        streak, then by the best. Everywhere, each person's streaks are those of their best server."""
        streaks = sorted(
            _streaks(connection, guild_id).items(),
            key=lambda entry: (-entry[1].current, -entry[1].best, entry[0]),
        )
        places: list[int] = []
        for at, (_, streak) in enumerate(streaks):
            same = at > 0 and _figures(streaks[at - 1][1]) == _figures(streak)
            places.append(places[-1] if same else at + 1)
        chosen = [
            at
            for at, (player_id, _) in enumerate(streaks)
            if offset <= at < offset + limit or player_id == asker_id
        ]
        ids = [streaks[at][0] for at in chosen]
        named = select(players.c.id, name_in(players.c.id, guild_id).label("name"))
        names = {row.id: row.name for row in connection.execute(named.where(players.c.id.in_(ids)))}
        rows = {}
        for at in chosen:
            player_id, streak = streaks[at]
            rows[at + 1] = RankingRow(places[at], player_id, names[player_id], streak.current, (streak.best,))
        return RankingCut(guild_id, asker_id, offset, limit).of(rows, len(streaks))


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
    place: dict[int, tuple[int, int]] = {}
    for post_id, server, day, answered in posts:
        theirs = days.setdefault(server, [])
        place[post_id] = (server, len(theirs))
        theirs.append(StreakDay(day, solved=False, over=answered))
    tries = puzzle_tries.c
    # Each person's in order of the days, by the index that has these columns.
    solved = (
        select(tries.player_id, tries.post_id)
        .where(tries.solved_at.is_not(None), tries.day.is_not(None), tries.player_id != DELETED_PLAYER)
        .order_by(tries.player_id, tries.day)
    )
    if guild_id is not None:
        solved = (
            select(tries.player_id, tries.post_id)
            .join(puzzle_posts, puzzle_posts.c.id == tries.post_id)
            .where(tries.solved_at.is_not(None), tries.player_id != DELETED_PLAYER, *daily)
            .order_by(puzzle_posts.c.day)
        )
    runs: dict[tuple[int, int], list[int]] = {}
    for player_id, post_id in connection.execute(solved):
        server, at = place[post_id]
        runs.setdefault((player_id, server), []).append(at)
    best: dict[int, Streak] = {}
    for (player_id, server), solves in runs.items():
        streak = streak_of_solver(days[server], solves)
        if player_id not in best or _figures(streak) > _figures(best[player_id]):
            best[player_id] = streak
    return best
