"""Leaderboards, and profiles with a player's standings and recent games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, func, or_, select

from data.db.rows import record_of
from data.db.store import Store, reading
from data.games.explorer import chosen_board
from data.games.records import Verdict
from data.people.players import name_in, name_of, nickname_of
from data.ratings.ratings import Listing, Pool, Rated, RatingList, current, find, history, in_list, listing
from data.tables.people import players
from data.tables.playing import games
from data.tables.standings import ratings, results, server_players

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, RowMapping

    from data.ratings.glicko2 import Rating


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's place in a list, counted from 1, ranked before provisional; None if they have left it.

    Wins, draws and losses are of rated games.
    """

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
        return Rated(self.rating, self.wins + self.draws + self.losses)


@dataclass(frozen=True, slots=True)
class StandingPage:
    """A part of a leaderboard: its rows, and how many there are in all and with a rank.

    `asker` is the asker's standing, who may have a rating and be off the list.
    """

    rows: tuple[Standing, ...]
    total: int
    asker: Standing | None
    ranked: int = 0


@dataclass(frozen=True, slots=True)
class RecentGame:
    """A finished game from one player's point of view; `board` is "" for the usual one.

    Exactly one of `opponent_name` and `computer` is set. The ratings are None for an unrated game.
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
    """A player's standing in each list in which they have a rating, and their last games, newest first."""

    player_id: int
    name: str
    standings: Mapping[RatingList, Standing]
    recent: tuple[RecentGame, ...]


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
        and_(*(server_players.c[name] == ratings.c[name] for name in ("player_id", *RatingList._fields))),
    )
    .where(
        server_players.c.guild_id == bindparam("guild_id"),
        *(server_players.c[name] == bindparam(name) for name in RatingList._fields),
        or_(_PROVISIONAL, ratings.c.listed_until > bindparam("now")),
    )
    .subquery()
)


class StandingStore(Store):
    @reading
    def leaderboard(
        self,
        connection: Connection,
        rated_in: RatingList,
        *,
        guild_id: int | None,
        asker_id: int | None,
        offset: int = 0,
        limit: int = 10,
    ) -> StandingPage:
        """Return `limit` rows of a leaderboard after the first `offset`.

        It has all players with a rated game, except those inactive for so long that their rating is no longer
        sure. Ranked ratings come first, then provisional ones; among each, by value, number of games and age
        of the account. With `guild_id`, only those with a rated game of this list in that server are on it,
        ranked among themselves; their figures are global. Deviations are as of now, names as in that server.
        Raises ValueError for a negative offset or a limit below 1.
        """
        if offset < 0 or limit < 1:
            raise ValueError(f"no page of a leaderboard has offset {offset} and limit {limit}")
        now = self._clock()
        if guild_id is not None:
            return _server_page(connection, rated_in, guild_id, asker_id, offset, limit, now)
        rows: list[Standing] = []
        counts: list[int] = []
        # Two queries, each along the index.
        for part in (_ranked(rated_in, now), _provisional(rated_in)):
            before = sum(counts)
            counts.append(_count(connection, part))
            first, room = max(0, offset - before), limit - len(rows)
            result = connection.execute(_LINES.where(*part).order_by(*_ORDER).offset(first).limit(room))
            places = enumerate(result.mappings(), start=before + first + 1)
            rows += [_standing(row, place, now) for place, row in places]
        asker = next((row for row in rows if row.player_id == asker_id), None)
        if asker is None and asker_id is not None:
            asker = _find(connection, asker_id, rated_in, now)
        return StandingPage(tuple(rows), sum(counts), asker, counts[0])

    @reading
    def profile(
        self, connection: Connection, player_id: int, guild_id: int | None = None, recent: int = 10
    ) -> Profile | None:
        """Return a player's standings and their last `recent` finished games; None for an unknown player.

        Names are as in the server `guild_id`, or as outside of servers.
        """
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
            standing = _find(connection, player_id, rated_in, self._clock())
            if standing is not None:
                standings[rated_in] = standing
        return Profile(player_id, name, standings, _recent(connection, player_id, guild_id, recent))

    @reading
    def rating(self, connection: Connection, player_id: int, rated_in: RatingList) -> Rated | None:
        """Return a person's rating in one list; None before their first rated game."""
        return find(connection, player_id, rated_in, self._clock())


def _server_page(
    connection: Connection,
    rated_in: RatingList,
    guild_id: int,
    asker_id: int | None,
    offset: int,
    limit: int,
    now: datetime,
) -> StandingPage:
    place = _PLACED.c.place
    result = connection.execute(
        # The first row tells the totals.
        select(_PLACED, name_in(_PLACED.c.player_id, bindparam("guild_id")).label("name")).where(
            or_(place.between(offset + 1, offset + limit), place == 1, _PLACED.c.player_id == asker_id)
        ),
        {"guild_id": guild_id, "now": now, **rated_in._asdict()},
    )
    lines = result.mappings().all()
    standings = {line["place"]: _standing(line, line["place"], now) for line in lines}
    rows = tuple(standings[place] for place in sorted(standings) if offset < place <= offset + limit)
    asker = next((standing for standing in standings.values() if standing.player_id == asker_id), None)
    if asker is None and asker_id is not None and _has_played_there(connection, rated_in, guild_id, asker_id):
        asker = _find(connection, asker_id, rated_in, now)
    return StandingPage(rows, lines[0]["total"] if lines else 0, asker, lines[0]["ranked"] if lines else 0)


def _ranked(rated_in: RatingList, now: datetime) -> tuple[ColumnElement[bool], ...]:
    return *in_list(rated_in), ratings.c.listed_until > now


def _provisional(rated_in: RatingList) -> tuple[ColumnElement[bool], ...]:
    return *in_list(rated_in), _PROVISIONAL


def _count(connection: Connection, where: tuple[ColumnElement[bool], ...]) -> int:
    return connection.scalar(select(func.count()).select_from(ratings).where(*where)) or 0


def _has_played_there(connection: Connection, rated_in: RatingList, guild_id: int, player_id: int) -> bool:
    there = {**rated_in._asdict(), "guild_id": guild_id, "player_id": player_id}
    query = select(server_players.c.player_id).where(
        *(server_players.c[name] == value for name, value in there.items())
    )
    return connection.scalar(query) is not None


def _find(connection: Connection, player_id: int, rated_in: RatingList, now: datetime) -> Standing | None:
    """Return a person's standing in the global list."""
    result = connection.execute(_LINES.where(*in_list(rated_in), ratings.c.player_id == player_id))
    row = result.mappings().one_or_none()
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
    return record_of(Standing, row, place=place, listing=listing(row, now), rating=current(row, now))


def _recent(
    connection: Connection, player_id: int, guild_id: int | None, limit: int
) -> tuple[RecentGame, ...]:
    result = connection.execute(
        select(
            results,
            *games.c["options", "score", "unrated_lost", "first_computer", "second_computer"],
            name_in(games.c.first_player_id, guild_id).label("first_name"),
            name_in(games.c.second_player_id, guild_id).label("second_name"),
        )
        .join(games, games.c.id == results.c.game_id)
        .where(results.c.player_id == player_id)
        .order_by(results.c.finished_at.desc(), results.c.game_id.desc(), results.c.seat)
        .limit(limit)
    )
    return tuple(_recent_game(row) for row in result.mappings())


def _recent_game(row: RowMapping) -> RecentGame:
    other = "second" if row["seat"] == 0 else "first"
    # A game rated as a loss may have ended otherwise.
    score = None if row["unrated_lost"] else row["score"]
    return record_of(
        RecentGame,
        row,
        board=chosen_board(row["options"]),
        opponent_name=row[f"{other}_name"],
        computer=row[f"{other}_computer"],
        score=-score if score is not None and row["seat"] == 1 else score,
        rating_before=history(row, "before") if row["rated"] else None,
        rating_after=history(row, "after") if row["rated"] else None,
    )
