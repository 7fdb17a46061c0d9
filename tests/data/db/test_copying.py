"""`flipfour copy`: everything comes over, from a database that is in use, to one that has nothing yet."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from data import Storage, StorageError
from data.db.copying import CopiedTable, copy_everything
from data.games.clocks import ClockStore
from data.ratings.leaderboard import StandingStore
from data.tables.schema import metadata
from tests.data.helpers import ANN, BOB, Clock
from tests.data.playing import FIRST_WINS, between, move, played
from tests.data.upkeep.test_forgetting import furnish
from tests.databases import everything, execute, url_of, url_without_tables


@pytest.fixture
def source(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'source.db'}"


@pytest.fixture
def target(tmp_path: Path) -> str:
    """A file or a database of a server."""
    return url_without_tables(tmp_path / "target.db")


async def furnished(address: str, clock: Clock) -> Storage:
    storage = await Storage.open(address, clock=clock)
    made = await furnish(storage)
    rematch = between(BOB, ANN, rematch_of=made["won"].id)
    await storage.create_game(rematch)
    return storage


async def test_everything_is_copied_while_the_bot_runs(source: str, target: str, clock: Clock) -> None:
    living = await furnished(source, clock)
    before = await everything(living)
    said: list[CopiedTable] = []
    copied = await copy_everything(source, target, said.append)
    assert not copied.outdated
    assert list(copied.tables) == said
    assert {found.name for found in said} == {*metadata.tables} - {"workers"}
    there = await Storage.open(target, clock=clock)
    now = await everything(there)
    assert sorted(row[:2] for row in now) == sorted(row[:2] for row in before)
    # Both continue to work, and assign the same ids.
    for storage in (living, there):
        await played(storage, between(BOB, ANN), FIRST_WINS)
    games = [await storage.playing_games() for storage in (living, there)]
    assert games[0] == games[1]
    profiles = [await storage[StandingStore].profile(ANN) for storage in (living, there)]
    assert profiles[0] == profiles[1]
    made = [await storage.create_game(between()) for storage in (living, there)]
    assert made[0].id == made[1].id
    await living.close()
    await there.close()


@pytest.mark.long
async def test_writes_during_a_copy_are_reported_and_left_out(source: str, target: str, clock: Clock) -> None:
    living = await furnished(source, clock)
    before = len(await living.playing_games())
    path = source.removeprefix("sqlite:///")

    def play_on(table: CopiedTable) -> None:
        if table.name == "players":
            with closing(sqlite3.connect(path)) as other, other:
                other.execute("UPDATE games SET state = 'closed' WHERE state = 'playing'")

    copied = await copy_everything(source, target, play_on)
    assert copied.outdated
    assert await living.playing_games() == ()
    await living.close()
    there = await Storage.open(target, clock=clock)
    assert len(await there.playing_games()) == before
    await there.close()


WRITES = [
    ["UPDATE games SET refused = NOT refused WHERE id = 1"],
    ["UPDATE players SET name = 'Eve' WHERE id = (SELECT min(id) FROM players)"],
    ["UPDATE preferences SET value = 'wood' WHERE owner_kind = 'server'"],
    ["UPDATE ratings SET value = value + 1"],
    ["UPDATE reviews SET mine_from = NULL"],
    ["UPDATE presence SET seen_at = seen_at + 60"],
    ["UPDATE moves SET move = 'c4' WHERE game_id = 1 AND ply = 0"],
    ["DELETE FROM nicknames"],
    ["INSERT INTO servers (guild_id) VALUES (77)"],
    [
        "DELETE FROM opponents WHERE key = 'annbot'",
        "INSERT INTO opponents (guild_id, name, key, player, creator_id, created_at) "
        "SELECT guild_id, 'Cat', 'cat', player, creator_id, created_at FROM opponents",
    ],
]


@pytest.mark.postgres
async def test_each_write_to_a_copied_server_is_reported(path: Path, tmp_path: Path, clock: Clock) -> None:
    living = await furnished(url_of(path), clock)
    await living[ClockStore].record_presence(timedelta(minutes=5))
    missed: list[list[str]] = []
    for number, statements in enumerate(([], *WRITES)):

        def write(table: CopiedTable, statements: list[str] = statements) -> None:
            if table.name == "players":
                execute(url_of(path), *statements)

        copied = await copy_everything(url_of(path), f"sqlite:///{tmp_path / str(number)}.db", write)
        if copied.outdated != bool(statements):
            missed.append(statements)
    assert missed == []
    await living.close()


async def test_ids_are_never_given_out_twice(source: str, target: str, clock: Clock) -> None:
    storage = await Storage.open(source, clock=clock)
    gone = await storage.create_game(between())
    await storage._database.write(lambda c: c.execute(text("DELETE FROM games")))
    await storage.close()
    await copy_everything(source, target)
    there = await Storage.open(target, clock=clock)
    assert (await there.create_game(between())).id == gone.id + 1
    await there.close()


async def test_there_and_back_again(source: str, target: str, clock: Clock, tmp_path: Path) -> None:
    await (await furnished(source, clock)).close()
    there = await copy_everything(source, target)
    back = await copy_everything(target, f"sqlite:///{tmp_path / 'back.db'}")
    assert back.tables == there.tables
    assert back.rows > 40


async def test_a_database_that_has_something_is_not_changed(source: str, path: Path, clock: Clock) -> None:
    await (await furnished(source, clock)).close()
    storage = await Storage.open(url_of(path), clock=clock)
    game = await storage.add_moves(await storage.create_game(between()), [move("d3", 0)])
    before = await everything(storage)
    with pytest.raises(StorageError, match="has rows in its table players"):
        await copy_everything(source, url_of(path))
    assert await everything(storage) == before
    assert await storage.game(game.id) == game
    await storage.close()


async def test_a_copy_that_differs_is_not_stored(
    source: str, target: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await furnished(source, clock)).close()
    monkeypatch.setattr("data.db.copying._Sum.digest", property(lambda self: str(id(self))))
    with pytest.raises(StorageError, match="nothing was stored"):
        await copy_everything(source, target)
    there = await Storage.open(target, clock=clock)
    assert [row for row in await everything(there) if row[0] != "alembic_version"] == []
    await there.close()


async def test_failed_copies_are_explained_in_one_line(source: str, target: str, clock: Clock) -> None:
    with pytest.raises(StorageError, match="there is no database"):
        await copy_everything(source, target)
    with pytest.raises(StorageError, match="named twice"):
        await copy_everything(source, source)
    await (await Storage.open(source, clock=clock)).close()
    for statement, why in (
        ("UPDATE alembic_version SET version_num = '0001'", "from before version"),
        ("DROP TABLE alembic_version", "belongs to another program"),
    ):
        with closing(sqlite3.connect(source.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute(statement)
        with pytest.raises(StorageError, match=why):
            await copy_everything(source, target)
