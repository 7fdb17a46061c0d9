"""The ranking of a race, its bars, and its time after an absence, for all races."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.puzzles.race_rules import BAR_LENGTH, GRACE, bar_length, can_start, is_done, ranked
from data.games.rushes import LONG_ABSENCE, RaceTime
from data.puzzles.races import Race, Racer, RaceRecord
from data.puzzles.runs import RUSH_TIME, RunEnding

NOW = datetime(2026, 3, 1, tzinfo=UTC)

SOLVED = st.one_of(st.none(), st.integers(0, 3).map(lambda seconds: NOW + timedelta(seconds=seconds)))
RACERS = st.lists(
    st.builds(
        Racer,
        player_id=st.integers(1, 10**6),
        score=st.integers(0, 3),
        misses=st.integers(0, 3),
        solved_at=SOLVED,
    ),
    max_size=20,
    unique_by=lambda racer: racer.player_id,
)


def is_better(one: Racer, other: Racer) -> bool:
    """Compare two racers as the docs say it."""
    if one.score != other.score:
        return one.score > other.score
    if one.misses != other.misses:
        return one.misses < other.misses
    if one.solved_at is None or other.solved_at is None:
        return one.solved_at is not None and other.solved_at is None
    return one.solved_at < other.solved_at


@given(RACERS)
def test_a_place_is_one_more_than_those_who_are_better(racers: list[Racer]) -> None:
    placed = ranked(racers)
    assert sorted(one.racer.player_id for one in placed) == sorted(one.player_id for one in racers)
    assert [one.place for one in placed] == sorted(one.place for one in placed)
    for place, racer in placed:
        assert place == 1 + sum(is_better(other, racer) for other in racers)


@given(st.integers(0, 80), st.integers(0, 80))
def test_only_the_best_have_a_full_bar_and_only_those_without_a_puzzle_none(first: int, second: int) -> None:
    score, best = sorted((first, second))
    length = bar_length(score, best)
    assert (length == BAR_LENGTH) is (score == best > 0)
    assert (length == 0) is (score == 0)


@given(st.floats(-20, 179), st.floats(-300, 300))
def test_an_absence_takes_no_time_from_a_race(into: float, away: float) -> None:
    time, since = RaceTime(NOW, NOW + RUSH_TIME), NOW + timedelta(seconds=into)
    now = since + timedelta(seconds=away)
    after = time.after_absence(since, now)
    if now - since > LONG_ABSENCE:
        assert after is None
        return
    assert after is not None
    assert after.deadline - now == time.deadline - since
    if time.begins_at > since:
        assert after.begins_at - now == time.begins_at - since
    else:
        assert after.begins_at == time.begins_at


def test_a_race_is_done_after_its_time_or_with_its_last_racer() -> None:
    race = Race(1, 2, 3, "connect4", NOW, deadline=NOW)
    running = RaceRecord(race, (Racer(3), Racer(4, ending=RunEnding.MISS)))
    assert not is_done(running, NOW)
    assert is_done(running, NOW + GRACE)
    assert is_done(RaceRecord(race, (Racer(3, ending=RunEnding.STOPPED),)), NOW - RUSH_TIME)


def test_the_organiser_starts_a_race_or_any_racer_once_they_have_left() -> None:
    race = Race(1, 2, 3, "connect4", NOW)
    assert [can_start(RaceRecord(race, (Racer(3), Racer(4))), person) for person in (3, 4)] == [True, False]
    assert [can_start(RaceRecord(race, (Racer(4), Racer(5))), person) for person in (3, 4)] == [False, True]
