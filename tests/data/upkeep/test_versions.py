"""The versions of the program that have served a database."""

from __future__ import annotations

from datetime import timedelta

from data import Storage
from data.db.migrate import newest_revision
from tests.data.helpers import Clock


async def test_a_new_database_has_no_history(storage: Storage) -> None:
    assert await storage.versions.history() == ()


async def test_only_changes_are_noted(storage: Storage, clock: Clock) -> None:
    started = clock()
    for version in ("1.0.0", "1.0.0", "1.1.0", "1.1.0", "1.0.0"):
        await storage.versions.note(version)
        clock.advance(days=1)
    history = await storage.versions.history()
    assert [served.version for served in history] == ["1.0.0", "1.1.0", "1.0.0"]
    assert {served.revision for served in history} == {newest_revision()}
    assert [served.started_at - started for served in history] == [timedelta(days=days) for days in (0, 2, 4)]
