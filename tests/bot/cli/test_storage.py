"""`flipfour backup`, `restore`, `check`, `export` and `copy`."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from pathlib import Path

import pytest

from bot.cli import main
from bot.cli.storage import SERVER_BACKUP, SERVER_RESTORE
from data import Storage
from tests.bot.helpers import ANN

URL = "sqlite:///flipfour.db"


async def _name_ann(name: str) -> None:
    storage = await Storage.open(URL)
    await storage.people.remember(ANN.id, name)
    await storage.close()


async def _anns_name(url: str = URL) -> str:
    storage = await Storage.open(url)
    name = await storage.people.name(ANN.id)
    await storage.close()
    return name


def test_a_backup_is_restored(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(_name_ann("Ann"))
    assert main(["backup", "copy.sqlite3"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("copy.sqlite3 has all ")
    asyncio.run(_name_ann("Anna"))
    assert main(["restore", "copy.sqlite3"]) == 0
    said = capsys.readouterr().out
    assert "is now a copy of copy.sqlite3." in said
    assert "backups/flipfour-" in said
    assert asyncio.run(_anns_name()) == "Ann"


def test_a_copy_in_a_folder_is_named_after_the_time() -> None:
    asyncio.run(_name_ann("Ann"))
    Path("copies").mkdir()
    assert main(["backup", "copies"]) == 0
    (copy,) = Path("copies").iterdir()
    assert copy.name.startswith("flipfour-2")


@pytest.mark.parametrize(("command", "advice"), [("backup", SERVER_BACKUP), ("restore", SERVER_RESTORE)])
def test_a_server_is_left_to_its_own_tools(
    command: str, advice: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:secret@db/games")
    assert main([command, "copy"]) == 1
    said = capsys.readouterr().err
    assert said.strip().endswith(f": {advice}")
    assert "secret" not in said


def test_docs_and_deployment_restore_a_server_as_the_command_advises() -> None:
    assert f"    {SERVER_RESTORE.replace('NAME', 'flipfour')}\n" in _text("docs/updating.md")
    script = SERVER_RESTORE.replace("NAME", '"$PGDATABASE"').replace("FILE", '"$2"')
    assert "".join(f"    {line}\n" for line in script.split(" && ")) in _text("deploy/many/dumps.sh")


def _text(path: str) -> str:
    return (Path(__file__).parents[3] / path).read_text("utf-8")


def test_an_impossible_request_is_reported_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.sqlite3"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("flipfour: there is no database ")


def test_a_check_is_printed_as_text_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(_name_ann("Ann"))
    assert main(["check"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line[0] for line in said] == ["✓"] * 4
    Path("broken.sqlite3").write_bytes(b"nothing" * 1000)
    assert main(["check", "--json", "broken.sqlite3"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["healthy"] is False
    assert [row["grade"] for row in found["findings"]] == ["bad"]


def test_games_are_exported_to_a_new_file(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(_name_ann("Ann"))
    assert main(["export", "games.jsonl.gz"]) == 0
    assert "0 games were written." in capsys.readouterr().err
    assert json.loads(gzip.decompress(Path("games.jsonl.gz").read_bytes()))["format"] == "flipfour-games"
    assert main(["export", "games.jsonl.gz"]) == 1
    assert "cannot be written: File exists" in capsys.readouterr().err


def test_a_copied_database_is_compared_and_the_next_step_named(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(_name_ann("Ann"))
    assert main(["copy", "flipfour.db", "sqlite:///new.db"]) == 0
    said = capsys.readouterr().out
    assert said.count("All 1 rows of") == 1
    assert "new.db, and were compared." in said
    assert f"Next: set DATABASE_URL to sqlite:///{Path('new.db').absolute()}, and start" in said
    assert asyncio.run(_anns_name("sqlite:///new.db")) == "Ann"


def test_a_database_is_copied_to_the_configured_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(_name_ann("Ann"))
    monkeypatch.setenv("DATABASE_URL", "sqlite:///new.db")
    assert main(["copy", "flipfour.db"]) == 0
    assert "Next: start the bot." in capsys.readouterr().out
    assert asyncio.run(_anns_name("sqlite:///new.db")) == "Ann"


def test_the_configured_database_is_copied(capsys: pytest.CaptureFixture[str]) -> None:
    """So that its password is on no command line."""
    asyncio.run(_name_ann("Ann"))
    assert main(["copy", "-", "new.db"]) == 0
    assert "and start the bot" in capsys.readouterr().out
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


def test_a_missing_database_is_not_copied(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["copy", "flipfour.db", "sqlite:///new.db"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("flipfour: there is no database ")
