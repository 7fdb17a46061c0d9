"""Streaks and their freezes, against a slow definition, for any days."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from data.puzzles.streaks import Streak, StreakDay, streak_of, streak_of_solver

DAYS = st.builds(
    lambda first, solved: [(first + timedelta(days=number), one) for number, one in enumerate(solved)],
    st.dates(date(2024, 1, 1), date(2027, 12, 31)),
    st.lists(st.booleans(), max_size=120),
)


def told(days: list[tuple[date, bool]], *, last_open: bool = False) -> list[StreakDay]:
    last = len(days) - 1
    return [
        StreakDay(day.isoformat(), solved, over=not (last_open and number == last))
        for number, (day, solved) in enumerate(days)
    ]


@given(DAYS)
def test_a_streak_without_misses_is_all_days(days: list[tuple[date, bool]]) -> None:
    streak = streak_of(told([(day, True) for day, _ in days]))
    assert streak == Streak(len(days), len(days))


@given(DAYS)
def test_each_month_freezes_at_most_one_day(days: list[tuple[date, bool]]) -> None:
    """A run is the solved days since the last unfrozen miss; a month's first miss in a run is frozen."""
    runs: list[list[tuple[date, bool]]] = [[]]
    frozen: dict[str, date] = {}
    for day, solved in days:
        month = f"{day:%Y-%m}"
        if solved:
            runs[-1].append((day, True))
        elif runs[-1] and month not in frozen:
            frozen[month] = day
            runs[-1].append((day, False))
        else:
            runs.append([])
    counted = [sum(solved for _, solved in run) for run in runs]
    in_run = [day.isoformat() for day, solved in runs[-1] if not solved]
    streak = streak_of(told(days))
    assert (streak.current, streak.best) == (counted[-1], max(counted))
    assert streak.frozen == (in_run[-1] if in_run else None)
    assert streak.freeze_left == (not days or f"{days[-1][0]:%Y-%m}" not in frozen)


@given(DAYS)
def test_an_open_day_changes_a_streak_only_if_it_is_solved(days: list[tuple[date, bool]]) -> None:
    streak = streak_of(told(days, last_open=True))
    if days and not days[-1][1]:
        before = streak_of(told(days[:-1]))
        assert (streak.current, streak.best, streak.frozen) == before[:3]
    else:
        assert streak == streak_of(told(days))


@given(DAYS)
def test_a_freeze_never_makes_a_streak_shorter(days: list[tuple[date, bool]]) -> None:
    run = 0
    for _, solved in days:
        run = run + 1 if solved else 0
    assert streak_of(told(days)).current >= run


@given(DAYS, st.booleans())
def test_the_quick_way_for_one_person_agrees(days: list[tuple[date, bool]], last_open: bool) -> None:
    all_days = told(days, last_open=last_open)
    solved = [number for number, (_, one) in enumerate(days) if one]
    assert streak_of_solver(all_days, solved) == streak_of(all_days)
