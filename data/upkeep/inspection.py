"""Search a database for faults, without changing it; the bot may keep using it."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, closing
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Self

from sqlalchemy import and_, func, or_, select

from data.db.backup import opened
from data.db.database import Database
from data.db.errors import StorageError
from data.db.locations import SQLITE_FAILURES, explain, parse_url
from data.games.boards import chosen_board
from data.games.queries import find_all
from data.games.records import GameState
from data.people.personal import DELETED_PLAYER
from data.ratings import glicko2
from data.ratings.glicko2 import Rating
from data.ratings.ratings import START, Pool, history
from data.tables import games, metadata, moves, players, ratings, results

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sqlalchemy import Connection, RowMapping, Select

    from data.games.records import Game

GAMES_AT_ONCE = 200
PEOPLE_AT_ONCE = 100
MAX_FAULTS = 20
"""Maximum faults reported of one kind."""

_DAY = 86400.0
_other = results.alias("other")


def file_faults(path: Path) -> list[str]:
    """Return faults that SQLite finds in a file: damaged pages, inconsistent indices, dangling references."""
    try:
        with closing(opened(path)) as connection:
            found = connection.execute(f"PRAGMA integrity_check({MAX_FAULTS})").fetchall()
            faults = [" ".join(text.split()) for (text,) in found if text != "ok"]
            if not faults:
                orphans = connection.execute("PRAGMA foreign_key_check").fetchmany(MAX_FAULTS)
                faults = [
                    f"a row of {table} refers to a missing row of {parent}" for table, _, parent, _ in orphans
                ]
    except SQLITE_FAILURES as error:
        return [explain(error, str(path))]
    return faults


def count_rows(path: Path) -> dict[str, int]:
    """Return the number of games, moves and players in an SQLite file; raises StorageError if unreadable."""
    try:
        with closing(opened(path)) as connection:
            return {
                table.name: connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0]  # noqa: S608
                for table in (games, moves, players)
            }
    except SQLITE_FAILURES as error:
        raise StorageError(explain(error, str(path))) from error


class Inspection:
    """Reads all of a database with the tables of this version."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    @asynccontextmanager
    async def of(cls, url: str) -> AsyncIterator[Self]:
        """Open the database at `url` without updating it; raises StorageError if it cannot be read."""
        database = await Database.at(parse_url(url))
        try:
            yield cls(database)
        finally:
            await database.close()

    async def try_to_read(self) -> None:
        """Read once; raises StorageError if that fails."""
        await self._database.read(lambda c: c.scalar(select(1)))

    async def row_counts(self) -> dict[str, int]:
        """Return the number of rows by table."""
        return await self._database.read(
            lambda c: {
                table.name: c.scalar(select(func.count()).select_from(table)) or 0
                for table in metadata.sorted_tables
            }
        )

    async def games(self) -> AsyncIterator[Game]:
        """Yield all games by id, in several transactions."""
        last = 0
        while True:
            page = await self._database.read(lambda c: _games_after(c, last))  # noqa: B023
            for game in page:
                yield game
            if len(page) < GAMES_AT_ONCE:
                return
            last = page[-1].id

    async def incomplete_games(self) -> list[str]:
        """Return faults of games whose rows are inconsistent."""
        return await self._database.read(_incomplete_games)

    async def rating_faults(self) -> list[str]:
        """Return faults of ratings that do not follow from the stored games."""
        faults: list[str] = []
        last: int | None = None
        while len(faults) < MAX_FAULTS:
            people, found = await self._database.read(lambda c: _rating_faults(c, last))  # noqa: B023
            faults += found
            if len(people) < PEOPLE_AT_ONCE:
                break
            last = people[-1]
        return faults


def _games_after(connection: Connection, last: int) -> tuple[Game, ...]:
    ids = connection.scalars(
        select(games.c.id).where(games.c.id > last).order_by(games.c.id).limit(GAMES_AT_ONCE)
    )
    return find_all(connection, ids.all())


def _incomplete_games(connection: Connection) -> list[str]:
    people = or_(
        *(
            and_(seat.is_not(None), seat != DELETED_PLAYER)
            for seat in (games.c.first_player_id, games.c.second_player_id)
        )
    )
    over = games.c.state == GameState.FINISHED
    queries: dict[str, Select[tuple[int]]] = {
        "game {} lacks a move between others": select(moves.c.game_id)
        .group_by(moves.c.game_id)
        .having(or_(func.max(moves.c.ply) != func.count() - 1, func.min(moves.c.ply) != 0)),
        "game {} is over and has no results": select(games.c.id).where(
            over, people, games.c.id.not_in(select(results.c.game_id))
        ),
        "game {} has a result and is not over": select(games.c.id).where(
            ~over, games.c.unrated_lost.is_(False), games.c.id.in_(select(results.c.game_id))
        ),
    }
    return [
        text.format(game_id)
        for text, query in queries.items()
        for game_id in connection.scalars(query.limit(MAX_FAULTS))
    ]


def _rating_faults(connection: Connection, last: int | None) -> tuple[Sequence[int], list[str]]:
    """Return the next people, and the faults of their ratings."""
    after = ratings.c.player_id > last if last is not None else ratings.c.player_id.is_not(None)
    people = connection.scalars(
        select(ratings.c.player_id)
        .where(after)
        .distinct()
        .order_by(ratings.c.player_id)
        .limit(PEOPLE_AT_ONCE)
    ).all()
    stored = {
        (row["player_id"], row["game"], row["pool"], row["board"]): row
        for row in connection.execute(select(ratings).where(ratings.c.player_id.in_(people))).mappings()
    }
    rows = connection.execute(
        select(
            results,
            games.c.options,
            *(
                _other.c[f"{part}_before"].label(f"other_{part}")
                for part in ("value", "deviation", "volatility")
            ),
        )
        .join(games, games.c.id == results.c.game_id)
        .outerjoin(_other, and_(_other.c.game_id == results.c.game_id, _other.c.seat != results.c.seat))
        .where(results.c.player_id.in_(people), results.c.rated.is_(True))
        .order_by(
            results.c.player_id, results.c.game, results.c.pool, results.c.finished_at, results.c.game_id
        )
    ).mappings()

    def list_of(row: RowMapping) -> tuple[int, str, str, str]:
        return row["player_id"], row["game"], row["pool"], chosen_board(row["options"])

    ordered = sorted(rows, key=list_of)
    faults: list[str] = []
    for key, played in groupby(ordered, key=list_of):
        who = f"player {key[0]} in {key[1]}{key[3] and f' ({key[3]})'} against {key[2]}"
        if key not in stored:
            faults.append(f"{who}: there are rated games but no rating")
            continue
        faults += [f"{who}: {fault}" for fault in _faults_of(stored[key], list(played))]
    return people, faults


def _faults_of(rating: RowMapping, played: Sequence[RowMapping]) -> Iterable[str]:
    counted = rating["wins"] + rating["draws"] + rating["losses"]
    if counted < len(played):
        yield f"the rating counts {counted} games, but {len(played)} are stored"
        return
    # Everyone once began with the same rating in all lists.
    starts = (glicko2.START, START[Pool(played[0]["pool"])])
    if counted == len(played) and not any(_same(history(played[0], "before"), start) for start in starts):
        yield f"the first rated game, {played[0]['game_id']}, does not begin with the rating of a new player"
    for row in played:
        if row["other_value"] is not None:
            opponent = Rating(row["other_value"], row["other_deviation"], row["other_volatility"])
            score = glicko2.SCORES[row["outcome"]]
            after = glicko2.rated(history(row, "before"), [(opponent, score)], periods=0.0)
            if not _same(after, history(row, "after")):
                yield f"game {row['game_id']} changed the rating in another way than its result implies"
    if counted == len(played):
        for row, following in pairwise(played):
            days = (following["finished_at"] - row["finished_at"]).total_seconds() / _DAY
            if not _same(glicko2.aged(history(row, "after"), days), history(following, "before")):
                yield (
                    f"game {following['game_id']} does not begin with the rating after game {row['game_id']}"
                )
    last = played[-1]
    stored = Rating(rating["value"], rating["deviation"], rating["volatility"])
    if last["finished_at"] == rating["rated_at"] and not _same(history(last, "after"), stored):
        yield f"the rating is not the one after the last game, {last['game_id']}"


def _same(one: Rating, other: Rating) -> bool:
    return all(
        math.isclose(a, b, rel_tol=1e-6)
        for a, b in zip(
            (one.value, one.deviation, one.volatility),
            (other.value, other.deviation, other.volatility),
            strict=True,
        )
    )
