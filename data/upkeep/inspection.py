"""Search a database for faults, without changing it; the bot may keep using it."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import astuple
from datetime import UTC, datetime
from functools import cache, partial
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Self

from sqlalchemy import (
    BigInteger,
    Boolean,
    Double,
    Integer,
    LargeBinary,
    String,
    and_,
    func,
    literal,
    not_,
    or_,
    select,
    type_coerce,
)

from data.db.backup import opened
from data.db.errors import SQLITE_FAILURES, StorageError, explain, parse_url, shown
from data.db.invariants import MAX_FAULTS, Invariant, Invariants, RowRule, raw, row_faults
from data.db.migrate import open_database, require_this_version
from data.db.rows import each_alone
from data.games.explorer import chosen_board
from data.games.history import find_all
from data.games.invariants import GAMES, VOTES, move_faults
from data.games.moves import PACKED
from data.jobs.invariants import JOBS, MESSAGES
from data.people.invariants import PEOPLE
from data.people.personal import PERSONAL_DATA, TEAM_PLAYERS
from data.periods.invariants import PERIODS
from data.puzzles.invariants import PUZZLES, REPERTOIRES
from data.ratings import glicko2
from data.ratings.glicko2 import Rating
from data.ratings.invariants import RESULTS
from data.ratings.ratings import START, Pool, history
from data.tables.playing import games
from data.tables.schema import UtcDateTime, UtcSeconds, metadata
from data.tables.standings import ratings, results
from data.tables.tournaments import cups, tournaments
from data.tournaments.invariants import TOURNAMENTS
from data.tournaments.rows import find_record

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from sqlalchemy import Column, ColumnElement, Connection, RowMapping, Table

    from data.db.database import Database
    from data.games.records import Game
    from data.tournaments.records import TournamentRecord


MAX_INTEGER = 2**31 - 1
"""The largest whole number that a PostgreSQL server stores in a column of this type."""

_FIRST_TIME, _LAST_TIME = datetime(2015, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""Discord began in 2015."""


@cache
def column_rules(*, on_file: bool) -> tuple[RowRule, ...]:
    """Return the rules of all columns; a file takes values of any type, a server only fitting ones."""
    return tuple(
        rule
        for table in metadata.sorted_tables
        for column in table.columns
        for rule in (*(_types(column) if on_file else ()), *_meanings(table, column))
    )


def _types(column: Column[Any]) -> Iterator[RowRule]:
    """Yield what a server would refuse."""
    kind, stored = column.type, func.typeof(raw(column))
    if isinstance(kind, UtcDateTime):
        yield RowRule(column, _is_no_time(type_coerce(column, String)), "not a time")
    elif isinstance(kind, Boolean):
        yield RowRule(column, raw(column).not_in([literal(0, Integer), literal(1, Integer)]), "not 0 or 1")
    elif isinstance(kind, Integer):
        yield RowRule(column, and_(column.is_not(None), stored != "integer"), "not a whole number")
        if not isinstance(kind, BigInteger):
            number = type_coerce(column, BigInteger)
            yield RowRule(column, not_(number.between(-MAX_INTEGER, MAX_INTEGER)), "too large")
    elif isinstance(kind, Double | UtcSeconds):
        yield RowRule(column, and_(column.is_not(None), stored.not_in(("real", "integer"))), "not a number")
    elif isinstance(kind, LargeBinary):
        yield RowRule(column, and_(column.is_not(None), stored != "blob"), "not bytes")
    elif isinstance(kind, String):
        yield RowRule(column, and_(column.is_not(None), stored != "text"), "not a text")
        if kind.length is not None:
            yield RowRule(column, func.length(column) > kind.length, f"more than {kind.length} characters")


def _meanings(table: Table, column: Column[Any]) -> Iterator[RowRule]:
    if isinstance(column.type, UtcDateTime):
        yield RowRule(column, or_(column < _FIRST_TIME, column >= _LAST_TIME), "no time of a bot")
    elif isinstance(column.type, UtcSeconds):
        yield RowRule(column, not_(column.between(_FIRST_TIME, _LAST_TIME)), "no time of a bot")
    elif isinstance(column.type, Double):
        yield RowRule(column, not_(column.between(-1e15, 1e15)), "too large")
    if column is table.autoincrement_column and not column.foreign_keys:
        yield RowRule(column, column < 1, "no id")
    personal = PERSONAL_DATA.get(table.name)
    if personal is None:
        return
    least = dict.fromkeys((*personal.places, *personal.people), 0)
    least |= {name: min(TEAM_PLAYERS) for name in personal.people}
    if personal.server is not None:
        least.setdefault(personal.server[0], 0)
    if column.name in least:
        yield RowRule(column, column < least[column.name], "no id of Discord")


def _is_no_time(column: ColumnElement[str]) -> ColumnElement[bool]:
    """Return a condition: SQLite does not read the text as a time, or writes the time in another way."""
    second, fraction = func.substr(column, 1, 19), func.substr(column, 20)
    return and_(
        column.is_not(None),
        or_(
            # Without a change, SQLite takes the 30th of February for a day.
            func.strftime("%Y-%m-%d %H:%M:%S", second, "+0 days").is_distinct_from(second),
            and_(fraction != "", fraction.op("NOT GLOB")(".[0-9][0-9][0-9][0-9][0-9][0-9]")),
        ),
    )


GAMES_AT_ONCE = 200
PEOPLE_AT_ONCE = 100

INVARIANTS: Mapping[str, Invariants] = {
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

_WITH_MOVES = frozenset({"games", "moves", "packed_moves"})

COLUMNS = "columns"
"""The subject of what the types and meanings of single columns say."""

_DAY = 86400.0
_other = results.alias("other")


def file_faults(path: Path) -> list[str]:
    """Return faults that SQLite finds in a file: damaged pages, inconsistent indices, dangling references."""
    return page_faults(path) or reference_faults(path)


def page_faults(path: Path) -> list[str]:
    """Return damaged pages and inconsistent indices: what is read of such a file means nothing."""
    try:
        with closing(opened(path)) as connection:
            rows = connection.execute(f"PRAGMA integrity_check({MAX_FAULTS})").fetchall()
    except SQLITE_FAILURES as error:
        return [explain(error, str(path))]
    return [" ".join(text.split()) for (text,) in rows if text != "ok"]


def reference_faults(path: Path) -> list[str]:
    """Return dangling references; all other rows can be read."""
    try:
        with closing(opened(path)) as connection:
            orphans = connection.execute("PRAGMA foreign_key_check").fetchmany(MAX_FAULTS)
    except SQLITE_FAILURES as error:
        return [explain(error, str(path))]
    return [f"a row of {table} refers to a missing row of {parent}" for table, _, parent, _ in orphans]


def count_rows(path: Path) -> dict[str, int]:
    """Return the number of games, moves and players in an SQLite file; raises StorageError if unreadable."""
    try:
        with closing(opened(path)) as connection:
            tables = ("games", "moves", "players")
            counted = {
                table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
                for table in tables
            }
            # A copy of an earlier version has none that are packed.
            if connection.execute("SELECT 1 FROM pragma_table_info('games') WHERE name = 'plies'").fetchone():
                (packed,) = connection.execute(PACKED).fetchone()
                counted["moves"] += packed
            return counted
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
        database = await open_database(address)
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
        async for ids in self._game_ids():
            for game in await self._database.read(lambda c: _games_of(c, ids, unreadable)):  # noqa: B023
                yield game

    async def _game_ids(self) -> AsyncIterator[Sequence[int]]:
        last = 0
        while ids := await self._database.read(lambda c: _ids_after(c, last)):  # noqa: B023
            yield ids
            last = ids[-1]

    async def broken_invariants(self, tables: Collection[str] | None = None) -> dict[str, list[str]]:
        """Return the faults of rows alone and among each other, by what they are about; of all tables, or of
        rules that read one of some `tables`."""
        faults: dict[str, list[str]] = {}
        for subject, room in INVARIANTS.items():
            faults[subject] = await self._database.read(lambda c: [*_broken(c, room, tables)])  # noqa: B023
        faults[COLUMNS] = await self._database.read(lambda c: [*_broken(c, None, tables)])
        if tables is None or not _WITH_MOVES.isdisjoint(tables):
            faults["games"] += [fault async for fault in self._move_faults()]
        return faults

    async def _move_faults(self) -> AsyncIterator[str]:
        async for ids in self._game_ids():
            for fault in await self._database.read(lambda c: _move_faults(c, ids)):  # noqa: B023
                yield fault

    async def values_of(self, *columns: Column[Any]) -> list[tuple[Any, ...]]:
        """Return the different values of columns of one table, as they are stored."""
        query = select(*(raw(column) for column in columns)).distinct()
        return await self._database.read(lambda c: [tuple(row) for row in c.execute(query)])

    async def keys_of(self, columns: Sequence[Column[Any]], values: Sequence[Any]) -> str:
        """Return the key of a row with these values, as faults name it."""
        table = columns[0].table
        keys = list(table.primary_key)
        same = (
            raw(column).is_not_distinct_from(value) for column, value in zip(columns, values, strict=True)
        )
        query = select(*map(raw, keys)).where(*same).order_by(*keys).limit(1)
        row = await self._database.read(lambda c: c.execute(query).one())
        return ", ".join(f"{key.name} {value}" for key, value in zip(keys, row, strict=True))

    async def of_games(self, table: Table, ids: Sequence[int]) -> dict[int, list[RowMapping]]:
        query = select(*(raw(column).label(column.name) for column in table.columns))
        query = query.where(table.c.game_id.in_(ids)).order_by(*table.primary_key)
        by_game: dict[int, list[RowMapping]] = {}
        for row in await self._database.read(lambda c: c.execute(query).mappings().all()):
            by_game.setdefault(row["game_id"], []).append(row)
        return by_game

    async def tournament_ids(self) -> Sequence[int]:
        return await self._database.read(lambda c: c.scalars(select(tournaments.c.id)).all())

    async def tournament(self, tournament_id: int) -> tuple[TournamentRecord, list[int]]:
        """Return a tournament and the people with its cup; raises one of DAMAGE if it cannot be read."""
        cup = select(cups.c.player_id).where(cups.c.tournament_id == tournament_id)

        def work(connection: Connection) -> tuple[TournamentRecord, list[int]]:
            record = find_record(connection, tournament_id)
            if record is None:
                raise ValueError("it is gone")
            return record, [*connection.scalars(cup.order_by(cups.c.player_id))]

        return await self._database.read(work)

    async def rating_faults(self) -> list[str]:
        """Return faults of ratings that do not follow from the stored games."""
        faults: list[str] = []
        last: int | None = None
        while len(faults) < MAX_FAULTS:
            people, theirs = await self._database.read(lambda c: _rating_faults(c, last))  # noqa: B023
            faults += theirs
            await asyncio.sleep(0)
            if len(people) < PEOPLE_AT_ONCE:
                break
            last = people[-1]
        return faults


def _ids_after(connection: Connection, last: int) -> Sequence[int]:
    return connection.scalars(
        select(games.c.id).where(games.c.id > last).order_by(games.c.id).limit(GAMES_AT_ONCE)
    ).all()


def _move_faults(connection: Connection, ids: Sequence[int]) -> list[str]:
    # Games that cannot be read are found where they are read whole.
    return each_alone(lambda some: [*move_faults(connection, some)], ids, lambda *_: [])


def _games_of(connection: Connection, ids: Sequence[int], unreadable: list[int] | None) -> list[Game]:
    def note(game_id: int, error: Exception) -> list[Game]:
        if unreadable is None:
            raise ValueError(f"a game cannot be read: {error}") from error
        unreadable.append(game_id)
        return []

    return each_alone(lambda some: [*find_all(connection, some)], ids, note)


def _broken(
    connection: Connection, room: Iterable[Invariant | RowRule] | None, tables: Collection[str] | None
) -> Iterator[str]:
    if room is None:
        room = column_rules(on_file=connection.dialect.name == "sqlite")
    wanted = [one for one in room if tables is None or not one.tables.isdisjoint(tables)]
    for one in wanted:
        if isinstance(one, Invariant):
            yield from one.faults(connection)
    yield from row_faults(connection, (one for one in wanted if isinstance(one, RowRule)))


def _rating_faults(connection: Connection, last: int | None) -> tuple[Sequence[int], list[str]]:
    after = ratings.c.player_id > last if last is not None else ratings.c.player_id.is_not(None)
    people = connection.scalars(
        select(ratings.c.player_id)
        .where(after)
        .distinct()
        .order_by(ratings.c.player_id)
        .limit(PEOPLE_AT_ONCE)
    ).all()
    return people, each_alone(
        partial(_faults_of_people, connection),
        people,
        # The rules of columns name the value.
        lambda person, _: [f"player {person}: a result or a rating cannot be read"],
    )


def _faults_of_people(connection: Connection, people: Sequence[int]) -> list[str]:
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
    return faults


def _faults_of(rating: RowMapping, played: Sequence[RowMapping]) -> Iterable[str]:
    counted = rating["wins"] + rating["draws"] + rating["losses"]
    if counted < len(played):
        yield f"the rating counts {counted} games, but {len(played)} are stored"
        return
    # Everyone once began with the same rating in all lists.
    starts = (glicko2.START, START[Pool(played[0]["pool"])])
    begins = any(_same(history(played[0], "before"), start) for start in starts)
    if begins or counted == len(played):
        # Games are deleted the oldest first, so all of them are there.
        for outcome, column in (("win", "wins"), ("draw", "draws"), ("loss", "losses")):
            number = sum(row["outcome"] == outcome for row in played)
            if rating[column] != number:
                yield f"the rating counts {rating[column]} {column}, but {number} are stored"
    if counted == len(played) and not begins:
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
    if rating["rated_at"] < last["finished_at"] or (begins and rating["rated_at"] != last["finished_at"]):
        yield f"the rating is of another time than the last game, {last['game_id']}"
    stored = Rating(rating["value"], rating["deviation"], rating["volatility"])
    if last["finished_at"] == rating["rated_at"] and not _same(history(last, "after"), stored):
        yield f"the rating is not the one after the last game, {last['game_id']}"


def _same(one: Rating, other: Rating) -> bool:
    pairs = zip(astuple(one), astuple(other), strict=True)
    return all(math.isclose(a, b, rel_tol=1e-6) for a, b in pairs)
