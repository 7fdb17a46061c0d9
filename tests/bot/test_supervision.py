"""Errors sent to Sentry, where a host wants that, and errors counted."""

from __future__ import annotations

import logging
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from pydantic import SecretStr

from bot.errors import HostError
from bot.logs import counting_errors
from bot.settings import Settings
from bot.supervision import report_errors

WANTED = Settings(sentry_dsn=SecretStr("https://key@sentry.example/1"))


def test_nothing_is_sent_anywhere_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    report_errors(Settings())


def test_without_its_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(HostError, match=r"flipfour\[sentry\]"):
        report_errors(WANTED)


def test_nothing_of_people_and_no_values_of_variables_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}
    sentry: Any = ModuleType("sentry_sdk")
    sentry.init = lambda dsn, **options: given.update(options, dsn=dsn)
    monkeypatch.setitem(sys.modules, "sentry_sdk", sentry)
    utils: Any = SimpleNamespace(BadDsn=ValueError)
    monkeypatch.setitem(sys.modules, "sentry_sdk.utils", utils)
    report_errors(WANTED)
    assert given["dsn"] == "https://key@sentry.example/1"
    assert (given["send_default_pii"], given["include_local_variables"], given["max_breadcrumbs"]) == (
        False,
        False,
        0,
    )


def test_errors_are_counted_and_warnings_are_not() -> None:
    counted: list[None] = []
    with counting_errors(lambda: counted.append(None)):
        logging.getLogger("somewhere").warning("not that bad")
        logging.getLogger("somewhere").error("bad")
    logging.getLogger("somewhere").error("later")
    assert len(counted) == 1
