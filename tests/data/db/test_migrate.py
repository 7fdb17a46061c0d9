"""Opening databases: new, up to date, old, newer than the program, not ours, not possible."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from datetime import timedelta
from io import StringIO
from typing import TYPE_CHECKING

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, make_url
from sqlalchemy.schema import CreateTable

from data import Notice, QuestionKind, Storage, StorageError, Unrated, WhyUnrated
from data.db.backup import backups
from data.db.migrate import SCRIPTS, config, migrate_file, newest_revision, use_write_ahead_log
from data.migrations.__main__ import main as write_migration
from data.tables import metadata
from tests.data.db.older_databases import older_game, scripts_before
from tests.data.helpers import between, move, reload
from tests.databases import url_of

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy.engine import Dialect

# What the next version of the program might bring: a new column, and a change that SQLite can make only by
# copying the table (which others refer to).
pytestmark = pytest.mark.sqlite

NEXT = '''"""A test's migration."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{newest}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("players") as table:
        table.add_column(sa.Column("language", sa.String(8), nullable=False, server_default="en"))
        table.alter_column("name", type_=sa.String(200), nullable=False)
    {more}
'''


def revision_of(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(revision)


def next_version(folder: Path, newest: str, more: str = "") -> Path:
    """The migrations of the next version of the program."""
    scripts = folder / "next 100%"
    shutil.copytree(SCRIPTS, scripts)
    (scripts / "versions" / "9999_next.py").write_text(NEXT.format(newest=newest, more=more))
    return scripts


async def database_with_a_game(path: Path) -> int:
    """Make a database in which a game has begun; returns the game's id."""
    storage = await Storage.open(url_of(path))
    game = await storage.create_game(between())
    await storage.add_moves(game, [move("d3", 0)])
    await storage.close()
    return game.id


def migrated(path: Path) -> None:
    """Make a file by one migration after the other, as an old one becomes a new one."""
    shutil.copytree(SCRIPTS, path.parent / "every step")
    migrate_file(path, path.parent / "every step")


def test_a_new_file_is_like_one_that_had_every_migration(path: Path, tmp_path: Path) -> None:
    migrate_file(path)
    (tmp_path / "old").mkdir()
    old = tmp_path / "old" / "games.db"
    migrated(old)
    assert revision_of(path) == revision_of(old)
    assert tables_of(path) == tables_of(old)


def tables_of(path: Path) -> dict[str, list[object]]:
    """What a database says of its tables; their columns may stand in any order."""
    with closing(sqlite3.connect(path)) as connection:
        indices = sorted(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index'"))
    engine = create_engine(f"sqlite:///{path}")
    inspector = inspect(engine)
    tables: dict[str, list[object]] = {
        name: [
            sorted(str(sorted(column.items())) for column in inspector.get_columns(name)),
            inspector.get_pk_constraint(name),
            *(
                sorted(str(sorted(each.items())) for each in found(name))
                for found in (
                    inspector.get_unique_constraints,
                    inspector.get_foreign_keys,
                    inspector.get_check_constraints,
                )
            ),
        ]
        for name in inspector.get_table_names()
    }
    engine.dispose()
    with closing(sqlite3.connect(path)) as connection:
        made = connection.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
        tables["whose ids are never given out twice"] = sorted(made)
    tables["indices"] = [(name, sql) for name, sql in indices if sql is not None]
    return tables


def test_migrations_give_the_tables_of_the_code(path: Path) -> None:
    migrated(path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()
    assert differences == []


def test_migrations_can_be_taken_back(path: Path) -> None:
    migrated(path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        settings = config()
        settings.attributes["connection"] = connection
        command.downgrade(settings, "base")
    engine.dispose()
    with closing(sqlite3.connect(path)) as plain:
        left = {name for (name,) in plain.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert left <= {"alembic_version", "sqlite_sequence"}


def test_tables_suit_postgresql() -> None:
    dialect: Dialect = make_url("postgresql://").get_dialect()()
    made = [str(CreateTable(table).compile(dialect=dialect)) for table in metadata.sorted_tables]
    assert len(made) == len(metadata.tables)
    assert "id BIGSERIAL NOT NULL" in next(text for text in made if "TABLE games" in text)
    assert all("TIMESTAMP WITHOUT" not in text for text in made)


def test_writing_a_migration(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scripts = tmp_path / "scripts"
    shutil.copytree(SCRIPTS, scripts)
    before = set((scripts / "versions").glob("*.py"))
    assert write_migration(["say more"], scripts) == 0
    (written,) = set((scripts / "versions").glob("*.py")) - before
    assert written.name == f"{len(before) + 1:04}_say_more.py"
    # The tables have not changed, so nothing was found to do.
    assert "op." not in written.read_text()
    migrate_file(path, scripts)
    assert revision_of(path) == f"{len(before) + 1:04}"
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


async def test_new_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "games.db"
    storage = await Storage.open(url_of(path))
    await storage.create_game(between())
    await storage.close()
    assert path.is_file()
    assert not (path.parent / "backups").exists()


async def test_second_start_changes_nothing(path: Path) -> None:
    game_id = await database_with_a_game(path)
    storage = await Storage.open(url_of(path))
    game = await storage.game(game_id)
    await storage.close()
    assert game is not None
    assert game.moves == ("d3",)
    assert backups(path) == []


async def test_sqlite_settings(path: Path, storage: Storage) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_many_openings_at_once(path: Path) -> None:
    """Each in a thread, all with the same empty file: one makes the tables, the others wait for it."""
    opened = await asyncio.gather(*(Storage.open(url_of(path)) for _ in range(4)))
    game = await opened[0].create_game(between())
    assert [(await reload(storage, game)).id for storage in opened] == [game.id] * 4
    await asyncio.gather(*(storage.close() for storage in opened))


async def test_old_database_is_copied_then_changed(path: Path, tmp_path: Path) -> None:
    game_id = await database_with_a_game(path)
    old = revision_of(path)
    scripts = next_version(tmp_path, old)
    await asyncio.to_thread(migrate_file, path, scripts)
    assert revision_of(path) == "9999"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT DISTINCT language FROM players").fetchall() == [("en",)]
        assert connection.execute("SELECT move FROM moves").fetchall() == [("d3",)]
    copy = backups(path)[0].path
    assert copy.parent == path.parent / "backups"
    assert copy.name.startswith("games-")
    assert copy.name.endswith("-before-9999.sqlite3")
    # The copy is a whole database of the old version: it can be put back.
    restored = tmp_path / "restored.db"
    shutil.copy(copy, restored)
    storage = await Storage.open(url_of(restored))
    game = await storage.game(game_id)
    await storage.close()
    assert game is not None
    assert game.moves == ("d3",)


async def test_failed_migration_leaves_the_database_as_it_was(path: Path, tmp_path: Path) -> None:
    game_id = await database_with_a_game(path)
    old = revision_of(path)
    scripts = next_version(tmp_path, old, more='op.execute("INSERT INTO nowhere VALUES (1)")')
    with pytest.raises(StorageError, match="no such table: nowhere"):
        await asyncio.to_thread(migrate_file, path, scripts)
    assert revision_of(path) == old
    with closing(sqlite3.connect(path)) as connection:
        columns = {column for _, column, *_ in connection.execute("PRAGMA table_info(players)")}
    assert "language" not in columns
    storage = await Storage.open(url_of(path))
    game = await storage.game(game_id)
    assert game is not None
    stored = await storage.add_moves(game, [move("c3", 1)])
    await storage.close()
    assert stored.moves == ("d3", "c3")


async def test_migration_that_breaks_references_is_undone(path: Path, tmp_path: Path) -> None:
    await database_with_a_game(path)
    old = revision_of(path)
    scripts = next_version(tmp_path, old, more='op.execute("DELETE FROM players")')
    with pytest.raises(StorageError, match="refer to nothing"):
        await asyncio.to_thread(migrate_file, path, scripts)
    assert revision_of(path) == old
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM players").fetchone() == (2,)


async def test_newer_database_is_refused(path: Path, tmp_path: Path) -> None:
    await database_with_a_game(path)
    await asyncio.to_thread(migrate_file, path, next_version(tmp_path, revision_of(path)))
    with pytest.raises(StorageError, match="newer version of Flipfour") as caught:
        await Storage.open(url_of(path))
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert revision_of(path) == "9999"


def test_database_of_another_program_is_refused_untouched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="another program"):
        migrate_file(path)
    assert path.read_bytes() == before


def test_file_that_is_no_database(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)
    with pytest.raises(StorageError, match="not an SQLite database"):
        migrate_file(path)
    assert path.read_text().startswith("Dear diary")


def test_folder_instead_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="is a folder"):
        migrate_file(tmp_path)


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StorageError, match="cannot be made") as caught:
        migrate_file(tmp_path / "file" / "games.db")
    assert str(tmp_path / "file") in str(caught.value)


async def test_backup_that_fails_stops_the_migration(path: Path, tmp_path: Path) -> None:
    await database_with_a_game(path)
    old = revision_of(path)
    (path.parent / "backups").write_text("in the way")
    with pytest.raises(StorageError, match="left as they are: no copy"):
        await asyncio.to_thread(migrate_file, path, next_version(tmp_path, old))
    assert revision_of(path) == old


def test_games_go_on_after_the_games_got_versions(path: Path, tmp_path: Path) -> None:
    """What was shown before counts as shown, and everything else as not shown yet."""
    migrate_file(path, scripts_before("0004", tmp_path))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO players VALUES (1001, 'Ann'), (1002, 'Bob')")
        for game_id, shown in ((1, True), (2, False)):
            connection.execute(
                "INSERT INTO games (id, game, options, channel_id, message_id, shown, state, challenger_id,"
                " colour, first_player_id, second_player_id, rated, created_at, started_at, moved_at)"
                " VALUES (?, 'reversi', '', 5, 6, ?, 'playing', 1001, 'first', 1001, 1002, 1,"
                " '2026-03-01 12:00:00.000000', '2026-03-01 12:00:00.000000', '2026-03-01 12:00:00.000000')",
                (game_id, shown),
            )
        connection.execute(
            "INSERT INTO moves VALUES (1, 0, 'd3', 0, 1.5, '2026-03-01 12:00:00.000000', NULL)"
        )
    migrate_file(path)
    assert len(backups(path)) == 1

    async def go_on() -> None:
        storage = await Storage.open(url_of(path))
        assert [game async for game in storage.waiting.not_shown()] == [2]
        game = await storage.game(1)
        assert game is not None
        assert (game.moves, game.seconds, game.version) == (("d3",), (1.5, 0.0), 1)
        moved = await storage.add_moves(game, [move("c3", 1)])
        assert moved == await reload(storage, game)
        assert [left async for left in storage.waiting.not_shown()] == [2, 1]
        assert (await storage.create_game(between())).id == 3
        await storage.close()

    asyncio.run(go_on())


def test_older_unrated_games_get_the_reasons_that_can_be_told(path: Path, tmp_path: Path) -> None:
    migrate_file(path, scripts_before("0005", tmp_path))
    told = {
        ("", None, True): None,
        ("", None, False): None,
        ("", "easy", False): None,
        ("6x6", "easy", False): Unrated(WhyUnrated.BOARD),
        ("", "Octo|greedy:3", False): Unrated(WhyUnrated.OPPONENT),
    }
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO players VALUES (1001, 'Ann'), (1002, 'Bob')")
        for game_id, (options, computer, rated) in enumerate(told, 1):
            connection.execute(
                "INSERT INTO games (id, game, options, channel_id, state, challenger_id, colour,"
                " first_player_id, second_player_id, second_computer, rated, created_at, started_at,"
                " moved_at) VALUES (?, 'reversi', ?, 5, 'playing', 1001, 'first', 1001, ?, ?, ?,"
                " '2026-03-01 12:00:00.000000', '2026-03-01 12:00:00.000000', '2026-03-01 12:00:00.000000')",
                (game_id, options, None if computer else 1002, computer, rated),
            )
    migrate_file(path)

    async def look() -> None:
        storage = await Storage.open(url_of(path))
        for game_id, (asked, reason) in enumerate(told.items(), 1):
            game = await storage.game(game_id)
            assert game is not None
            assert (game.rated, game.unrated) == (asked[2], reason)
            await storage.add_moves(game, [move("d3", 0)])
        await storage.close()

    asyncio.run(look())


def test_games_know_who_is_to_move_after_the_update(path: Path, tmp_path: Path) -> None:
    migrate_file(path, scripts_before("0006", tmp_path))
    moment = "2026-03-01 12:00:00.000000"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO players VALUES (1001, 'Ann')")
        for game_id, moves in ((1, ""), (2, "d3"), (3, "d3 c3"), (4, "d3 c3 pass")):
            connection.execute(
                "INSERT INTO games (id, game, options, channel_id, message_id, state, challenger_id, colour,"
                " first_player_id, second_computer, rated, created_at, started_at, moved_at)"
                " VALUES (?, 'reversi', '', 5, 6, 'playing', 1001, 'first', 1001, 'easy', 1, ?, ?, ?)",
                (game_id, moment, moment, moment),
            )
            connection.executemany(
                "INSERT INTO moves VALUES (?, ?, ?, ?, 1.5, ?, NULL)",
                [(game_id, ply, move, ply % 2, moment) for ply, move in enumerate(moves.split())],
            )
    migrate_file(path)

    async def go_on() -> None:
        storage = await Storage.open(url_of(path))
        assert [game_id async for game_id in storage.waiting.for_computers()] == [2, 4]
        game = await storage.game(2)
        assert game is not None
        await storage.add_moves(game, [move("c3", 1)])
        assert [game_id async for game_id in storage.waiting.for_computers()] == [4]
        await storage.close()

    asyncio.run(go_on())


def test_games_go_on_after_names_were_kept_by_server(path: Path, tmp_path: Path) -> None:
    """A name that was stored before stays until the person is met again."""
    migrate_file(path, scripts_before("0012", tmp_path))
    moment = "2026-03-01 12:00:00.000000"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO players VALUES (1001, 'Queen of the Corner'), (1002, 'Bob')")
        connection.execute(
            "INSERT INTO games (id, game, options, guild_id, channel_id, state, challenger_id, colour,"
            " first_player_id, second_player_id, rated, created_at, started_at, moved_at)"
            " VALUES (1, 'reversi', '', 7001, 5, 'playing', 1001, 'first', 1001, 1002, 1, ?, ?, ?)",
            (moment, moment, moment),
        )
    migrate_file(path)

    async def go_on() -> None:
        storage = await Storage.open(url_of(path))
        game = await storage.game(1)
        assert game is not None
        await storage.add_moves(game, [move("d3", 0)])
        assert await storage.people.name(1001, 7001) == "Queen of the Corner"
        await storage.people.remember(1001, "Ann", 7001, "Queen of the Corner")
        assert await storage.people.name(1001, 7001) == "Queen of the Corner"
        assert await storage.people.name(1001) == "Ann"
        await storage.close()

    asyncio.run(go_on())


def test_a_question_can_be_asked_in_an_older_game(path: Path, tmp_path: Path) -> None:
    older_game(path, tmp_path, "0014")

    async def ask() -> None:
        storage = await Storage.open(url_of(path))
        game = await storage.game(1)
        assert game is not None
        assert game.question is None
        asked, before = await storage.questions.ask(game, QuestionKind.SWAP, 1)
        assert (asked.id, before) == (1, None)
        swapped = await storage.swap_seats(game, answers=asked.id)
        assert [seat.player_id for seat in swapped.seats] == [1002, 1001]
        assert await storage.game(1) == swapped
        await storage.close()

    asyncio.run(ask())


def test_an_older_game_is_listed_and_its_turn_is_told(path: Path, tmp_path: Path) -> None:
    wish = "INSERT INTO preferences VALUES ('person', 1001, 'notices', 'channel')"
    older_game(path, tmp_path, "0019", also=wish)

    async def go_on() -> None:
        storage = await Storage.open(url_of(path))
        listed, total = await storage.channel_lists.games_in(5, 10)
        assert ([game.id for game in listed], total) == ([1], 1)
        assert await storage.notices.out_of_date("notices", "off") == (1,)
        game = await storage.game(1)
        assert game is not None
        await storage.notices.keep(Notice(1, 1001, game.moved_at, told=True))
        assert await storage.notices.out_of_date("notices", "off") == ()
        await storage.close()

    asyncio.run(go_on())


def test_every_migration_suits_postgresql() -> None:
    written = StringIO()
    settings = config()
    context = MigrationContext.configure(
        dialect_name="postgresql", opts={"as_sql": True, "output_buffer": written}
    )
    scripts = ScriptDirectory.from_config(settings)
    with Operations.context(context):
        for script in reversed(list(scripts.walk_revisions())):
            script.module.upgrade()
    made = written.getvalue()
    assert "ADD COLUMN version INTEGER DEFAULT '1' NOT NULL" in made
    assert "WHERE shown_version < version" in made


def test_the_newest_revision_is_told_by_the_names_of_the_files() -> None:
    assert newest_revision() == ScriptDirectory.from_config(config()).get_current_head()


@pytest.mark.parametrize("new", [True, False])
def test_alembic_is_not_needed_for_a_new_file_and_one_that_is_up_to_date(tmp_path: Path, new: bool) -> None:
    path = tmp_path / "games.db"
    if not new:
        migrate_file(path)
    program = (
        "import sys; from pathlib import Path; from data.db.migrate import migrate_file; "
        "migrate_file(Path(sys.argv[1])); print({'alembic', 'sqlalchemy.orm'} & {*sys.modules})"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        cwd=SCRIPTS.parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    assert finished.stdout.strip() == "set()"


def test_a_place_without_a_write_ahead_log_is_named(tmp_path: Path) -> None:
    """As on a network drive: such a file has no memory that processes share."""
    path = tmp_path / "games.db"
    with (
        closing(sqlite3.connect(f"file:{path}?vfs=unix-dotfile", uri=True)) as connection,
        pytest.raises(StorageError, match="on a disk of this machine"),
    ):
        use_write_ahead_log(connection, path)


def test_games_without_clocks_go_on_after_the_update(path: Path, tmp_path: Path) -> None:
    older_game(path, tmp_path, "0011", moves="d3")

    async def go_on() -> None:
        storage = await Storage.open(url_of(path))
        game = await storage.game(1)
        assert game is not None
        assert game.clock is None
        assert await storage.clocks.note_presence(timedelta()) == 0
        assert (await storage.add_moves(game, [move("c3", 1)])).moves == ("d3", "c3")
        assert await storage.clocks.next_due() is None
        (listed,) = await storage.own_games(1001, 5)
        assert listed.id == 1
        await storage.adjourn(await reload(storage, game))
        assert await storage.own_games(1001, 5) == ()
        await storage.close()

    asyncio.run(go_on())


def test_ids_of_games_are_never_given_out_twice_after_the_update(path: Path, tmp_path: Path) -> None:
    """Games go on, and the id of one that was deleted does not come back."""
    migrate_file(path, scripts_before("0016", tmp_path))
    moment = "2026-03-01 12:00:00.000000"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany("INSERT INTO players VALUES (?, ?)", [(1001, "Ann"), (1002, "Bob")])
        for game_id, before, time in ((1, None, None), (2, 1, "5+5"), (3, 2, None)):
            connection.execute(
                "INSERT INTO games (id, game, options, channel_id, message_id, state, challenger_id, colour,"
                " first_player_id, second_player_id, rated, created_at, started_at, moved_at, rematch_of,"
                " time_control, first_left, second_left, turn)"
                " VALUES (?, 'reversi', '', 5, 6, 'playing', 1001, 'first', 1001, 1002, 1, ?, ?, ?, ?, ?,"
                " 300.0, 300.0, 1)",
                (game_id, moment, moment, moment, before, time),
            )
        connection.executemany(
            "INSERT INTO moves VALUES (?, 0, 'd3', 0, 1.5, ?, NULL)", [(1, moment), (2, moment), (3, moment)]
        )
        connection.execute(
            "INSERT INTO questions (game_id, kind, side, ply, asked_at) VALUES (2, 'swap', 1, 1, ?)",
            (moment,),
        )
        stored = games_in(connection)
    migrate_file(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        kept = zip(games_in(connection), stored, strict=True)
        # Later versions have added columns.
        assert [{name: row[name] for name in before} for row, before in kept] == stored
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

    async def go_on() -> None:
        storage = await Storage.open(url_of(path))
        for game_id in (1, 2, 3):
            game = await storage.game(game_id)
            assert game is not None
            assert game.moves == ("d3",)
            assert (await storage.add_moves(game, [move("c3", 1)])).moves == ("d3", "c3")
        await storage.close()
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("PRAGMA foreign_keys=ON")
            connection.execute("DELETE FROM games WHERE id = 3")
            assert connection.execute("SELECT DISTINCT game_id FROM moves").fetchall() == [(1,), (2,)]
        storage = await Storage.open(url_of(path))
        assert (await storage.create_game(between())).id == 4
        await storage.close()

    asyncio.run(go_on())


def games_in(connection: sqlite3.Connection) -> list[dict[str, object]]:
    """Every row that belongs to a game, by the names of its columns."""
    rows: list[dict[str, object]] = []
    for table in ("games", "moves", "questions"):
        found = connection.execute(f"SELECT * FROM {table} ORDER BY 1")  # noqa: S608
        names = [column[0] for column in found.description]
        rows += [dict(zip(names, row, strict=True)) for row in found]
    return rows


def test_games_are_not_copied_where_their_moves_would_be_lost(path: Path, tmp_path: Path) -> None:
    migrate_file(path, scripts_before("0016", tmp_path))
    engine = create_engine(f"sqlite:///{path}")
    settings = config()
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys=ON")
        settings.attributes["connection"] = connection
        with pytest.raises(RuntimeError, match="foreign keys"):
            command.upgrade(settings, "head")
    engine.dispose()
