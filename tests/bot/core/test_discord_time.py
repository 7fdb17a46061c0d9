"""Measurements of this machine's clock by Discord's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from structlog.typing import EventDict

from bot.core import discord_time
from bot.core.discord_time import CLOCK_OFFSET, SAMPLES, DiscordClock
from bot.core.metrics import Metrics

TRUE = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.fixture
def off(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> timedelta:
    """A local clock that is this wrong."""
    ahead: timedelta = request.param
    monkeypatch.setattr(discord_time, "local_now", lambda: TRUE + ahead)
    return ahead


both = pytest.mark.parametrize("off", [55 * 60 * SECOND, -55 * 60 * SECOND], indirect=True)


@both
def test_the_date_of_an_answer_corrects_the_clock(off: timedelta, log: list[EventDict]) -> None:
    clock = DiscordClock()
    for _ in range(3):
        clock.observe_date(TRUE, TRUE + off, TRUE + off + SECOND)
    assert abs(clock.now() - TRUE) <= SECOND
    assert clock.fault == ("55 min ahead of Discord's" if off > timedelta() else "55 min behind Discord's")
    assert [entry["log_level"] for entry in log] == ["warning"]


@both
def test_interactions_correct_the_clock_where_answers_have_no_date(off: timedelta) -> None:
    clock = DiscordClock()
    for number in range(SAMPLES):
        # One of them was delayed.
        clock.observe_interaction(TRUE - (60 if number == 2 else 1) * SECOND)
    assert abs(clock.now() - TRUE) <= SECOND


@pytest.mark.parametrize("off", [timedelta()], indirect=True)
def test_an_interaction_disproves_a_wrong_date(off: timedelta) -> None:
    clock = DiscordClock()
    clock.observe_date(TRUE - timedelta(hours=1), TRUE, TRUE)
    clock.observe_interaction(TRUE - SECOND)
    assert clock.fault is None


@pytest.mark.parametrize("off", [3 * SECOND], indirect=True)
def test_a_small_difference_is_not_corrected(off: timedelta, log: list[EventDict]) -> None:
    clock = DiscordClock()
    clock.observe_date(TRUE, TRUE + off, TRUE + off)
    assert clock.now() == TRUE + off
    assert clock.fault is None
    assert log == []


def test_the_metric_is_absent_until_something_is_measured() -> None:
    metrics = Metrics()
    assert b"\nflipfour_clock_offset_seconds" not in metrics.text()
    metrics.set(CLOCK_OFFSET, 55)
    assert b"flipfour_clock_offset_seconds 55.0" in metrics.text()
