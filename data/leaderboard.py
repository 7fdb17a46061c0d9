"""Leaderboards and profiles: who stands where, and what somebody played lately."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, func, or_, select

from data.players import name_of
from data.ratings import current, history
from data.records import Page, Pool, Profile, RecentGame, Standing
from data.tables import games, players, ratings, results

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, RowMapping

_GAMES = ratings.c.wins + ratings.c.draws + ratings.c.losses
_ORDER = (ratings.c.value.desc(), _GAMES.desc(), ratings.c.player_id)
_LINES = select(ratings, players.c.name, _GAMES.label("games")).join(
    players, players.c.id == ratings.c.player_id
)


def page(
    connection: Connection,
    game: str,
    pool: Pool,
    *,
    guild_id: int | None,
    asker_id: int | None,
    offset: int,
    limit: int,
    now: datetime,
) -> Page:
    """One page of a leaderboard; see `Storage.leaderboard`."""
    members = _members(game, pool, guild_id)
    total = connection.scalar(select(func.count()).select_from(ratings).where(*members))
    found = connection.execute(_LINES.where(*members).order_by(*_ORDER).offset(offset).limit(limit))
    rows = tuple(_standing(row, rank, now) for rank, row in enumerate(found.mappings(), start=offset + 1))
    asker = None
    if asker_id is not None:
        asker = next((row for row in rows if row.player_id == asker_id), None)
        if asker is None:
            asker = _find(connection, asker_id, members, now)
    return Page(rows, total or 0, asker)


def profile(connection: Connection, player_id: int, recent: int, now: datetime) -> Profile | None:
    """A player's figures; see `Storage.profile`."""
    name = name_of(connection, player_id)
    if name is None:
        return None
    lists = connection.execute(
        select(ratings.c.game, ratings.c.pool)
        .where(ratings.c.player_id == player_id)
        .order_by(ratings.c.game, ratings.c.pool)
    )
    standings = {}
    for game, pool in lists.all():
        standing = _find(connection, player_id, _members(game, Pool(pool), None), now)
        if standing is not None:
            standings[game, Pool(pool)] = standing
    return Profile(player_id, name, standings, _recent(connection, player_id, recent))


def _members(game: str, pool: Pool, guild_id: int | None) -> list[ColumnElement[bool]]:
    """Who is on the list: everybody with a rating, or those who got one of their results in the server."""
    wanted: list[ColumnElement[bool]] = [ratings.c.game == game, ratings.c.pool == pool]
    if guild_id is not None:
        here = select(results.c.player_id).where(
            results.c.guild_id == guild_id,
            results.c.game == game,
            results.c.pool == pool,
            results.c.rated,
        )
        wanted.append(ratings.c.player_id.in_(here))
    return wanted


def _find(
    connection: Connection, player_id: int, members: list[ColumnElement[bool]], now: datetime
) -> Standing | None:
    found = connection.execute(_LINES.where(*members, ratings.c.player_id == player_id))
    row = found.mappings().one_or_none()
    if row is None:
        return None
    ahead = connection.scalar(
        select(func.count())
        .select_from(ratings)
        .where(
            *members,
            or_(
                ratings.c.value > row["value"],
                and_(ratings.c.value == row["value"], row["games"] < _GAMES),
                and_(
                    ratings.c.value == row["value"],
                    row["games"] == _GAMES,
                    ratings.c.player_id < player_id,
                ),
            ),
        )
    )
    return _standing(row, (ahead or 0) + 1, now)


def _standing(row: RowMapping, rank: int, now: datetime) -> Standing:
    return Standing(
        rank=rank,
        player_id=row["player_id"],
        name=row["name"],
        rating=current(row, now),
        wins=row["wins"],
        draws=row["draws"],
        losses=row["losses"],
    )


def _recent(connection: Connection, player_id: int, limit: int) -> tuple[RecentGame, ...]:
    first, second = players.alias("first"), players.alias("second")
    found = connection.execute(
        select(
            results,
            games.c.score,
            games.c.unrated_lost,
            games.c.first_computer,
            games.c.second_computer,
            first.c.name.label("first_name"),
            second.c.name.label("second_name"),
        )
        .join(games, games.c.id == results.c.game_id)
        .outerjoin(first, first.c.id == games.c.first_player_id)
        .outerjoin(second, second.c.id == games.c.second_player_id)
        .where(results.c.player_id == player_id)
        .order_by(results.c.finished_at.desc(), results.c.game_id.desc(), results.c.seat)
        .limit(limit)
    )
    return tuple(_recent_game(row) for row in found.mappings())


def _recent_game(row: RowMapping) -> RecentGame:
    other = "second" if row["seat"] == 0 else "first"
    # A game that was rated as a loss may have ended otherwise.
    score = None if row["unrated_lost"] else row["score"]
    return RecentGame(
        game_id=row["game_id"],
        game=row["game"],
        opponent_name=row[f"{other}_name"],
        computer=row[f"{other}_computer"],
        outcome=row["outcome"],
        score=-score if score is not None and row["seat"] == 1 else score,
        rating_before=history(row, "before") if row["rated"] else None,
        rating_after=history(row, "after") if row["rated"] else None,
        finished_at=row["finished_at"],
    )
