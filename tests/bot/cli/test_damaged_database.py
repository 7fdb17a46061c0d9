"""Whatever has happened to the database file, every command says so in one line, with the way out."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Flipfour
from bot.cli import main
from data import Storage
from tests.data.helpers import between, move
from tests.databases import url_of

pytestmark = pytest.mark.sqlite

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


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_damaged_database_is_one_line_with_the_way_out(
    command: str,
    damage: str,
    whole: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "games.db"
    shutil.copy(whole, path)
    DAMAGES[damage](path)
    monkeypatch.setenv("DISCORD_TOKEN", "not.a.token")
    target = tmp_path / "other.db" if command == "restore it" else path
    monkeypatch.setenv("DATABASE_URL", url_of(target))

    async def login(self: Flipfour, token: str) -> None:
        await self.setup_hook()

    monkeypatch.setattr(Flipfour, "login", login)
    arguments = [word.format(path=path, folder=tmp_path) for word in COMMANDS[command]]
    assert main(["--env-file", os.devnull, *arguments]) in (1, 78)
    lines = [line for line in capsys.readouterr().err.splitlines() if "[info" not in line]
    assert len(lines) == 1, lines
    assert lines[0].startswith("flipfour: ")
    assert str(path) in lines[0]
    assert any(way in lines[0] for way in WAYS_OUT), lines[0]
    assert not (tmp_path / "copy.db").exists() or command == "copy"


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("command", [["check"], ["doctor", "--offline"]], ids=lambda words: words[0])
def test_a_damaged_database_is_a_finding(
    command: list[str],
    damage: str,
    whole: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "games.db"
    shutil.copy(whole, path)
    DAMAGES[damage](path)
    monkeypatch.setenv("DISCORD_TOKEN", "not.a.token")
    monkeypatch.setenv("DATABASE_URL", url_of(path))
    assert main(["--env-file", os.devnull, *command]) == 1
    out = capsys.readouterr().out
    (found,) = [line for line in out.splitlines() if line.startswith("✗")][:1]
    assert any(way in found for way in WAYS_OUT), found


@pytest.mark.parametrize(
    "damage", [damage for damage in DAMAGES if damage not in ("another program's", "a folder")]
)
def test_a_copy_replaces_a_damaged_database(
    damage: str, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The way out that the line names."""
    path = tmp_path / "games.db"
    shutil.copy(whole, path)
    DAMAGES[damage](path)
    monkeypatch.setenv("DATABASE_URL", url_of(path))
    assert main(["--env-file", os.devnull, "restore", str(whole)]) == 0
    assert main(["--env-file", os.devnull, "check", str(path)]) == 0
