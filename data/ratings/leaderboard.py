"""Leaderboards and profiles: who stands where, and what somebody played lately."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, func, or_, select

from data.games.boards import chosen_board
from data.people.players import name_in, name_of, nickname_of
from data.ratings.rating_records import Listing, Page, Pool, Profile, Rated, RatingList, RecentGame, Standing
from data.ratings.ratings import current, find, history, in_list, listing
from data.tables import games, players, ratings, results, server_players

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, RowMapping

    from data.db.database import Clock, Database

_GAMES = ratings.c.wins + ratings.c.draws + ratings.c.losses
_PROVISIONAL = ratings.c.listed_until.is_(None)
_ORDER = (ratings.c.value.desc(), _GAMES.desc(), ratings.c.player_id)
_FIGURES = select(ratings, _GAMES.label("games"))
_LINES = _FIGURES.add_columns(players.c.name).join(players, players.c.id == ratings.c.player_id)
_PLACED = (
    _FIGURES.add_columns(
        func.row_number().over(order_by=(_PROVISIONAL, *_ORDER)).label("place"),
        func.count().over().label("total"),
        func.count(ratings.c.listed_until).over().label("ranked"),
    )
    .join(
        server_players,
        and_(
            server_players.c.player_id == ratings.c.player_id,
            server_players.c.game == ratings.c.game,
            server_players.c.pool == ratings.c.pool,
            server_players.c.board == ratings.c.board,
        ),
    )
    .where(
        server_players.c.guild_id == bindparam("guild_id"),
        *(server_players.c[name] == bindparam(name) for name in RatingList._fields),
        or_(_PROVISIONAL, ratings.c.listed_until > bindparam("now")),
    )
    .subquery()
)


class Standings:
    """Leaderboards, profiles, ratings: who stands where."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def leaderboard(
        self,
        rated_in: RatingList,
        *,
        guild_id: int | None,
        asker_id: int | None,
        offset: int = 0,
        limit: int = 10,
    ) -> Page:
        """`limit` lines of a leaderboard after the first `offset`.

        It lists every player with a rated game, except those whose rating is no longer sure because they
        have not played for a long time. Ratings that are sure enough have a rank; the provisional ones
        follow. Among each, the better rating is first, then more games, then the older account.
        With `guild_id`, only those who finished a rated game of this list in that server are on it, ranked
        among themselves; their figures are those of all servers. Deviations are as of now. People are named
        as in that server, or as outside of all servers. Raises
        ValueError for a negative offset or a limit below 1.
        """
        if offset < 0 or limit < 1:
            raise ValueError(f"no page of a leaderboard has offset {offset} and limit {limit}")
        now = self._clock()
        return await self._database.read(
            lambda c: page(
                c,
                rated_in,
                guild_id=guild_id,
                asker_id=asker_id,
                offset=offset,
                limit=limit,
                now=now,
            )
        )

    async def profile(self, player_id: int, guild_id: int | None = None, recent: int = 10) -> Profile | None:
        """A player's standings and their last `recent` finished games; None for somebody never seen.

        People are named as in the server `guild_id`, or as outside of all servers.
        """
        now = self._clock()
        return await self._database.read(lambda c: profile(c, player_id, guild_id, recent, now))

    async def rating(self, player_id: int, rated_in: RatingList) -> Rated | None:
        """A person's rating in one list; None before their first rated game."""
        now = self._clock()
        return await self._database.read(lambda c: find(c, player_id, rated_in, now))


def page(
    connection: Connection,
    rated_in: RatingList,
    *,
    guild_id: int | None,
    asker_id: int | None,
    offset: int,
    limit: int,
    now: datetime,
) -> Page:
    """One page of a leaderboard; see `Standings.leaderboard`."""
    if guild_id is not None:
        return _server_page(connection, rated_in, guild_id, asker_id, offset, limit, now)
    rows: list[Standing] = []
    counts: list[int] = []
    # Two queries, each along the index.
    for part in (_ranked(rated_in, now), _provisional(rated_in)):
        before = sum(counts)
        counts.append(_count(connection, part))
        first, room = max(0, offset - before), limit - len(rows)
        found = connection.execute(_LINES.where(*part).order_by(*_ORDER).offset(first).limit(room))
        places = enumerate(found.mappings(), start=before + first + 1)
        rows += [_standing(row, place, now) for place, row in places]
    asker = None
    if asker_id is not None:
        asker = next((row for row in rows if row.player_id == asker_id), None)
        if asker is None:
            asker = _find(connection, asker_id, rated_in, now)
    return Page(tuple(rows), sum(counts), asker, counts[0])


def _server_page(
    connection: Connection,
    rated_in: RatingList,
    guild_id: int,
    asker_id: int | None,
    offset: int,
    limit: int,
    now: datetime,
) -> Page:
    """One page of the list of a server, whose players are ranked among themselves: one query."""
    place = _PLACED.c.place
    found = connection.execute(
        # The first line is there for the number of all.
        select(_PLACED, name_in(_PLACED.c.player_id, bindparam("guild_id")).label("name")).where(
            or_(place.between(offset + 1, offset + limit), place == 1, _PLACED.c.player_id == asker_id)
        ),
        {"guild_id": guild_id, "now": now, **rated_in._asdict()},
    )
    lines = found.mappings().all()
    standings = {line["place"]: _standing(line, line["place"], now) for line in lines}
    rows = tuple(standings[place] for place in sorted(standings) if offset < place <= offset + limit)
    asker = next((standing for standing in standings.values() if standing.player_id == asker_id), None)
    if asker is None and asker_id is not None and _has_played_there(connection, rated_in, guild_id, asker_id):
        # They have left the list.
        asker = _find(connection, asker_id, rated_in, now)
    return Page(rows, lines[0]["total"] if lines else 0, asker, lines[0]["ranked"] if lines else 0)


def profile(
    connection: Connection, player_id: int, guild_id: int | None, recent: int, now: datetime
) -> Profile | None:
    """A player's figures; see `Standings.profile`."""
    name = name_of(connection, player_id)
    if name is None:
        return None
    if guild_id is not None:
        name = nickname_of(connection, player_id, guild_id) or name
    lists = connection.execute(
        select(ratings.c.game, ratings.c.pool, ratings.c.board)
        .where(ratings.c.player_id == player_id)
        # The usual boards first.
        .order_by(ratings.c.board != "", ratings.c.game, ratings.c.board, ratings.c.pool)
    )
    standings = {}
    for game, pool, board in lists.all():
        rated_in = RatingList(game, Pool(pool), board)
        standing = _find(connection, player_id, rated_in, now)
        if standing is not None:
            standings[rated_in] = standing
    return Profile(player_id, name, standings, _recent(connection, player_id, guild_id, recent))


def _ranked(rated_in: RatingList, now: datetime) -> tuple[ColumnElement[bool], ...]:
    return *in_list(rated_in), ratings.c.listed_until > now


def _provisional(rated_in: RatingList) -> tuple[ColumnElement[bool], ...]:
    return *in_list(rated_in), _PROVISIONAL


def _count(connection: Connection, where: tuple[ColumnElement[bool], ...]) -> int:
    return connection.scalar(select(func.count()).select_from(ratings).where(*where)) or 0


def _has_played_there(connection: Connection, rated_in: RatingList, guild_id: int, player_id: int) -> bool:
    there = {**rated_in._asdict(), "guild_id": guild_id, "player_id": player_id}
    found = select(server_players.c.player_id).where(
        *(server_players.c[name] == value for name, value in there.items())
    )
    return connection.scalar(found) is not None


def _find(connection: Connection, player_id: int, rated_in: RatingList, now: datetime) -> Standing | None:
    """A person's standing among everybody."""
    found = connection.execute(_LINES.where(*in_list(rated_in), ratings.c.player_id == player_id))
    row = found.mappings().one_or_none()
    if row is None:
        return None
    listed = listing(row, now)
    if listed is Listing.INACTIVE:
        return _standing(row, None, now)
    ranked = _ranked(rated_in, now)
    provisional = listed is Listing.PROVISIONAL
    better = or_(
        ratings.c.value > row["value"],
        and_(ratings.c.value == row["value"], row["games"] < _GAMES),
        and_(ratings.c.value == row["value"], row["games"] == _GAMES, ratings.c.player_id < player_id),
    )
    ahead = _count(connection, (*(_provisional(rated_in) if provisional else ranked), better))
    return _standing(row, ahead + 1 + (_count(connection, ranked) if provisional else 0), now)


def _standing(row: RowMapping, place: int | None, now: datetime) -> Standing:
    return Standing(
        place=place,
        listing=listing(row, now),
        player_id=row["player_id"],
        name=row["name"],
        rating=current(row, now),
        wins=row["wins"],
        draws=row["draws"],
        losses=row["losses"],
    )


def _recent(
    connection: Connection, player_id: int, guild_id: int | None, limit: int
) -> tuple[RecentGame, ...]:
    found = connection.execute(
        select(
            results,
            games.c.options,
            games.c.score,
            games.c.unrated_lost,
            games.c.first_computer,
            games.c.second_computer,
            name_in(games.c.first_player_id, guild_id).label("first_name"),
            name_in(games.c.second_player_id, guild_id).label("second_name"),
        )
        .join(games, games.c.id == results.c.game_id)
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
        board=chosen_board(row["options"]),
        opponent_name=row[f"{other}_name"],
        computer=row[f"{other}_computer"],
        outcome=row["outcome"],
        score=-score if score is not None and row["seat"] == 1 else score,
        rating_before=history(row, "before") if row["rated"] else None,
        rating_after=history(row, "after") if row["rated"] else None,
        finished_at=row["finished_at"],
    )
