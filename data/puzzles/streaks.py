"""Streaks of daily puzzles, which survive one missed day a month.

>>> days = [StreakDay(f"2026-03-{day:02}", solved=day != 3, over=True) for day in range(1, 6)]
>>> streak_of(days)
Streak(current=4, best=4, frozen='2026-03-03', freeze_left=False)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class StreakDay(NamedTuple):
    """A day with a daily puzzle, in ISO format: solved before its answer or not, and whether that came."""

    day: str
    solved: bool
    over: bool


class Streak(NamedTuple):
    """Daily puzzles in a row that were solved before their answers: the current run and the best.

    A run survives one missed day in each calendar month, its freeze, which does not count. `frozen` is the
    last such day in the current run, and `freeze_left` true if the month of the latest puzzle has its freeze.
    """

    current: int
    best: int
    frozen: str | None = None
    freeze_left: bool = True


def streak_of(days: Iterable[StreakDay]) -> Streak:
    """Return the streak at the end of some days, in order."""
    run = best = 0
    frozen: str | None = None
    used = month = ""
    for day, solved, over in days:
        month = day[:7]
        if solved:
            run += 1
            best = max(best, run)
        elif over and run and used != month:
            used, frozen = month, day
        elif over:
            run, frozen = 0, None
    return Streak(run, best, frozen, used != month or not month)


def streak_of_solver(days: Sequence[StreakDay], solved: Sequence[int]) -> Streak:
    """Return the streak of a person who has solved the puzzles of the days at these indices, in order.

    It is that of `streak_of`, whatever the days say about being solved, in time that grows with the person's
    days and not with all of them.
    """
    run = best = 0
    frozen: str | None = None
    used = ""
    for number, at in enumerate(solved):
        run += 1
        best = max(best, run)
        end = solved[number + 1] if number + 1 < len(solved) else len(days)
        for missed in range(at + 1, end):
            day, _, over = days[missed]
            if not over:
                continue
            if used == day[:7]:
                run, frozen = 0, None
                break
            used, frozen = day[:7], day
    month = days[-1].day[:7] if days else ""
    return Streak(run, best, frozen, used != month or not month)
