"""Log lines: one format for ours and the libraries', no secrets; errors counted and sent to Sentry."""

from __future__ import annotations

import errno
import json
import logging
import subprocess
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import structlog
from pydantic import SecretStr

from bot.core.errors import HostError
from bot.settings.logs import _StorageFailures, configure, counting_errors, recent_warnings, report_errors
from bot.settings.settings import Settings
from data import StorageError

SENTRY = Settings(sentry_dsn=SecretStr("https://key@sentry.example/1"))


def fail() -> None:
    """Fail with a secret in a local variable."""
    token = "MTIz" + ".secret"
    raise RuntimeError(f"broken after {len(token)} signs")


def test_json_lines_contain_event_and_facts(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="json"))
    structlog.get_logger("ours").info("a move was stored", game=7)
    logging.getLogger("library").warning("%s bytes", 12)
    ours, library = map(json.loads, capsys.readouterr().err.splitlines())
    assert (ours["event"], ours["game"], ours["level"], ours["logger"]) == (
        "a move was stored",
        7,
        "info",
        "ours",
    )
    assert ours["timestamp"].endswith("Z")
    assert (library["event"], library["level"], library["logger"]) == ("12 bytes", "warning", "library")


def test_text_lines_contain_event_and_facts(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="text"))
    structlog.get_logger("ours").info("a move was stored", game=7)
    line = capsys.readouterr().err
    assert "a move was stored" in line
    assert "game=7" in line
    assert "\x1b[" not in line


@pytest.mark.parametrize("form", ["text", "json"])
def test_tracebacks_show_no_local_variables(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings.model_validate({"log_format": form}))
    try:
        fail()
    except RuntimeError:
        structlog.get_logger("ours").exception("it failed", game=7)
    said = capsys.readouterr().err
    assert "broken after 11 signs" in said
    assert "test_logs.py" in said
    assert "MTIz.secret" not in said


def test_the_level_applies_to_all_loggers(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_level="warning"))
    structlog.get_logger("ours").info("quiet")
    logging.getLogger("library").info("quiet")
    logging.getLogger("library").error("loud")
    assert "quiet" not in (said := capsys.readouterr().err)
    assert "loud" in said


def test_verbose_libraries_log_only_warnings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure(Settings(log_level="debug"))
    logging.getLogger("discord.gateway").info("RESUMED")
    logging.getLogger("library").debug("heard")
    assert "RESUMED" not in (said := capsys.readouterr().err)
    assert "heard" in said


def test_a_reconnect_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="text"))
    lost = ConnectionResetError("reset by peer")
    logging.getLogger("discord.client").error("Attempting a reconnect in %.2fs", 1.5, exc_info=lost)
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "Attempting a reconnect in 1.50s: ConnectionResetError: reset by peer" in said


def test_other_library_failures_keep_their_tracebacks(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="text"))
    logging.getLogger("discord.client").error("Ignoring exception", exc_info=RuntimeError("broken"))
    assert "RuntimeError: broken" in capsys.readouterr().err.splitlines()


def test_loggers_used_by_a_command_can_be_captured_by_later_tests() -> None:
    before, log = structlog.get_config(), structlog.get_logger("ours")
    configure(Settings())
    log.info("in one test")
    structlog.configure(**before)
    with structlog.testing.capture_logs() as entries:
        log.info("in the next one")
    assert [entry["event"] for entry in entries] == ["in the next one"]


def test_sentry_is_off_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    report_errors(Settings())


def test_sentry_without_its_package_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(HostError, match=r"pip install '\.\[sentry\]'"):
        report_errors(SENTRY)


def test_sentry_gets_no_personal_data_and_no_local_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}
    sentry: Any = ModuleType("sentry_sdk")
    sentry.init = lambda dsn, **options: given.update(options, dsn=dsn)
    monkeypatch.setitem(sys.modules, "sentry_sdk", sentry)
    utils: Any = SimpleNamespace(BadDsn=ValueError)
    monkeypatch.setitem(sys.modules, "sentry_sdk.utils", utils)
    report_errors(SENTRY)
    assert given["dsn"] == "https://key@sentry.example/1"
    assert (given["send_default_pii"], given["include_local_variables"], given["max_breadcrumbs"]) == (
        False,
        False,
        0,
    )


def test_errors_are_counted_but_not_warnings() -> None:
    counted: list[str] = []
    with counting_errors(counted.append):
        logging.getLogger("somewhere").warning("not that bad")
        logging.getLogger("somewhere").error("bad %s", "luck", exc_info=ValueError("private"))
    logging.getLogger("somewhere").error("later")
    assert counted == ["bad %s (ValueError)"]


PROGRAM = """
import logging, sys, threading, warnings
from bot.settings.logs import adopt_streams, configure
from bot.settings import Settings
settings = Settings(log_format="json")
configure(settings)
adopt_streams(settings)
try:
    from executors.address import required
    required()
except Exception:
    pass
print("ready in\\nall servers")
warnings.warn("old")
print("bare", file=sys.stderr)
logging.getLogger("distribution.worker").warning("a worker is late")
def fail():
    raise RuntimeError("in a thread")
thread = threading.Thread(target=fail)
thread.start()
thread.join()
class Broken:
    def __del__(self):
        raise ValueError("in a finalizer")
Broken()
raise LookupError("at the end")
"""


def test_every_line_of_a_process_is_json() -> None:
    """Warnings, prints, other libraries' handlers and every kind of uncaught exception, too."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=60
    )
    assert ended.stdout == ""
    entries = [json.loads(line) for line in ended.stderr.splitlines()]
    said = " ".join(str(entry) for entry in entries)
    for words in (
        "ready in",
        "all servers",
        "old",
        "bare",
        "a worker is late",
        "in a thread",
        "in a finalizer",
        "at the end",
    ):
        assert words in said, words
    assert ended.returncode == 1


def full_disk(log: Any) -> None:
    """Fail to store something because the disk is full."""
    try:
        raise StorageError("the database games.db failed: the disk is full: free some space")
    except StorageError as error:
        log.exception("recovery failed; will retry")
        log.error("the storage failed", error=str(error))


def test_a_full_disk_is_reported_once_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="json"))
    for _ in range(3):
        full_disk(structlog.get_logger("ours"))
    (line,) = capsys.readouterr().err.splitlines()
    entry = json.loads(line)
    assert "the disk is full" in entry["error"]
    assert "exception" not in entry


def test_a_disk_that_stays_full_is_reported_every_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    storage_failures = _StorageFailures(lambda: now)
    record = logging.makeLogRecord(
        {"msg": "failed", "exc_info": (OSError, OSError(errno.ENOSPC, "full"), None)}
    )
    reported = []
    for minute in range(125):
        now = minute * 60.0
        if storage_failures.filter(record):
            reported.append(minute)
    now += 3000.0
    assert storage_failures.filter(record), "it had room meanwhile"
    assert reported == [0, 60, 120]


def test_other_failures_of_the_storage_are_one_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="text"))
    for _ in range(2):
        try:
            raise StorageError("the database is locked")
        except StorageError:
            structlog.get_logger("ours").exception("recovery failed; will retry")
            logging.getLogger("library").exception("failed")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4
    assert all("the database is locked" in line for line in lines)


def test_remembered_warnings_contain_nothing_personal() -> None:
    configure(Settings())
    structlog.get_logger("ours").warning(
        "a board was refused by 'Ann Smith'", game=7, channel=123456789012345678, name="Ann Smith"
    )
    try:
        raise RuntimeError("Ann Smith")
    except RuntimeError:
        structlog.get_logger("ours").exception("it failed", user="Ann Smith")
    logging.getLogger("library").error("%s is not at %s", "Ann Smith", "/home/ann/secret")
    found = recent_warnings()[-3:]
    assert found[0]["game"] == 7
    assert found[1]["error"] == "RuntimeError"
    assert "test_logs.py" in found[1]["place"][-1]
    text = str(found)
    assert "Smith" not in text
    assert "1234567890" not in text
    assert "/home" not in text
