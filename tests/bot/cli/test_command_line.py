"""The command line: exit codes, and mistakes of the host reported in one line on standard error."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

import bot.cli.run
import bot.demo.serve
import bot.run
from bot.cli import main
from bot.core.errors import HostError, SettingsError
from bot.hosting.host_settings import BackupSettings
from bot.settings.settings import Settings
from executors.address import flipfour_version
from languages import LANGUAGES
from tests.bot.cli.conftest import Run
from tests.cases import for_each

pytestmark = pytest.mark.usefixtures("bare_environment")

ROOT = Path(__file__).parents[3]
HEAVY = {"PIL", "asyncio", "discord", "numba", "numpy", "pydantic", "rich", "sqlalchemy", "structlog"}
"""Packages that take longer to load than a host should wait for the version."""


def test_run_without_a_token_says_what_is_in_its_place(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run.failure("run").startswith("DISCORD_TOKEN is not set: ")
    for text, fault in (
        ("1" * 19, "it looks like the application's id"),
        ("ab12" * 16, "it looks like the application's public key"),
        ("aB-_" * 8, "it looks like the client secret"),
        ("your-token-here", "a token has three parts"),
    ):
        monkeypatch.setenv("DISCORD_TOKEN", text)
        line = run.failure("run")
        assert line.startswith(f"DISCORD_TOKEN is not valid: {fault}")
        assert text not in line
    assert not list(Path().iterdir())


@pytest.mark.parametrize("command", ["run", "demo"])
def test_an_unknown_setting(run: Run, command: str) -> None:
    Path(".env").write_text("DISCORD_TOKEN=x\nFLIPFOUR_MOVE_SECOND=5\n", encoding="utf-8")
    assert run.failure(command).startswith("FLIPFOUR_MOVE_SECOND in .env is not a setting: did you mean")


@pytest.mark.parametrize("where", ["environment", "file"])
def test_a_wrong_setting_is_a_json_line_where_the_log_has_those(
    run: Run, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "DISCORD_TOKEN=x\nFLIPFOUR_MOVE_SECONDS=0\n"
    if where == "environment":
        monkeypatch.setenv("FLIPFOUR_LOG_FORMAT", "JSON")
    else:
        text += "FLIPFOUR_LOG_FORMAT='json'\n"
    Path(".env").write_text(text, encoding="utf-8")
    run("run", code=78)
    (line,) = run.error.splitlines()
    facts = json.loads(line)
    assert facts["event"].startswith("flipfour: FLIPFOUR_MOVE_SECONDS=0 is not valid")
    assert facts["level"] == "critical"
    assert datetime.fromisoformat(facts["timestamp"])
    # People read what other commands print.
    assert run.failure("check").startswith("FLIPFOUR_MOVE_SECONDS=0 is not valid")


def test_bench_of_an_unknown_part(run: Run) -> None:
    line = run.failure("bench", "search", "weather", code=1)
    assert "weather" in line
    assert "search, start, moves, reviews, puzzles, renderers, storage" in line


@for_each(
    ("arguments", "meant"),
    (("match", "easyy", "hard"), "easy"),
    (("match", "easy", "positinal:2"), "positional"),
    (("match", "easy", "hard", "--game", "conect4"), "connect4"),
    (("bench", "serach"), "search"),
    (("puzzles", "check", "--game", "reversy"), "reversi"),
)
def test_a_misspelt_name(run: Run, arguments: tuple[str, ...], meant: str) -> None:
    assert f"did you mean {meant}?" in run.failure(*arguments, code=1)


@for_each(
    ("arguments", "said"),
    (("docter",), "did you mean doctor?"),
    (("puzzles", "chek"), "did you mean check?"),
    (("export", "games.txt", "--format", "gff"), "did you mean ggf?"),
    (("dance",), "usage: flipfour"),
    (("run", "fast"), "usage: flipfour"),
    (("demo", "--port", "http"), "usage: flipfour"),
    (("demo", "--port", "99999"), "usage: flipfour"),
    (("--env-file",), "usage: flipfour"),
    (("match", "easy"), "usage: flipfour"),
)
def test_an_invalid_command_line_is_explained(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_help_and_version_go_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    for option, said in (("--help", "usage: flipfour"), ("--version", f"flipfour {flipfour_version()}")):
        with pytest.raises(SystemExit) as ended:
            main([option])
        assert ended.value.code == 0
        assert capsys.readouterr().out.startswith(said)


@for_each(("arguments", "command"), ((), "doctor"), (("puzzles",), "make"))
def test_without_a_command_the_commands_are_explained(
    run: Run, arguments: tuple[str, ...], command: str
) -> None:
    run(*arguments, code=2)
    assert run.error.startswith("usage: flipfour")
    assert command in run.error
    assert "show this help message" in run.error


def test_what_needs_no_settings_loads_no_library() -> None:
    """They answer at once."""
    code = (
        "import sys\n"
        "import bot.__main__\n"
        "from bot.cli import main\n"
        "for arguments in (['--version'], ['--help'], ['run', '--help'], ['dance'], []):\n"
        "    try:\n"
        "        main(arguments)\n"
        "    except SystemExit:\n"
        "        pass\n"
        f"sys.exit(' '.join({HEAVY} & sys.modules.keys()) or 0)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


def test_the_demo_gets_its_options_and_needs_no_token(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    async def serve(settings: Settings, *options: object, seeded: bool) -> None:
        given.extend([settings.database_file, settings.move_seconds, *options, seeded])

    monkeypatch.setattr(bot.demo.serve, "serve", serve)
    monkeypatch.setenv("FLIPFOUR_MOVE_SECONDS", "3")
    run("demo", "--database", "games.db", "--port", "8123", "--language", "fr", "--no-browser")
    assert given == [Path("games.db").absolute(), 3.0, 8123, False, LANGUAGES["fr"], True]
    given.clear()
    run("demo", "--empty")
    assert given[2:] == [0, True, LANGUAGES["en"], False]


@for_each("kept", True, False)
def test_the_demo_says_whether_its_games_are_deleted(
    run: Run, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def serve(*_: object, seeded: bool) -> None:
        pass

    monkeypatch.setattr(bot.demo.serve, "serve", serve)
    said = run("demo", *(["--database", "games.db"] if kept else []))
    assert ("Your games are kept" in said) is kept


@pytest.mark.parametrize(("folder", "free"), [("memory", 1 << 30), ("memory", 1 << 20), ("missing", 1 << 30)])
def test_the_games_of_a_demo_are_in_memory_if_there_is_room(
    folder: str, free: int, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[Path | None] = []

    async def serve(settings: Settings, *_: object, seeded: bool) -> None:
        used.append(settings.database_file)

    (tmp_path / "memory").mkdir()
    monkeypatch.setattr(bot.demo.serve, "serve", serve)
    monkeypatch.setattr(bot.cli.run, "MEMORY", tmp_path / folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    run("demo")
    (file,) = used
    assert file is not None
    in_memory = tmp_path / "memory" in file.parents
    assert in_memory is (folder == "memory" and free == 1 << 30)
    assert not file.parent.exists()


def test_run_gets_the_settings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Settings] = []
    monkeypatch.setattr(bot.run, "run", given.append)
    Path(".env").write_text("DISCORD_TOKEN=a.b.c\nFLIPFOUR_BACKUP_HOURS=2\n", encoding="utf-8")
    run("run")
    assert [settings.of(BackupSettings).backup_hours for settings in given] == [2.0]


@for_each(
    ("error", "code"), (HostError("say it"), 1), (SettingsError("say it"), 78), (KeyboardInterrupt(), 130)
)
def test_the_exit_code_of_a_command(
    run: Run, error: BaseException, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(settings: Settings) -> None:
        raise error

    monkeypatch.setattr(bot.run, "run", fail)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    run("run", code=code)
    assert "Traceback" not in run.error


@pytest.mark.long
def test_a_demo_without_its_database_or_port(run: Run) -> None:
    Path("file").touch()
    run("demo", "--no-browser", "--database", "file/games.db", code=1)
    line = run.error.splitlines()[-1]
    assert line.startswith("flipfour: the folder ")
    assert "file for the database cannot be created" in line
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        run("demo", "--no-browser", "--port", port, code=1)
    line = run.error.splitlines()[-1]
    assert line.startswith("flipfour: the page cannot be served: ")
    assert port in line


@pytest.mark.long
def test_the_console_script_is_the_command_line() -> None:
    """As `python -m bot` is, see below."""
    script = Path(sys.executable).with_name("flipfour")
    command = [str(script), "--env-file", "nowhere.env", "run"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert (ended.returncode, ended.stdout) == (78, "")
    assert ended.stderr.splitlines() == [
        "flipfour: nowhere.env is not a file: name one with settings, or leave --env-file out"
    ]


def test_a_wrong_setting_delays(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Docker restarts the process regardless of its exit code."""
    waited: list[float] = []
    monkeypatch.setattr("bot.hosting.shutdown.wait_before_exit", waited.append)
    run("run", "--exit-delay", "30", code=78)
    assert waited == [30.0]
    assert run.error.startswith("flipfour: DISCORD_TOKEN is not set")


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_delayed_exit_ends_at_once_when_told_to_stop() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "--env-file", "nowhere.env", "run", "--exit-delay", "30"],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        assert "nowhere.env is not a file" in process.stderr.readline()
        assert process.stderr.readline() == "flipfour: exiting in 30 minutes, or when stopped\n"
        process.terminate()
        assert process.wait(timeout=600) == 78
