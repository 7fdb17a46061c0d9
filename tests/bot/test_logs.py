"""Log lines: one form for ours and those of the libraries, and no secrets in tracebacks."""

from __future__ import annotations

import json
import logging

import pytest
import structlog

from bot.logs import configure
from bot.settings import Settings


def fail() -> None:
    """Fails with a secret at hand."""
    token = "MTIz" + ".secret"
    raise RuntimeError(f"broken after {len(token)} signs")


def test_json_lines_tell_event_and_facts(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_text_lines_tell_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="text"))
    structlog.get_logger("ours").info("a move was stored", game=7)
    line = capsys.readouterr().err
    assert "a move was stored" in line
    assert "game=7" in line
    assert "\x1b[" not in line


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_traceback_says_where_but_not_what_the_variables_held(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(Settings.model_validate({"log_format": form}))
    try:
        fail()
    except RuntimeError:
        structlog.get_logger("ours").exception("it failed", game=7)
    said = capsys.readouterr().err
    assert "broken after 11 signs" in said
    assert "test_logs.py" in said
    assert "MTIz.secret" not in said


def test_the_level_is_obeyed_by_ours_and_by_libraries(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_level="warning"))
    structlog.get_logger("ours").info("quiet")
    logging.getLogger("library").info("quiet")
    logging.getLogger("library").error("loud")
    assert "quiet" not in (said := capsys.readouterr().err)
    assert "loud" in said


def test_talkative_libraries_are_only_heard_when_something_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure(Settings(log_level="debug"))
    logging.getLogger("discord.gateway").info("RESUMED")
    logging.getLogger("library").debug("heard")
    assert "RESUMED" not in (said := capsys.readouterr().err)
    assert "heard" in said


def test_a_reconnect_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="text"))
    lost = ConnectionResetError("reset by peer")
    logging.getLogger("discord.client").error("Attempting a reconnect in %.2fs", 1.5, exc_info=lost)
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "Attempting a reconnect in 1.50s: ConnectionResetError('reset by peer')" in said


def test_other_failures_of_the_library_keep_their_tracebacks(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="text"))
    logging.getLogger("discord.client").error("Ignoring exception", exc_info=RuntimeError("broken"))
    assert "RuntimeError: broken" in capsys.readouterr().err.splitlines()
