"""Search a database for faults, without changing it; the bot may keep using it."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, closing
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Self

from sqlalchemy import Double, String, and_, func, not_, or_, select, type_coerce

from data.db.backup import opened
from data.db.database import Database
from data.db.errors import StorageError
from data.db.invariants import MAX_FAULTS
from data.db.locations import SQLITE_FAILURES, explain, parse_url, shown
from data.db.migrate import require_this_version
from data.games.boards import chosen_board
from data.games.invariants import GAMES, VOTES
from data.games.queries import find_all
from data.jobs.invariants import JOBS
from data.messages.invariants import MESSAGES
from data.people.invariants import PEOPLE
from data.periods.invariants import PERIODS
from data.puzzles.invariants import PUZZLES
from data.ratings import glicko2
from data.ratings.glicko2 import Rating
from data.ratings.invariants import RESULTS
from data.ratings.ratings import START, Pool, history
from data.repertoires.invariants import REPERTOIRES
from data.tables.people import players
from data.tables.playing import games, moves
from data.tables.schema import UtcDateTime, UtcSeconds, metadata
from data.tables.standings import ratings, results
from data.tournaments.invariants import TOURNAMENTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sqlalchemy import ColumnElement, Connection, RowMapping

    from data.games.records import Game

GAMES_AT_ONCE = 200
PEOPLE_AT_ONCE = 100

INVARIANTS = {
    "games": GAMES,
    "votes": VOTES,
    "ratings": RESULTS,
    "tournaments": TOURNAMENTS,
    "puzzles": PUZZLES,
    "seasons": PERIODS,
    "people": PEOPLE,
    "repertoires": REPERTOIRES,
    "reviews": JOBS,
    "messages": MESSAGES,
}
"""All invariants of stored rows, by subject."""

_DAY = 86400.0
_LAST_SECOND = 253402300799
"""The last second of the year 9999."""
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
        """Open the database at `url` without updating it; raises StorageError if it cannot be read.

        A server's tables must be those of this version; `tables_of` tells whose a file has.
        """
        address = parse_url(url)
        database = await Database.at(address)
        try:
            if address.get_backend_name() != "sqlite":
                await database.read(lambda c: require_this_version(c, shown(address)))
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

    async def games(self, unreadable: list[int] | None = None) -> AsyncIterator[Game]:
        """Yield all games by id, in several transactions.

        One that cannot be read is added to `unreadable`, or raises ValueError.
        """
        last = 0
        while ids := await self._database.read(lambda c: _ids_after(c, last)):  # noqa: B023
            for game in await self._database.read(lambda c: _games_of(c, ids, unreadable)):
                yield game
            last = ids[-1]

    async def unreadable_times(self) -> list[str]:
        """Return the columns with times that this version cannot read."""
        return await self._database.read(lambda c: [*_unreadable_times(c)])

    async def broken_invariants(self) -> dict[str, list[str]]:
        """Return the faults of rows that do not fit each other, by what they are about."""
        return {
            subject: await self._database.read(lambda c: [fault for room in all_ for fault in room.faults(c)])  # noqa: B023
            for subject, all_ in INVARIANTS.items()
        }

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


def _ids_after(connection: Connection, last: int) -> Sequence[int]:
    return connection.scalars(
        select(games.c.id).where(games.c.id > last).order_by(games.c.id).limit(GAMES_AT_ONCE)
    ).all()


def _games_of(connection: Connection, ids: Sequence[int], unreadable: list[int] | None) -> tuple[Game, ...]:
    try:
        return find_all(connection, ids)
    except ValueError:
        if unreadable is None:
            raise
        if len(ids) == 1:
            unreadable.append(ids[0])
            return ()
        return tuple(game for game_id in ids for game in _games_of(connection, [game_id], unreadable))


def _unreadable_times(connection: Connection) -> Iterator[str]:
    # A server does not accept any.
    on_file = connection.dialect.name == "sqlite"
    for table in metadata.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, UtcDateTime) and on_file:
                wrong = _is_no_time(type_coerce(column, String))
            elif isinstance(column.type, UtcSeconds):
                wrong = not_(type_coerce(column, Double).between(0, _LAST_SECOND))
            else:
                continue
            query = select(func.count()).select_from(table).where(column.is_not(None), wrong)
            if count := connection.scalar(query):
                yield f"{count:,} times in {table.name}.{column.name} cannot be read"


def _is_no_time(column: ColumnElement[str]) -> ColumnElement[bool]:
    """Return a condition: SQLite does not read the text as a time, or writes the time in another way."""
    second, fraction = func.substr(column, 1, 19), func.substr(column, 20)
    return or_(
        # Without a change, SQLite takes the 30th of February for a day.
        func.strftime("%Y-%m-%d %H:%M:%S", second, "+0 days").is_distinct_from(second),
        and_(fraction != "", fraction.op("NOT GLOB")(".[0-9][0-9][0-9][0-9][0-9][0-9]")),
    )


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
