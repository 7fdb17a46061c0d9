"""The measurement of translations."""

from __future__ import annotations

import pytest

from bench import features
from languages import LANGUAGES


def test_every_language_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(features, "CALLS", 1)
    monkeypatch.setattr(features, "REPEATS", 1)
    rows = features.measure_languages()
    assert [row["language"] for row in rows] == [language.name for language in LANGUAGES.values()]
    assert all(row[name] > 0 for row in rows for name in features.SENTENCES)
    # Only English has nothing to load.
    assert all(row["load_ms"] > 0.1 for row in rows[1:])
