"""Spaced repetition against a model: any answers, at any time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from data.puzzles.spacing import after_miss, after_success

DAYS = (1, 3, 7, 21)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=12))
def test_a_delay_depends_on_the_successes_since_the_last_miss(answers: list[tuple[bool, int]]) -> None:
    now, stage, known = datetime(2026, 3, 1, tzinfo=UTC), 0, 0
    for right, days in answers:
        now += timedelta(days=days)
        due_at, stage = after_success(stage, now) if right else after_miss(now)
        # A miss takes the first delay, so that the next success gets the second.
        begun = known if right else 0
        known = min(begun + 1, len(DAYS))
        assert due_at == (now + timedelta(days=DAYS[begun]) if begun < len(DAYS) else None)
        assert stage == known
