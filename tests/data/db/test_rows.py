"""Rows, numbers and locations."""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass, field, fields, is_dataclass, make_dataclass, replace
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine, select

from bot.cli.upkeep import SERVER_BACKUP, SERVER_RESTORE
from data import Storage, StorageError
from data.db.backup import copy_database
from data.db.copying import restore_database
from data.db.errors import explain, parse_url, shown, whole_address
from data.db.numbers import BASE, MAX_RAISE, NumberStore
from data.db.rows import add_row, column, insert_row, put_row, read_all, read_one, record_of, values_of
from data.db.share import Share
from data.games.records import Game, GameState, NewMove, Outcome
from data.games.time_control import Correspondence, GameClock, Live, TimeControl, read_time_control
from data.jobs.reviews import StoredReview, StrengthTest
from data.messages.channels import ListedGame
from data.puzzles.puzzle_posts import PuzzlePost
from data.puzzles.puzzles import OwnPuzzle
from data.puzzles.repertoires import TrainingSession
from data.puzzles.runs import Run
from data.ratings.glicko2 import Rating
from data.ratings.leaderboard import RecentGame, Standing
from data.ratings.ratings import RatingChange
from data.tables.people import blocks, nicknames, players, requests
from data.tables.schema import metadata
from data.tournaments.records import NewTournament, Pairing
from tests.cases import for_each
from tests.data.helpers import Clock
from tests.data.playing import between
from tests.databases import run_tools, url_of
from tests.extent import extent

DATA = Path(__file__).parents[3] / "data"

# Fields that a store adds to those of the row.
GIVEN = {
    StoredReview: ("done", "plies"),
    StrengthTest: ("nodes", "moves"),
    ListedGame: ("seats", "players", "paused"),
    OwnPuzzle: ("attempt",),
    Run: ("number", "attempt", "results"),
    TrainingSession: ("over", "questions"),
    Game: (
        "side_choice", "seats", "unrated", "moves", "seconds", "given_away", "delegates", "proved",
        "thoughts", "clock", "question", "event",
    ),
    RecentGame: ("board", "opponent_name", "computer", "score", "rating_before", "rating_after"),
    Standing: ("place", "listing", "rating"),
    RatingChange: ("before", "after", "number"),
}  # fmt: skip

#: Types that modules import for type checkers alone.
FOR_CHECKERS = {"datetime": datetime, "GameClock": GameClock, "Rating": Rating}


def read_kinds() -> set[Any]:
    """Return the records that stores read by the codec."""
    found = set()
    for path in DATA.rglob("*.py"):
        named = re.findall(r"\b(?:record_of\(|read_(?:one|all)\(connection, )\s*([A-Z]\w+)", path.read_text())
        if named and path != DATA / "db" / "rows.py":
            module = import_module(".".join(path.relative_to(DATA.parent).with_suffix("").parts))
            found |= {getattr(module, name) for name in named}
    return found


# The others are only written.
KINDS = sorted(read_kinds() | {NewMove, Pairing, NewTournament, Outcome}, key=lambda kind: str(kind))


def values(wanted: Any) -> st.SearchStrategy[Any]:
    """Return values of a type."""
    parts = get_args(wanted)
    if wanted == TimeControl:
        return st.sampled_from([Live(5, 3), Live(180, 0), Correspondence(7)])
    if wanted is Share:
        return st.sampled_from([Share(), Share(1, 2, 4)])
    if wanted is datetime:
        return st.datetimes(timezones=st.just(UTC))
    if wanted is timedelta:
        return st.integers(0, 180).map(lambda seconds: timedelta(seconds=seconds))
    if wanted is float:
        return st.floats(0, 3000)
    if wanted is int:
        # Valid wherever a number is checked.
        return st.just(1)
    if get_origin(wanted) is UnionType or isinstance(wanted, UnionType):
        return st.one_of(*(st.none() if part is NoneType else values(part) for part in parts))
    if wanted == tuple[str, ...]:
        return st.lists(st.sampled_from(["d3", "c4", "pass"])).map(tuple)
    if get_origin(wanted) is tuple:
        return st.lists(values(parts[0])).map(tuple) if ... in parts else st.tuples(*map(values, parts))
    if is_dataclass(wanted) or hasattr(wanted, "_fields"):
        return records(wanted)
    return st.from_type(wanted)


def records(kind: Any) -> st.SearchStrategy[Any]:
    """Return records of a kind."""
    known = {**FOR_CHECKERS, **vars(sys.modules[kind.__module__])}
    types = get_type_hints(kind, localns=known)

    def build(**fields: Any) -> Any:
        try:
            return kind(**fields)
        except ValueError:
            # A combination that the record does not allow.
            reject()

    return st.builds(build, **{name: values(wanted) for name, wanted in types.items()})


def without(record: Any, others: Collection[str]) -> Any:
    """Return a record with the other fields."""
    own = [each for each in fields(record) if each.name not in others]
    kind = make_dataclass("Part", [(each.name, each.type, field(metadata=each.metadata)) for each in own])
    kind.__module__ = type(record).__module__
    return kind(*(getattr(record, each.name) for each in own))


@for_each("kind", KINDS)
def test_a_record_comes_back_from_its_row(kind: Any) -> None:
    @given(records(kind))
    @settings(max_examples=extent(3, 8))
    def check(record: Any) -> None:
        if kind is PuzzlePost:
            # Both are the same column.
            record = replace(record, answer_at=record.new.answer_at)
        others = {name: getattr(record, name) for name in GIVEN.get(kind, ())}
        row = values_of(without(record, others) if others else record)
        assert record_of(kind, row, **others) == record

    check()


def test_stores_read_their_records_by_the_codec() -> None:
    assert len(KINDS) >= 39


@dataclass(frozen=True)
class Place:
    """Where something is."""

    guild_id: int
    channel_id: int | None


class Named(NamedTuple):
    """A named tuple."""

    state: GameState
    at: datetime


@dataclass(frozen=True)
class Thing:
    """A record with a field of each sort."""

    id: int
    state: GameState | None
    line: tuple[str, ...]
    place: Place | None
    time: TimeControl | None = field(metadata=column("time_control", read_time_control, str))


def test_a_field_is_stored_by_its_type_or_is_an_error() -> None:
    thing = Thing(1, GameState.PLAYING, ("d3", "c4"), Place(5, None), None)
    row = {"id": 1, "state": "playing", "line": "d3 c4", "guild_id": 5, "channel_id": None}
    assert values_of(thing, more=2) == {**row, "time_control": None, "more": 2}
    assert values_of(thing, id=3)["id"] == 3
    assert record_of(Thing, {**row, "time_control": None}) == thing
    assert record_of(Thing, {**row, "time_control": "3d"}).time == Correspondence(3)
    row = {"id": 1, "state": None, "line": "", "guild_id": None, "channel_id": None, "time_control": None}
    assert record_of(Thing, row) == Thing(1, None, (), None, None)
    assert values_of(record_of(Thing, row)) == row
    assert record_of(Thing, {**row, "channel_id": 6}).place == Place(None, 6)  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="lost"):
        record_of(Named, {"state": "lost", "at": None})
    with pytest.raises(NameError, match="Nowhere"):
        record_of(Unknown, {"x": 1})


@dataclass
class Unknown:
    """A record with a type that its module does not know."""

    x: Nowhere  # type: ignore[name-defined]  # noqa: F821


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.begin() as connection:
        insert_player(connection, 1)
        yield connection


def insert_player(connection: Connection, player_id: int) -> bool:
    return add_row(connection, players, {"id": player_id, "name": "Ann"})


class Nickname(NamedTuple):
    """A person's nickname."""

    guild_id: int
    name: str


def test_a_row_is_added_once_put_in_place_or_gets_an_id(connection: Connection) -> None:
    assert insert_player(connection, 2)
    assert not insert_player(connection, 2)
    query = select(nicknames).order_by(nicknames.c.guild_id)
    assert read_one(connection, Nickname, query) is None
    for guild_id, name in ((5, "Annie"), (6, "A"), (5, "Anna")):
        put_row(connection, nicknames, values_of(Nickname(guild_id, name), player_id=1))
    assert read_all(connection, Nickname, query) == (Nickname(5, "Anna"), Nickname(6, "A"))
    assert read_one(connection, Nickname, query.where(nicknames.c.guild_id == 5)) == Nickname(5, "Anna")
    row = {"kind": "challenge", "player_id": 1, "asked_at": datetime(2026, 1, 1, tzinfo=UTC)}
    assert [insert_row(connection, requests, row) for _ in range(2)] == [1, 2]


def test_an_inserted_row_gets_its_first_columns_once(connection: Connection) -> None:
    row = {"blocker_id": 1, "blocked_id": 1}
    first, later = (datetime(2026, 1, day, tzinfo=UTC) for day in (1, 2))
    put_row(connection, players, {"id": 1, "seen_at": later}, first={"name": "Bob"})
    assert connection.execute(select(players)).one() == (1, "Ann", later)
    put_row(connection, players, {"id": 2, "seen_at": first}, first={"name": "Bob"})
    assert connection.scalar(select(players.c.name).where(players.c.id == 2)) == "Bob"
    assert add_row(connection, blocks, {**row, "created_at": first})


async def played(storage: Storage, games: int) -> int:
    """Store some games; returns the number of the last one."""
    return [(await storage.create_game(between())).id for _ in range(games)][-1]


async def test_a_start_long_after_the_last_use_skips_numbers(path: Path) -> None:
    clock = Clock()
    storage = await Storage.open(url_of(path), clock=clock)
    assert await storage[NumberStore].skip_lost() == 0
    last = await played(storage, 3)
    clock.advance(seconds=60)
    assert await storage[NumberStore].skip_lost() == 0
    clock.advance(days=1)
    skipped = await storage[NumberStore].skip_lost()
    assert skipped > BASE
    assert await played(storage, 1) == last + skipped + 1
    await storage.close()


async def test_a_number_seen_on_discord_is_not_given_again(path: Path) -> None:
    storage = await Storage.open(url_of(path))
    last = await played(storage, 2)
    assert not await storage[NumberStore].record_seen("games", last)
    assert await storage[NumberStore].record_seen("games", last + 40)
    assert not await storage[NumberStore].record_seen("games", last + 40)
    assert not await storage[NumberStore].record_seen("games", last + 41 + MAX_RAISE)
    assert await played(storage, 1) == last + 41
    assert await storage[NumberStore].record_seen("opponents", 12)
    await storage.close()


@pytest.mark.sqlite
async def test_restoring_gives_no_number_of_the_former_database_again(path: Path, tmp_path: Path) -> None:
    storage = await Storage.open(url_of(path))
    await played(storage, 2)
    copy = copy_database(path, tmp_path / "copy.sqlite3").path
    lost = await played(storage, 5)
    await storage.close()
    restore_database(copy, path)
    storage = await Storage.open(url_of(path))
    assert await storage.game(lost) is None
    assert await played(storage, 1) == lost + 1
    await storage.close()


@pytest.mark.long
@pytest.mark.postgres
async def test_restoring_a_dump_of_a_server_gives_no_lost_number_again(path: Path, tmp_path: Path) -> None:
    clock, dump = Clock(), tmp_path / "games.dump"
    storage = await Storage.open(url_of(path), clock=clock)
    await storage[NumberStore].skip_lost()
    kept = await played(storage, 2)
    await run_tools(SERVER_BACKUP, path, dump)
    lost = await played(storage, 5)
    await storage.close()
    await run_tools(SERVER_RESTORE, path, dump)
    clock.advance(days=1)
    storage = await Storage.open(url_of(path), clock=clock)
    assert await storage.game(kept) is not None
    assert await storage.game(lost) is None
    # The dump has the counters of its time; only the start skips what was given since.
    assert await storage[NumberStore].skip_lost() > lost - kept
    assert await played(storage, 1) > lost
    await storage.close()


@pytest.mark.parametrize("prefix", ["sqlite:///", "sqlite+aiosqlite:///"])
def test_sqlite_paths_become_absolute(prefix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    url = parse_url(f"{prefix}games.db")
    assert (url.drivername, url.database) == ("sqlite", str(tmp_path / "games.db"))
    assert parse_url(f"{prefix}{tmp_path}/odd%20name.db").database == f"{tmp_path}/odd name.db"
    assert parse_url("sqlite:///~/games.db").database == str(tmp_path / "games.db")


@for_each("scheme", ["postgresql", "postgres", "postgresql+asyncpg"])
def test_postgresql_gets_its_driver_and_hides_its_password(scheme: str) -> None:
    url = parse_url(f"{scheme}://bot:secret@host:5433/games")
    assert url.drivername == "postgresql+asyncpg"
    assert (url.password, url.port, url.database) == ("secret", 5433, "games")
    assert shown(url) == "postgresql://bot:***@host:5433/games"


def test_addresses_and_failures_are_told_without_secrets() -> None:
    """A password can be one of them."""
    url = parse_url("postgresql://bot@host/games?password=secret&sslpassword=secret&ssl=require")
    assert "secret" in url.query.values()
    assert shown(url) == "postgresql://bot@host/games"
    text = "postgresql://bot:secret@/games?host=/run/postgresql&sslmode=require&sslpassword=secret"
    whole = whole_address(text)
    assert "secret" not in whole
    assert parse_url(whole).query == {"host": "/run/postgresql", "sslmode": "require"}

    class RefusedError(Exception):
        sqlstate = "28P01"

    assert "check DATABASE_URL" in explain(RefusedError("no"), "postgresql://host/games")
    assert explain(TimeoutError(), "games.db") == "the database games.db failed: TimeoutError"


@for_each(("text", "words"), [
    ("", "cannot be read"),
    ("postgresql://bot:a@secret@host/games", "write %40"),
    ("games.db", "cannot be read"),
    ("mysql://host/games", "mysql, which is not supported"),
    ("sqlite+pysqlcipher:///games.db", "not supported"),
    ("sqlite://", "names no file"),
    ("sqlite:///:memory:", "names no file"),
    ("sqlite:///file:games?mode=memory&uri=true", "names no file"),
    ("postgresql://bot:secret@host:port/games", "cannot be read"),
])  # fmt: skip
def test_other_addresses_are_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(StorageError, match=words) as caught:
        parse_url(text)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


@for_each(("code", "advice"), [
    (sqlite3.SQLITE_FULL, "free some space"),
    (sqlite3.SQLITE_BUSY, "another program"),
    (sqlite3.SQLITE_BUSY_SNAPSHOT, "another program"),
    (sqlite3.SQLITE_READONLY_DBMOVED, "permissions"),
    (sqlite3.SQLITE_CANTOPEN_ISDIR, "check the path"),
    (sqlite3.SQLITE_NOTADB, "name another file"),
    (sqlite3.SQLITE_CORRUPT, "backups"),
    (sqlite3.SQLITE_IOERR_FSYNC, "check the disk"),
    (sqlite3.SQLITE_ERROR, "failed: it is full of\n locked columns"),
])  # fmt: skip
def test_failures_say_what_to_do_by_their_code(code: int, advice: str) -> None:
    # Words mean nothing: a statement or a path may have any in it.
    error = sqlite3.OperationalError("it is full of\n locked columns")
    error.sqlite_errorcode = code
    line = explain(error, "games.db")
    assert "games.db" in line
    assert " ".join(advice.split()) in line
    assert "\n" not in line


def test_a_locked_file_is_told_by_its_code(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as holder, closing(sqlite3.connect(path, timeout=0)) as other:
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError) as caught:
            other.execute("CREATE TABLE games (id INTEGER)")
    assert "close that one" in explain(caught.value, str(path))
