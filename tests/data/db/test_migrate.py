"""Opening databases: new, up to date, older, too old, newer, foreign, impossible."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, make_url
from sqlalchemy.engine import Dialect
from sqlalchemy.schema import CreateTable

from data import Storage, StorageError
from data.db import migrate
from data.db.backup import backups, unpacked
from data.db.errors import UnusableDatabase
from data.db.migrate import SCRIPTS, migrate_file, newest_revision, use_write_ahead_log
from data.games.conditional import ConditionalStore
from data.games.moves import PackingStore
from data.games.records import Ending, EventRef, GameState
from data.games.votes import VoteStore
from data.games.waiting import WaitingStore
from data.migrations.__main__ import main as write_migration
from data.people.players import PeopleStore
from data.people.preferences import Owner, PreferenceStore
from data.tables.schema import metadata
from data.tournaments.records import TournamentTerms
from data.tournaments.tournaments import TournamentStore
from tests.cases import there
from tests.data.db import first_release
from tests.data.db.earlier_simuls import CHANNEL, CHLOE, OPEN, RUNNING, create_with_simuls
from tests.data.db.earlier_simuls import FINISHED as SIMUL_OVER
from tests.data.db.earlier_votes import PUT_ASIDE, VOTED, VOTED_OUT, create_with_votes_of_servers
from tests.data.db.first_release import ANN, BOARDS, CLOCK, FINISHED, SERVER, TOURNAMENT, create_first_release
from tests.data.helpers import check_sound, pack_all
from tests.data.playing import SECOND_WINS, between, move, reload, simul
from tests.databases import UPDATE_FILE, url_of

pytestmark = pytest.mark.sqlite


@pytest.fixture(autouse=True)
def _as_outside_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """New tables are created here, not copied."""
    monkeypatch.setattr(migrate, "_update_file", UPDATE_FILE)


PUBLISHED = SCRIPTS / "versions" / "SHA256SUMS"
"""Hashes of all migrations, as `sha256sum` writes them."""

# A possible next migration: a new column, and a change that SQLite makes only by copying the table, to which
# others refer.
NEXT = '''"""A test's migration."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{newest}"


def upgrade() -> None:
    with op.batch_alter_table("players") as table:
        table.add_column(sa.Column("language", sa.String(8), nullable=False, server_default="en"))
        table.alter_column("name", type_=sa.String(200), nullable=False)
    {more}
'''


def rows(path: Path, statement: str) -> list[Any]:
    """Return the rows of a statement, which may also change something."""
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(statement).fetchall()


def revision_of(path: Path) -> str:
    ((revision,),) = rows(path, "SELECT version_num FROM alembic_version")
    return str(revision)


async def moves_of(path: Path, game_id: int) -> tuple[str, ...]:
    storage = await Storage.open(url_of(path))
    game = there(await storage.game(game_id))
    await storage.close()
    return game.moves


def next_version(folder: Path, newest: str, more: str = "") -> Path:
    """Return the migrations of a next version of the program."""
    scripts = folder / "next 100%"
    shutil.copytree(SCRIPTS, scripts)
    (scripts / "versions" / "9999_next.py").write_text(NEXT.format(newest=newest, more=more))
    return scripts


async def database_with_a_game(path: Path) -> int:
    """Create a database with a game in progress; returns the game's id."""
    storage = await Storage.open(url_of(path))
    game = await storage.create_game(between())
    await storage.add_moves(game, [move("d3", 0)])
    await storage.close()
    return game.id


def migrate_step_by_step(path: Path) -> None:
    """Create a database by running every migration."""
    shutil.copytree(SCRIPTS, path.parent / "every step")
    migrate_file(path, path.parent / "every step")


def test_new_old_and_migrated_databases_have_the_tables_of_the_code(tmp_path: Path) -> None:
    new, updated, migrated = (tmp_path / name for name in ("new.db", "updated.db", "migrated.db"))
    migrate_file(new)
    create_first_release(updated)
    migrate_file(updated)
    migrate_step_by_step(migrated)
    assert revision_of(new) == revision_of(updated) == revision_of(migrated)
    assert describe_tables(new) == describe_tables(updated) == describe_tables(migrated)
    engine = create_engine(f"sqlite:///{migrated}")
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
        found = {name: columns_of(connection, name) for name in metadata.tables}
    engine.dispose()
    assert differences == []
    # Also their order, and which of them may be NULL.
    expected = {
        name: [(column.name, bool(column.nullable)) for column in table.columns]
        for name, table in metadata.tables.items()
    }
    assert found == expected


def describe_tables(path: Path) -> dict[str, list[object]]:
    """Describe all tables, with their columns in no particular order."""
    indices = sorted(rows(path, "SELECT name, sql FROM sqlite_master WHERE type = 'index'"))
    engine = create_engine(f"sqlite:///{path}")
    inspector = inspect(engine)
    parts: list[Callable[[str], Iterable[Any]]] = [
        inspector.get_columns, inspector.get_unique_constraints, inspector.get_foreign_keys,
        inspector.get_check_constraints,
    ]  # fmt: skip
    tables: dict[str, list[object]] = {
        name: [
            inspector.get_pk_constraint(name),
            *(sorted(str(sorted(each.items())) for each in part(name)) for part in parts),
        ]
        for name in inspector.get_table_names()
    }
    engine.dispose()
    found = rows(path, "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
    tables["with ids that are never reused"] = sorted(found)
    tables["indices"] = [(name, sql) for name, sql in indices if sql is not None]
    return tables


async def test_games_in_progress_of_the_first_release_continue(path: Path) -> None:
    await asyncio.to_thread(create_first_release, path)
    storage = await Storage.open(url_of(path), clock=lambda: datetime(2026, 1, 1, 0, 5, tzinfo=UTC))
    numbers = (CLOCK, first_release.AGAINST_COMPUTER, first_release.CORRESPONDENCE, FINISHED)
    timed, against, planned, over = [there(await storage.game(number)) for number in numbers]
    assert timed.clock is not None
    assert [timed.moves, there(timed.question).kind, timed.rated] == [("d3", "c3"), "take back", True]
    assert (await storage.add_moves(timed, [move("c4", 0)])).moves == ("d3", "c3", "c4")
    assert (await storage.add_moves(against, [move("1", 0)])).moves == ("4", "4", "1")
    assert [game async for game in storage[WaitingStore].for_computers()] == [against.id]
    (line,) = await storage[ConditionalStore].of(planned, ANN)
    assert line.moves == ("c3", "c4")
    assert len(await storage.rating_changes(over.id)) == 2
    ended = await storage.add_moves(planned, [move("c3", 1)], SECOND_WINS)
    assert len(await storage.rating_changes(ended.id)) == 2
    assert await storage[PeopleStore].name(ANN, SERVER) == "Ann"
    assert await storage[PreferenceStore].of(Owner("server", SERVER)) == {"theme": "wood"}
    assert (await storage.create_game(between())).id == TOURNAMENT + 1
    await storage.close()
    await check_sound(path)


async def test_finished_games_of_the_first_release_are_packed_while_others_continue(path: Path) -> None:
    await asyncio.to_thread(create_first_release, path)
    ((before,),) = rows(path, "SELECT count(*) FROM moves")
    storage = await Storage.open(url_of(path), clock=lambda: datetime(2026, 1, 1, 0, 5, tzinfo=UTC))
    over, timed = there(await storage.game(FINISHED)), there(await storage.game(CLOCK))
    await storage.add_moves(timed, [move("c4", 0)])
    waiting = await storage[PackingStore].not_packed(9)
    assert [(move.ply, move.move) for move in waiting[FINISHED] or ()] == [*enumerate(over.moves)]
    await pack_all(storage)
    await storage.close()
    assert rows(path, "SELECT count(*) FROM moves") == [(before + 1 - over.ply,)]
    assert rows(path, "SELECT game_id FROM packed_moves") == [(FINISHED,)]
    storage = await Storage.open(url_of(path), clock=lambda: datetime(2026, 1, 1, 0, 6, tzinfo=UTC))
    assert await storage.game(FINISHED) == over
    timed = there(await storage.game(CLOCK))
    assert (await storage.add_moves(timed, [move("c5", 1)])).moves == ("d3", "c3", "c4", "c5")
    await storage.close()
    await check_sound(path)


async def test_exhibitions_become_tournaments(path: Path) -> None:
    await asyncio.to_thread(create_with_simuls, path)
    storage = await Storage.open(url_of(path))
    store = storage[TournamentStore]
    ids = {number: await store.identify("simul", number) for number in (RUNNING, OPEN, SIMUL_OVER)}
    running, waiting, over = [there(await store.find(number or 0)) for number in ids.values()]
    assert [one.tournament.number for one in (running, waiting, over)] == [*ids]
    assert [one.number for one in await store.of_server(SERVER, 9)] == [1]
    # The exhibitor sits at all boards that have begun.
    exhibitors = [record.entrants[0] for record in (running, over)]
    assert [(one.number, one.player_id, one.computer) for one in exhibitors] == [
        (0, ANN, None),
        (0, None, "beginner"),
    ]
    assert [(one.second, one.game_id, one.outcome, one.told) for one in running.pairings] == [
        (1, BOARDS[0], None, True),
        (2, BOARDS[1], None, True),
    ]
    assert [(one.second, one.outcome, one.forfeit) for one in over.pairings] == [
        (1, "0-0", True),
        (2, "0-1", False),
    ]
    assert [(one.number, one.player_id) for one in waiting.entrants] == [(3, ANN)]
    assert (waiting.invited, waiting.removed) == (frozenset({ANN}), frozenset({CHLOE}))
    assert waiting.pairings == ()
    assert waiting.tournament.terms == TournamentTerms(
        "connect4", "", "simul", None, 5, 0, 0, True, False, None, "first", None
    )
    assert there(await store.find(1)).tournament.terms.computer_games == "lot"
    assert (running.tournament.boards_id, over.tournament.reason) == (CHANNEL, "organiser")
    games = {number: await storage.game(number) for number in (CLOCK, *BOARDS, TOURNAMENT)}
    events = {number: game.event for number, game in games.items() if game is not None}
    board = EventRef("simul", running.tournament.id)
    assert events == {CLOCK: None, **dict.fromkeys(BOARDS, board), TOURNAMENT: EventRef("tournament", 1)}
    # No new number is one in a button.
    made = await store.create(simul(datetime(2026, 3, 1, tzinfo=UTC)), 9, 9)
    assert made.number > max(ids)
    assert await store.identify("simul", made.number) == made.id
    await storage.close()
    await check_sound(path)


async def test_votes_between_servers_are_called_off(path: Path) -> None:
    await asyncio.to_thread(create_with_votes_of_servers, path)
    storage = await Storage.open(url_of(path))
    for number, record in ((VOTED, "none"), (PUT_ASIDE, "none"), (VOTED_OUT, "done")):
        state = there(await storage[VoteStore].state(number))
        game, vote = state.game, state.vote
        assert (game.state, game.ending, game.winner) == (GameState.FINISHED, Ending.CALLED_OFF, None)
        assert game.moves == ("4", "3")
        assert (vote.ends_at, vote.decided, vote.record) == (None, None, record)
        assert [move for _, _, move in state.cast] == ["4", "3"]
    # The boards of those that were in progress are drawn once more.
    shown = [game async for game in storage[WaitingStore].not_shown() if game >= VOTED]
    assert sorted(shown) == [VOTED, PUT_ASIDE]
    assert [game.id for game in await storage.playing_games() if game.id >= VOTED] == []
    await storage.close()
    await check_sound(path)


def columns_of(connection: Connection, table: str) -> list[tuple[str, bool]]:
    return [(column["name"], column["nullable"]) for column in inspect(connection).get_columns(table)]


def test_migrations_are_published_numbered_and_suit_postgresql() -> None:
    """After writing a migration, append the line that `sha256sum 00*.py` prints for it; never edit a line."""
    files = sorted((SCRIPTS / "versions").glob("*.py"))
    found = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in files]
    assert found == PUBLISHED.read_text("utf-8").splitlines()
    scripts = ScriptDirectory.from_config(migrate.config())
    assert newest_revision() == scripts.get_current_head()
    steps = [*scripts.walk_revisions()][::-1]
    numbers = [int(step.revision) for step in steps]
    assert numbers == [*range(int(migrate.BASELINE), int(newest_revision()) + 1)]
    assert [step.down_revision for step in steps] == [None, *(step.revision for step in steps[:-1])]
    dialect: Dialect = make_url("postgresql://").get_dialect()()
    made = [str(CreateTable(table).compile(dialect=dialect)) for table in metadata.sorted_tables]
    assert len(made) == len(metadata.tables)
    assert "id BIGSERIAL NOT NULL" in next(text for text in made if "TABLE games" in text)
    assert all("TIMESTAMP WITHOUT" not in text for text in made)


@pytest.mark.long
def test_writing_a_migration(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scripts = tmp_path / "scripts"
    shutil.copytree(SCRIPTS, scripts)
    assert write_migration(["say more"], scripts) == 0
    written = scripts / "versions" / f"{int(newest_revision()) + 1:04}_say_more.py"
    # The tables have not changed, so there is nothing to do.
    assert "op." not in written.read_text()
    migrate_file(path, scripts)
    assert revision_of(path) == f"{int(newest_revision()) + 1:04}"
    assert write_migration([], scripts) == 2
    assert "usage" in capsys.readouterr().err


async def test_opening_leaves_the_loop_free(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def watched(file: Path) -> None:
        threads.append(threading.current_thread())
        migrate_file(file)

    monkeypatch.setattr("data.db.migrate.migrate_file", watched)
    storage = await Storage.open(url_of(path))
    await storage.close()
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()


async def test_missing_folders_are_created_and_a_second_start_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "games.db"
    game_id = await database_with_a_game(path)
    assert await moves_of(path, game_id) == ("d3",)
    assert not (path.parent / "backups").exists()
    assert rows(path, "PRAGMA journal_mode") == [("wal",)]


async def test_many_openings_at_once(path: Path) -> None:
    """Each in a thread, all with the same empty file: one creates the tables, the others wait."""
    opened = await asyncio.gather(*(Storage.open(url_of(path)) for _ in range(4)))
    game = await opened[0].create_game(between())
    assert [(await reload(storage, game)).id for storage in opened] == [game.id] * 4
    await asyncio.gather(*(storage.close() for storage in opened))


async def test_older_database_is_backed_up_then_updated(path: Path, tmp_path: Path) -> None:
    game_id = await database_with_a_game(path)
    old = revision_of(path)
    scripts = next_version(tmp_path, old)
    await asyncio.to_thread(migrate_file, path, scripts)
    assert revision_of(path) == "9999"
    assert rows(path, "SELECT DISTINCT language FROM players") == [("en",)]
    assert rows(path, "SELECT move FROM moves") == [("d3",)]
    copy = backups(path)[0].path
    assert copy.match("backups/games-*-before-9999.sqlite3.gz")
    # The copy is a whole database of the older version, which can be restored.
    restored = tmp_path / "restored.db"
    with unpacked(copy) as plain:
        shutil.copy(plain, restored)
    assert await moves_of(restored, game_id) == ("d3",)


async def test_failed_migration_changes_nothing(path: Path, tmp_path: Path) -> None:
    game_id = await database_with_a_game(path)
    old = revision_of(path)
    scripts = next_version(tmp_path, old, more='op.execute("INSERT INTO nowhere VALUES (1)")')
    with pytest.raises(StorageError) as caught:
        await asyncio.to_thread(migrate_file, path, scripts)
    assert str(caught.value) == (
        f"the database {path} failed: its tables could not be updated and are unchanged, since they are not "
        "those of a released version: start the version that last used them, or restore a backup, and report "
        "this (no such table: nowhere)"
    )
    assert revision_of(path) == old
    assert "language" not in {column for _, column, *_ in rows(path, "PRAGMA table_info(players)")}
    storage = await Storage.open(url_of(path))
    game = there(await storage.game(game_id))
    stored = await storage.add_moves(game, [move("c3", 1)])
    await storage.close()
    assert stored.moves == ("d3", "c3")


async def test_a_migration_that_cannot_be_completed_changes_nothing(path: Path, tmp_path: Path) -> None:
    await database_with_a_game(path)
    old = revision_of(path)
    scripts = next_version(tmp_path, old, more='op.execute("DELETE FROM players")')
    (path.parent / "backups").write_text("in the way")
    with pytest.raises(StorageError, match="tables were not updated: no copy"):
        await asyncio.to_thread(migrate_file, path, scripts)
    (path.parent / "backups").unlink()
    with pytest.raises(StorageError, match="refer to nothing"):
        await asyncio.to_thread(migrate_file, path, scripts)
    assert revision_of(path) == old
    assert rows(path, "SELECT count(*) FROM players") == [(2,)]


@pytest.mark.parametrize("revision", ["0001", "0059"])
def test_database_from_before_the_baseline_is_refused(path: Path, revision: str) -> None:
    asyncio.run(database_with_a_game(path))
    rows(path, f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608
    before = path.read_bytes()
    for use in (migrate_file, migrate.tables_of):
        with pytest.raises(UnusableDatabase) as caught:
            use(path)
        assert caught.value.exit_code == 78
        assert str(caught.value) == (
            f"the database {path} is from before version 1.0 (revision {revision}) and is unchanged: start "
            "commit 6de326b on it once, then this version, or name another database"
        )
    assert path.read_bytes() == before


async def test_newer_database_is_refused(path: Path, tmp_path: Path) -> None:
    await database_with_a_game(path)
    await asyncio.to_thread(migrate_file, path, next_version(tmp_path, revision_of(path)))
    before = await asyncio.to_thread(path.read_bytes)
    with pytest.raises(StorageError, match="newer version of Flipfour") as caught:
        await Storage.open(url_of(path))
    assert await asyncio.to_thread(path.read_bytes) == before
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert revision_of(path) == "9999"


def test_what_is_no_database_of_ours_is_refused_untouched(path: Path, tmp_path: Path) -> None:
    rows(path, "CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="another program"):
        migrate_file(path)
    assert path.read_bytes() == before
    path.write_text("Dear diary, " * 1000)
    with pytest.raises(StorageError, match="not an SQLite database"):
        migrate_file(path)
    assert path.read_text().startswith("Dear diary")
    with pytest.raises(StorageError, match="is a folder"):
        migrate_file(tmp_path)
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StorageError, match="cannot be created") as caught:
        migrate_file(tmp_path / "file" / "games.db")
    assert str(tmp_path / "file") in str(caught.value)


@pytest.mark.long
def test_alembic_is_not_needed_for_a_new_file_and_one_that_is_up_to_date(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from data.db.migrate import migrate_file; "
        "[migrate_file(Path(sys.argv[1])) for _ in range(2)]; "
        "print({'alembic', 'sqlalchemy.orm'} & {*sys.modules})"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "games.db")]
    finished = subprocess.run(command, cwd=SCRIPTS.parents[1], capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == "set()"


def test_place_without_a_write_ahead_log(tmp_path: Path) -> None:
    """As on a network drive, where processes share no memory."""
    path = tmp_path / "games.db"
    with (
        closing(sqlite3.connect(f"file:{path}?vfs=unix-dotfile", uri=True)) as connection,
        pytest.raises(StorageError, match="on a disk of this machine"),
    ):
        use_write_ahead_log(connection, path)
