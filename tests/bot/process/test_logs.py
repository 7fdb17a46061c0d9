"""Log lines: one format for ours and the libraries', no secrets; errors counted and sent to Sentry."""

from __future__ import annotations

import json
import logging
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import structlog
from pydantic import SecretStr

from bot.errors import HostError
from bot.process.logs import configure, counting_errors, report_errors
from bot.settings import Settings

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
    assert "Attempting a reconnect in 1.50s: ConnectionResetError('reset by peer')" in said


def test_other_library_failures_keep_their_tracebacks(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="text"))
    logging.getLogger("discord.client").error("Ignoring exception", exc_info=RuntimeError("broken"))
    assert "RuntimeError: broken" in capsys.readouterr().err.splitlines()


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
    counted: list[None] = []
    with counting_errors(lambda: counted.append(None)):
        logging.getLogger("somewhere").warning("not that bad")
        logging.getLogger("somewhere").error("bad")
    logging.getLogger("somewhere").error("later")
    assert len(counted) == 1
