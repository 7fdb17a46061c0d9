"""A PostgreSQL server: snapshots, retried transactions, lost connections, tables."""

from __future__ import annotations

import asyncio
import logging
import secrets
import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, insert, inspect, select, text, update
from sqlalchemy.engine import make_url

from bot.cli.upkeep import SERVER_BACKUP, SERVER_RESTORE
from data import Storage, StorageError
from data.db.errors import UnusableDatabase, parse_url
from data.db.migrate import BASELINE, SCRIPTS, newest_revision, update_tables
from data.db.server import Server
from data.db.store import CountLock, take_turns
from data.games.conditional import ConditionalStore
from data.games.records import Ending
from data.games.votes import VoteStore
from data.people.players import PeopleStore
from data.tables.people import players
from data.tables.playing import conditional_moves, games
from data.tables.schema import metadata
from data.tournaments.tournaments import TournamentStore
from data.upkeep.inspection import Inspection
from tests.cases import there
from tests.data.db.earlier_simuls import ROWS
from tests.data.db.earlier_votes import PUT_ASIDE, VOTED
from tests.data.db.earlier_votes import ROWS as ROWS_OF_VOTES
from tests.data.db.first_release import ANN as HOST
from tests.data.helpers import ANN, BOB, Clock
from tests.data.playing import FIRST_WINS, between, move, reload, simul
from tests.databases import run_tools, url_of, url_without_tables

pytestmark = pytest.mark.postgres

CUT_OFF = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)

WAITS = text("SELECT count(*) FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid")
"""Tells whether another transaction waits for this one."""


async def test_a_reading_transaction_sees_one_state(storage: Storage, other: Storage) -> None:
    game = await storage.create_game(between())
    seen: list[int | None] = []
    reading, stored = asyncio.Event(), asyncio.Event()

    async def read_twice() -> None:
        assert isinstance(storage._database, Server)
        async with storage._database.reader.connect() as connection, connection.begin():
            for _ in range(2):
                seen.append(await connection.scalar(select(games.c.version)))
                reading.set()
                await stored.wait()

    async def change() -> None:
        await reading.wait()
        await other.add_moves(game, [move("d3", 0)])
        stored.set()

    await asyncio.gather(read_twice(), change())
    assert seen == [1, 1]
    assert (await reload(storage, game)).version == 2


async def test_a_reading_transaction_can_change_nothing(storage: Storage) -> None:
    with pytest.raises(StorageError, match="read-only"):
        await storage._database.read(lambda c: c.execute(update(players).values(name="Nobody")))


async def test_one_of_two_deadlocked_transactions_is_retried(storage: Storage, other: Storage) -> None:
    await storage.create_game(between())
    tries: list[int] = []

    def rename(first: int, second: int, connection: Connection) -> None:
        tries.append(first)
        for player in (first, second):
            connection.execute(update(players).where(players.c.id == player).values(name=f"by {first}"))
            connection.execute(text("SELECT pg_sleep(0.2)"))

    await asyncio.gather(
        storage._database.write(lambda c: rename(ANN, BOB, c)),
        other._database.write(lambda c: rename(BOB, ANN, c)),
    )
    # The one that is ended may begin again before the other is stored, and then it is too early once.
    assert len(tries) in (3, 4)
    names = [await storage[PeopleStore].name(player) for player in (ANN, BOB)]
    assert names == [f"by {tries[-1]}"] * 2


async def test_a_swap_holds_the_game_before_it_deletes_plans(storage: Storage, other: Storage) -> None:
    game = await storage.create_game(between())
    await storage[ConditionalStore].replace(game, BOB, [("d3", "c3")])
    assert isinstance(other._database, Server)
    async with other._database.writer.begin() as connection:
        await connection.execute(select(games.c.id).with_for_update())
        swapping = asyncio.create_task(storage.swap_seats(game))
        while not await connection.scalar(WAITS):
            await connection.execute(text("SELECT pg_sleep(0.01)"))
        # Plans are replaced in this order, too, and would otherwise wait for each other.
        await connection.execute(select(conditional_moves.c.id).with_for_update(nowait=True))
    assert [seat.player_id for seat in (await swapping).seats] == [BOB, ANN]


async def test_a_second_writer_of_a_turn_waits(storage: Storage, other: Storage) -> None:
    order: list[str] = []
    taken = asyncio.Event()
    loop = asyncio.get_running_loop()

    def first(connection: Connection) -> None:
        take_turns(connection, (CountLock.REVIEWS, ANN))
        loop.call_soon(taken.set)
        while not order:
            connection.execute(text("SELECT pg_sleep(0.01)"))
        # The other one would have its turn by then, if it did not wait.
        connection.execute(text("SELECT pg_sleep(0.2)"))
        order.append("first")

    def second(connection: Connection) -> None:
        take_turns(connection, (CountLock.REVIEWS, BOB))
        order.append("of another person")
        take_turns(connection, (CountLock.REVIEWS, ANN), (CountLock.REVIEWS, None))
        order.append("second")

    async def begin_second() -> None:
        await taken.wait()
        await other._database.write(second)

    await asyncio.gather(storage._database.write(first), begin_second())
    assert order == ["of another person", "first", "second"]


async def test_a_game_continues_when_all_connections_were_cut(storage: Storage, other: Storage) -> None:
    game = await storage.create_game(between())
    for ply in range(4):
        await other._database.write(lambda c: c.execute(CUT_OFF))
        assert await reload(storage, game) == game
        await other._database.write(lambda c: c.execute(CUT_OFF))
        game = await storage.add_moves(game, [move(f"m{ply}", ply % 2)])
    assert (await reload(storage, game)).ply == 4


async def test_a_transaction_cut_off_is_retried(storage: Storage, other: Storage) -> None:
    tries = 0
    loop = asyncio.get_running_loop()
    cutting: list[asyncio.Task[object]] = []

    def work(connection: Connection) -> str:
        nonlocal tries
        tries += 1
        if tries == 1:
            cut = other._database.write(lambda c: c.execute(CUT_OFF))
            loop.call_soon(lambda: cutting.append(loop.create_task(cut)))
            connection.execute(text("SELECT pg_sleep(30)"))
        return "done"

    assert await storage._database.write(work) == "done"
    assert tries == 2
    await asyncio.gather(*cutting)


async def test_a_refusing_server_is_reported_in_one_line(storage: Storage, path: Path, clock: Clock) -> None:
    game = await storage.create_game(between())
    name = make_url(url_of(path)).database
    elsewhere = await Storage.open(url_of(path.with_name("elsewhere")), clock=clock)

    async def let_in(them: bool) -> None:
        def close_door(connection: Connection) -> None:
            connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {them}"))
            cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
            connection.execute(text(cut))

        await elsewhere._database.write(close_door)

    await let_in(False)
    with pytest.raises(StorageError) as caught:
        await storage.add_moves(game, [move("d3", 0)])
    assert "\n" not in str(caught.value)
    await let_in(True)
    assert (await storage.add_moves(game, [move("d3", 0)], FIRST_WINS)).ply == 1
    await elsewhere.close()


async def test_a_refused_login_ends_the_process_for_good(storage: Storage, path: Path) -> None:
    address, user = make_url(url_of(path)), f"flipfour_{secrets.token_hex(4)}"

    def file(connection: Connection) -> Path:
        return Path(connection.scalar(text("SHOW hba_file")) or "")

    rules = await storage._database.read(file)
    if not rules.is_file():
        pytest.skip("the server's rules for logging in are on another machine")
    before = await asyncio.to_thread(rules.read_text)

    async def change(rules_now: str, role: str) -> None:
        await asyncio.to_thread(rules.write_text, rules_now)
        await storage._database.write(lambda c: c.execute(text(role)))
        await storage._database.write(lambda c: c.execute(text("SELECT pg_reload_conf()")))

    lines = f"local all {user} scram-sha-256\nhost all {user} all scram-sha-256\n"
    await change(lines + before, f"CREATE ROLE {user} LOGIN PASSWORD 'right'")
    try:
        for wrong, why in (
            (address.set(username=user, password="wrong"), "the password is wrong: check DATABASE_URL"),  # noqa: S106
            (address.set(username=f"{user}_x"), "may not log in|password is wrong"),
            (address.set(database=user), "there is no such database"),
        ):
            with pytest.raises(UnusableDatabase, match=why) as caught:
                await Storage.open(wrong.render_as_string(hide_password=False))
            assert caught.value.exit_code == 78
            assert ":wrong@" not in str(caught.value)
    finally:
        await change(before, f"DROP ROLE {user}")


async def on_server(path: Path, scripts: Path) -> list[object]:
    """Update the tables of a database by these migrations; what then differs from the tables of the code."""
    found: list[object] = []

    def work(connection: Connection) -> None:
        update_tables(connection, "games", scripts)
        found.extend(compare_metadata(MigrationContext.configure(connection), metadata))

    server = Server(parse_url(url_without_tables(path)))
    await server.write(work)
    await server.close()
    return found


@pytest.fixture
def every_step(tmp_path: Path) -> Path:
    """The migrations, one after the other."""
    return shutil.copytree(SCRIPTS, tmp_path / "every step")


INDICES = text("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname")


async def test_migrations_give_the_tables_of_the_code(path: Path, every_step: Path) -> None:
    assert await on_server(path, every_step) == []
    assert await on_server(path.with_name("new"), SCRIPTS) == []
    made: list[object] = []
    for name in (path, path.with_name("new")):
        server = Server(parse_url(url_without_tables(name)))
        checks = await server.read(lambda c: inspect(c).get_multi_check_constraints())
        found = sorted((table, [each["sqltext"] for each in some]) for (_, table), some in checks.items())
        made.append((found, await server.read(lambda c: c.execute(INDICES).all())))
        await server.close()
    assert made[0] == made[1]


async def update_from_baseline(path: Path, tmp_path: Path, people: Iterable[int], rows: str) -> Storage:
    """Open a database of version 1.0 with these people and rows."""
    later = [script.name for script in SCRIPTS.glob("versions/0*.py") if script.name[:4] > BASELINE]
    baseline = shutil.copytree(SCRIPTS, tmp_path / "baseline", ignore=shutil.ignore_patterns(*later))
    await on_server(path, baseline)
    server = Server(parse_url(url_without_tables(path)))

    def fill(connection: Connection) -> None:
        for person in people:
            connection.execute(insert(players).values(id=person, name=str(person)))
        for statement in rows.strip().removesuffix(";").split(";"):
            connection.execute(text(statement))

    await server.write(fill)
    await server.close()
    assert await on_server(path, SCRIPTS) == []
    return await Storage.open(url_without_tables(path))


async def test_votes_between_servers_are_called_off(path: Path, tmp_path: Path) -> None:
    storage = await update_from_baseline(path, tmp_path, (-1, HOST, HOST + 1), ROWS_OF_VOTES)
    for number in (VOTED, PUT_ASIDE):
        state = there(await storage[VoteStore].state(number))
        assert (state.game.ending, state.vote.ends_at, len(state.cast)) == (Ending.CALLED_OFF, None, 2)
    await storage.close()


async def test_exhibitions_become_tournaments(path: Path, tmp_path: Path) -> None:
    storage = await update_from_baseline(path, tmp_path, (HOST, HOST + 1, HOST + 2), ROWS)
    store = storage[TournamentStore]
    found = [there(await store.find(await store.identify("simul", number) or 0)) for number in (4, 5)]
    assert [[one.number for one in record.entrants] for record in found] == [[3], [0, 1, 2]]
    assert [one.outcome for record in found for one in record.pairings] == ["0-0", "0-1"]
    made = await store.create(simul(datetime(2026, 3, 1, tzinfo=UTC)), 9, 9)
    assert made.number > 5
    await storage.close()


async def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="is the server up"):
        await Storage.open(f"postgresql://flipfour@/games?host={tmp_path}")


async def test_several_processes_that_start_at_once_make_the_tables_once(path: Path, clock: Clock) -> None:
    address = url_without_tables(path)
    opened = await asyncio.gather(*(Storage.open(address, clock=clock) for _ in range(4)))
    game = await opened[0].create_game(between())
    assert [await storage.game(game.id) for storage in opened] == [game] * 4
    for storage in opened:
        await storage.close()


async def set_revision(storage: Storage, revision: str) -> None:
    changed = text("UPDATE alembic_version SET version_num = :revision").bindparams(revision=revision)
    await storage._database.write(lambda c: c.execute(changed))


async def test_the_database_of_a_newer_version_is_refused(storage: Storage, path: Path) -> None:
    await set_revision(storage, "9999")
    with pytest.raises(StorageError, match="newer version"):
        await Storage.open(url_of(path))


async def test_the_database_from_before_the_baseline_is_refused(storage: Storage, path: Path) -> None:
    await set_revision(storage, "0059")
    with pytest.raises(UnusableDatabase, match=r"from before version 1\.0 \(revision 0059\)") as caught:
        await Storage.open(url_of(path))
    assert caught.value.exit_code == 78
    with pytest.raises(UnusableDatabase) as inspected:
        async with Inspection.of(url_of(path)):
            pass
    assert str(inspected.value) == str(caught.value)


async def test_hosts_are_told_to_back_up_the_server(
    storage: Storage, path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    scripts = shutil.copytree(SCRIPTS, tmp_path / "next")
    (scripts / "versions" / "9999_next.py").write_text(
        f'revision = "9999"\ndown_revision = "{newest_revision()}"\ndef upgrade():\n    pass\n'
    )
    with caplog.at_level(logging.WARNING):
        await storage._database.write(lambda c: update_tables(c, "games", scripts))
    assert "pg_dump" in caplog.text


async def test_advice_to_go_back_works_after_an_update(storage: Storage, path: Path, tmp_path: Path) -> None:
    dump, game = tmp_path / "games.dump", await storage.create_game(between())
    await run_tools(SERVER_BACKUP, path, dump)
    create = text("CREATE TABLE added_later (player_id BIGINT REFERENCES players (id))")
    await storage._database.write(lambda c: c.execute(create))
    await set_revision(storage, "9999")
    await storage.close()
    await run_tools(SERVER_RESTORE, path, dump)
    again = await Storage.open(url_of(path))
    assert await again.game(game.id) == game
    assert "added_later" not in await again._database.read(lambda c: inspect(c).get_table_names())
    await again.close()


async def test_the_database_of_another_program_is_refused(path: Path) -> None:
    server = Server(parse_url(url_without_tables(path)))
    await server.write(lambda c: c.execute(text("CREATE TABLE theirs (id INTEGER)")))
    await server.close()
    with pytest.raises(StorageError, match="another program"):
        await Storage.open(url_without_tables(path))
