"""Commands about the database, also when it is damaged."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Flipfour
from bot.cli import main
from bot.cli.upkeep import SERVER_BACKUP, SERVER_RESTORE
from data import Storage
from data.people.players import PeopleStore
from tests.bot.cli.conftest import Run
from tests.bot.helpers import ANN
from tests.data.playing import between, move
from tests.databases import url_of

pytestmark = [pytest.mark.sqlite, pytest.mark.usefixtures("bare_environment")]

URL = "sqlite:///flipfour.db"


async def _name_ann(name: str) -> None:
    storage = await Storage.open(URL)
    await storage[PeopleStore].remember(ANN.id, name)
    await storage.close()


async def _anns_name(url: str = URL) -> str:
    storage = await Storage.open(url)
    name = await storage[PeopleStore].name(ANN.id)
    await storage.close()
    return name


def test_a_backup_is_restored(run: Run) -> None:
    asyncio.run(_name_ann("Ann"))
    said = run("backup", "copy.sqlite3")
    assert said.startswith("copy.sqlite3 has all ")
    asyncio.run(_name_ann("Anna"))
    said = run("restore", "copy.sqlite3")
    assert "is now a copy of copy.sqlite3." in said
    assert "backups/flipfour-" in said
    assert asyncio.run(_anns_name()) == "Ann"


def test_a_copy_in_a_folder_is_named_after_the_time(run: Run) -> None:
    asyncio.run(_name_ann("Ann"))
    Path("copies").mkdir()
    run("backup", "copies")
    (copy,) = Path("copies").iterdir()
    assert copy.name.startswith("flipfour-2")


@pytest.mark.parametrize(("command", "advice"), [("backup", SERVER_BACKUP), ("restore", SERVER_RESTORE)])
def test_a_server_is_left_to_its_own_tools(
    run: Run, command: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:secret@db/games")
    run(command, "copy", code=1)
    assert run.error.strip().endswith(f": {advice}")
    assert "secret" not in run.error


def test_docs_and_deployment_restore_a_server_as_the_command_advises() -> None:
    assert f"    {SERVER_RESTORE.replace('NAME', 'flipfour')}\n" in _text("docs/updating.md")
    script = SERVER_RESTORE.replace("NAME", '"$PGDATABASE"').replace("FILE", '"$2"')
    assert "".join(f"    {line}\n" for line in script.split(" && ")) in _text("deploy/many/dumps.sh")


def _text(path: str) -> str:
    return (Path(__file__).parents[3] / path).read_text("utf-8")


def test_what_is_not_there_is_neither_backed_up_nor_copied(run: Run) -> None:
    line = run.failure("backup", "copy.sqlite3", code=1)
    assert line.startswith("there is no database ")
    line = run.failure("copy", "flipfour.db", "sqlite:///new.db", code=1)
    assert line.startswith("there is no database ")


@pytest.mark.long
def test_a_check_is_printed_as_text_or_json(run: Run) -> None:
    asyncio.run(_name_ann("Ann"))
    assert [line[0] for line in run("check").splitlines()] == ["✓"] * 4
    Path("broken.sqlite3").write_bytes(b"nothing" * 1000)
    found = json.loads(run("check", "--json", "broken.sqlite3", code=1))
    assert (found["healthy"], [row["grade"] for row in found["findings"]]) == (False, ["bad"])


def test_games_are_exported_to_a_new_file(run: Run) -> None:
    asyncio.run(_name_ann("Ann"))
    run("export", "games.jsonl.gz")
    assert "0 games were written." in run.error
    assert json.loads(gzip.decompress(Path("games.jsonl.gz").read_bytes()))["format"] == "flipfour-games"
    run("export", "games.jsonl.gz", code=1)
    assert "cannot be written: File exists" in run.error


def test_a_copied_database_is_compared_and_the_next_step_named(run: Run) -> None:
    asyncio.run(_name_ann("Ann"))
    said = run("copy", "flipfour.db", "sqlite:///new.db")
    assert said.count("All 1 rows of") == 1
    assert "new.db, and were compared." in said
    assert f"Next: set DATABASE_URL to sqlite:///{Path('new.db').absolute()}, and start" in said
    assert asyncio.run(_anns_name("sqlite:///new.db")) == "Ann"


def test_a_database_is_copied_to_the_configured_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(_name_ann("Ann"))
    monkeypatch.setenv("DATABASE_URL", "sqlite:///new.db")
    assert "Next: start the bot." in run("copy", "flipfour.db")
    assert asyncio.run(_anns_name("sqlite:///new.db")) == "Ann"


@pytest.mark.long
def test_the_configured_database_is_copied(run: Run) -> None:
    """So that its password is on no command line."""
    asyncio.run(_name_ann("Ann"))
    assert "and start the bot" in run("copy", "-", "new.db")
    assert asyncio.run(_anns_name("sqlite:///new.db")) == "Ann"


def test_no_documented_command_line_has_a_password() -> None:
    root = Path(__file__).parents[3]
    lines = [
        f"{path.relative_to(root)}: {line.strip()}"
        for path in [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / "deploy").rglob("*.md")]
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"flipfour \S.*(://[^\s/@]+:[^\s/@]+@|\$DATABASE_URL)", line, re.IGNORECASE)
    ]
    assert lines == []


PAGE = 4096


def _overwrite(path: Path, offset: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)


def _noise(count: int) -> bytes:
    return random.Random(5).randbytes(count)


def _unreadable_schema(path: Path) -> None:
    """Damage the name of a table, so that SQLite's own message is not UTF-8."""
    data = path.read_bytes()
    at = data.index(b"CREATE TABLE", 0, 60 * PAGE)
    _overwrite(path, at, b"CR\xe9\xffTE")


def _foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE songs (title)")


def _older(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0059'")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _most_pages(path: Path) -> None:
    for page in range(1, path.stat().st_size // PAGE):
        _overwrite(path, page * PAGE, _noise(PAGE))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "header": lambda path: _overwrite(path, 0, _noise(100)),
    "first page": lambda path: _overwrite(path, 100, _noise(PAGE - 100)),
    "schema": _unreadable_schema,
    "all but the first page": _most_pages,
    "zeros in the first page": lambda path: _overwrite(path, 100, bytes(PAGE - 100)),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "tail": lambda path: os.truncate(path, path.stat().st_size // 2),
    "first bytes only": lambda path: os.truncate(path, 300),
    "noise": lambda path: path.write_bytes(_noise(path.stat().st_size)),
    "a text": lambda path: path.write_text("to do: learn Reversi\n" * 100),
    "another program's": _foreign,
    "from before version 1.0": _older,
    "a folder": _folder,
}

WAYS_OUT = ("restore", "name another", "take another", "write the path", "check the path")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a few games."""
    path = tmp_path_factory.mktemp("whole") / "games.db"

    async def fill() -> None:
        storage = await Storage.open(url_of(path))
        for _ in range(20):
            await storage.add_moves(await storage.create_game(between()), [move("d3", 0)])
        await storage.close()

    asyncio.run(fill())
    return path


COMMANDS: dict[str, list[str]] = {
    "run": ["run"],
    "backup": ["backup", "{folder}/copy.db"],
    "restore it": ["restore", "{path}"],
    "export": ["export", "{folder}/games.jsonl"],
    "copy": ["copy", "{path}", "{folder}/copy.db"],
}


@pytest.fixture
def damaged(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """A way to damage a copy of the database, which is the configured one."""

    def damage(name: str) -> Path:
        path = tmp_path / "games.db"
        shutil.copy(whole, path)
        DAMAGES[name](path)
        monkeypatch.setenv("DISCORD_TOKEN", "not.a.token")
        monkeypatch.setenv("DATABASE_URL", url_of(path))
        return path

    return damage


@pytest.mark.long
@pytest.mark.first(len(DAMAGES))
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_damaged_database_is_one_line_with_the_way_out(
    command: str,
    damage: str,
    damaged: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = damaged(damage)
    if command == "restore it":
        monkeypatch.setenv("DATABASE_URL", url_of(path.with_name("other.db")))

    async def login(self: Flipfour, token: str) -> None:
        await self.setup_hook()

    monkeypatch.setattr(Flipfour, "login", login)
    arguments = [word.format(path=path, folder=path.parent) for word in COMMANDS[command]]
    assert main(["--env-file", os.devnull, *arguments]) in (1, 78)
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "[info" not in line]
    assert line.startswith("flipfour: ")
    assert str(path) in line
    assert any(way in line for way in WAYS_OUT), line
    assert not path.with_name("copy.db").exists() or command == "copy"


@pytest.mark.first(4)
@pytest.mark.first(len(DAMAGES))
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("command", [["check"], ["doctor", "--offline"]], ids=lambda words: words[0])
def test_a_damaged_database_is_a_finding(
    run: Run, command: list[str], damage: str, damaged: Callable[[str], Path]
) -> None:
    damaged(damage)
    out = run("--env-file", os.devnull, *command, code=1)
    found = next(line for line in out.splitlines() if line.startswith("✗"))
    assert any(way in found for way in WAYS_OUT), found


@pytest.mark.long
@pytest.mark.parametrize("damage", ["header", "schema", "a text"])
def test_a_damaged_one_is_replaced(
    run: Run, damage: str, whole: Path, damaged: Callable[[str], Path]
) -> None:
    """The way out that the line names: of a file that opens, of one that does not, and of none of ours."""
    path = damaged(damage)
    run("--env-file", os.devnull, "restore", str(whole))
    run("--env-file", os.devnull, "check", str(path))
