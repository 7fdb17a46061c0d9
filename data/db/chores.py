"""Chores: kinds of pending work, each declared beside the store that reads the work itself.

A chore is a function that returns the condition that some of it waits. The periodic pass joins the conditions
of all features in one query, which mostly finds nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import bindparam, false, or_, select

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import BindParameter, ColumnElement, Select, TextClause

    from data.db.share import Share

    Condition: TypeAlias = ColumnElement[bool] | TextClause


@dataclass(frozen=True, slots=True)
class Pending:
    """The parts of the conditions of chores; `ages` are those of its parameters, by name."""

    share: Share
    ages: dict[str, timedelta] = field(default_factory=dict)

    def ago(self, age: timedelta) -> BindParameter[datetime]:
        """Return a parameter for the moment that long ago.

        Each has the type of the column it is compared with, so it is used once.
        """
        name = f"ago_{len(self.ages)}"
        self.ages[name] = age
        return bindparam(name)

    @property
    def now(self) -> BindParameter[datetime]:
        """A parameter for the current moment, used once."""
        return self.ago(timedelta())

    def here(self, guild_id: ColumnElement[Any], *which: Condition) -> ColumnElement[bool]:
        """Return a condition that the share has such a row, by the column with its server."""
        return self.share.within(select(guild_id).where(*which), guild_id).exists()

    def in_games(self, game_id: ColumnElement[int], *which: Condition) -> ColumnElement[bool]:
        return self.share.of_games(select(game_id).where(*which), game_id).exists()

    def anywhere(self, column: ColumnElement[Any], *which: Condition) -> ColumnElement[bool]:
        """Return a condition that there is such a row, in any share."""
        return select(column).where(*which).exists()

    def once(self, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
        """Return a condition that one of these is true, for work that only the first share does."""
        return or_(*conditions) if self.share.first_of_all else false()


Chore: TypeAlias = Callable[[Pending], "ColumnElement[bool]"]
"""Returns the condition that a kind of work waits."""


CACHED_QUERIES = 16
"""Building a query takes longer than running it; every process has one."""


@lru_cache(CACHED_QUERIES)
def which_wait(share: Share, chores: tuple[Chore, ...]) -> tuple[Select[Any], dict[str, timedelta]]:
    """Return a query for one row with a column per chore, and the ages of its parameters."""
    pending = Pending(share)
    columns: list[ColumnElement[Any]] = []
    for number, chore in enumerate(chores):
        columns.append(chore(pending).label(f"chore_{number}"))
    return select(*columns), pending.ages
