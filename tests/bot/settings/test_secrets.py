"""Secrets: from files and credentials, and out of the environments of child processes and workers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.core.errors import SettingsError
from bot.settings import secrets
from bot.settings.secrets import restart_without_secrets, secret_names
from bot.settings.settings import load
from executors.address import required
from tests.cases import for_each
from tests.executors.clusters import ROOT, Cluster
from tests.ports import free_port

pytestmark = pytest.mark.usefixtures("bare_environment")

TOKEN = "MTIz" + ".not.secret"


def in_file(content: bytes) -> Path:
    path = Path("token")
    path.write_bytes(content)
    return path


@for_each(
    "content",
    TOKEN.encode(),
    f"{TOKEN}\n".encode(),
    f"  {TOKEN}\r\n\r\n".encode(),
    TOKEN.encode("utf-8-sig"),
    f"{TOKEN}\r\n".encode("utf-16"),
)
def test_a_token_from_a_file(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(in_file(content)))
    assert load().token == TOKEN


def test_all_secrets_can_be_in_files() -> None:
    lines = []
    for name, value in (
        ("DISCORD_TOKEN", TOKEN),
        ("DATABASE_URL", "postgresql://me:pass@host/games"),
        ("FLIPFOUR_SENTRY_DSN", "https://key@host/1"),
    ):
        Path(name).write_text(value, "utf-8")
        lines.append(f"{name}_FILE={name}\n")
    Path(".env").write_text("".join(lines), "utf-8")
    settings = load()
    assert (settings.token, settings.database_url) == (TOKEN, "postgresql://me:pass@host/games")
    assert settings.sentry_dsn is not None
    assert settings.sentry_dsn.get_secret_value() == "https://key@host/1"


def test_a_credential_or_file_is_a_source_and_an_empty_value_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("DISCORD_TOKEN").write_text(f"{TOKEN}\n", "utf-8")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(Path.cwd()))
    assert load().token == TOKEN


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"", "is empty: put the secret alone into it"),
        (b" \n", "is empty: put the secret alone into it"),
        (b"DISCORD_TOKEN = x\n", "has more than one word: put the secret alone into it"),
        (b"\xff\x00\xfe", "is not text: put the secret alone into it"),
        (b"x" * 20_000, "has more than one word"),
    ],
)
def test_a_file_without_a_secret(content: bytes | None, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if content is not None:
        in_file(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    with pytest.raises(SettingsError) as error:
        load()
    assert str(error.value).startswith(f"DISCORD_TOKEN_FILE names token, which {wrong}")


@pytest.mark.parametrize("second", ["DISCORD_TOKEN_FILE", "the credential DISCORD_TOKEN"])
def test_two_sources_of_one_secret(second: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\n", "utf-8")
    Path("DISCORD_TOKEN").write_text(TOKEN, "utf-8")
    if second.endswith("_FILE"):
        monkeypatch.setenv(second, "DISCORD_TOKEN")
    else:
        monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(Path.cwd()))
    with pytest.raises(SettingsError, match=f"^DISCORD_TOKEN and {second} are both set: keep one"):
        load()


def test_an_empty_value_is_no_second_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(in_file(TOKEN.encode())))
    assert load().token == TOKEN


def test_child_processes_do_not_inherit_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:hidden@host/games")
    settings = load()
    assert settings.token == TOKEN
    child = subprocess.run(
        [sys.executable, "-c", "import os; print(dict(os.environ))"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "PATH" in child.stdout
    assert TOKEN not in child.stdout
    assert "hidden" not in child.stdout


def test_a_folder_or_unneeded_secret_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\nSEARCH_BACKEND=dask://host\n", "utf-8")
    settings = load(with_secrets=False)
    assert (settings.discord_token, settings.search_backend) == (None, "dask://host")
    Path("token").mkdir()
    Path(".env").unlink()
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    with pytest.raises(SettingsError, match=r"^DISCORD_TOKEN_FILE names token, which is a folder: .*Docker"):
        load()


def test_names_of_secrets() -> None:
    given = [
        *("PATH", "DATABASE_URL", "DISCORD_TOKEN_FILE"),
        *("POSTGRES_PASSWORD", "DASK_TLS_SECRET", "TOKENS_MAX"),
    ]
    assert list(secret_names(given)) == ["DATABASE_URL", "DISCORD_TOKEN_FILE", "POSTGRES_PASSWORD"]


def test_a_worker_without_secrets_does_not_start_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(secret_names(list(os.environ))):
        monkeypatch.delenv(name)
    monkeypatch.setattr(secrets, "_replace_process", lambda command: pytest.fail("it started again"))
    restart_without_secrets(["worker"])


def everything_a_worker_knows() -> str:
    """Return what a program on a worker can read of its environment."""
    environment = Path("/proc/self/environ")
    return f"{dict(os.environ)} {environment.read_bytes() if environment.exists() else b''!r}"


@pytest.mark.long
def test_a_scheduler_cannot_read_secrets_out_of_a_worker(tmp_path: Path) -> None:
    """The worker is started as a careless host does: with the bot's whole environment."""
    distributed: Any = required()
    with Cluster(port=free_port()) as cluster:
        cluster.start_scheduler()
        command = [sys.executable, "-m", "bot", "--env-file", os.devnull, "worker", cluster.address]
        secret = {
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": "postgresql://me:hidden@h/d",
            "PGPASSWORD": "hidden",
        }
        given: Any = {"cwd": ROOT, "env": os.environ | secret, "stdout": subprocess.DEVNULL}
        worker = subprocess.Popen([*command, "--threads", "1"], stderr=subprocess.DEVNULL, **given)
        cluster.workers.append(worker)
        address = f"tcp://127.0.0.1:{cluster.port}"
        with distributed.Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=120)
            (known,) = client.run(everything_a_worker_knows).values()
            (address,) = client.scheduler_info()["workers"]
        assert "PATH" in known
        assert TOKEN not in known
        assert "hidden" not in known
        assert address.startswith("tcp://127.0.0.1:")
