"""Fixtures: a working directory, and no settings but those of the test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.settings.settings import names


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [*names().values(), *(name for name in os.environ if name.startswith("FLIPFOUR_"))]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
