"""Strength tests in progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select, update

from data.db.errors import Limit
from data.db.rows import insert_row, record_of, values_of
from data.db.store import ShownStore, reading, writing
from data.games.limits import FairUseBounds, count_request
from data.tables.jobs import strength_tests
from data.tables.schema import require_storable

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, RowMapping

    from data.db.chores import Pending
    from data.db.store import Stores


@dataclass(frozen=True, slots=True)
class NewStrengthTest:
    """A strength test to be played: `games` games of `game` on the board `options`.

    `first` and `second` are the computer players' texts, as in seats. The openings follow from `seed`.
    """

    guild_id: int | None
    channel_id: int
    asker_id: int
    game: str
    options: str
    first: str
    second: str
    games: int
    seed: int

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ValueError(f"a strength test needs at least one game, not {self.games}")


@dataclass(frozen=True, slots=True)
class StrengthTest:
    """A strength test in progress.

    `results` has one letter per finished game, in order, for the first player: w won, d drawn, l lost.
    `nodes` and `moves` are the nodes each player has searched and the number of moves it searched for.
    """

    id: int
    message_id: int | None
    asked: NewStrengthTest
    results: str
    nodes: tuple[int, int] = (0, 0)
    moves: tuple[int, int] = (0, 0)


def strength_tests_in_progress(pending: Pending) -> ColumnElement[bool]:
    """True while strength tests are in progress."""
    return pending.here(strength_tests.c.guild_id)


class StrengthTestStore(ShownStore):
    """The strength tests in progress: at most one per server, or per channel outside of servers."""

    table = strength_tests

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._bounds = stores[FairUseBounds]

    @writing
    def begin(self, connection: Connection, new: NewStrengthTest) -> tuple[StrengthTest, bool]:
        """Store a strength test; if the place already has one, return that and False.

        Raises LimitReached if the person has begun too many within an hour.
        """
        require_storable(new.first)
        require_storable(new.second)
        place_id = new.channel_id if new.guild_id is None else new.guild_id
        there = connection.execute(select(strength_tests).where(strength_tests.c.place_id == place_id))
        running = there.mappings().one_or_none()
        if running is not None:
            return _test(running), False
        asked = (new.asker_id, new.guild_id, self._clock())
        count_request(connection, self._bounds, Limit.STRENGTH_TESTS, *asked)
        values = values_of(new, place_id=place_id, results="")
        return StrengthTest(insert_row(connection, strength_tests, values), None, new, ""), True

    @reading
    def in_progress(self, connection: Connection) -> tuple[StrengthTest, ...]:
        """Return all strength tests, oldest first."""
        here = self._database.share.within(select(strength_tests), strength_tests.c.guild_id)
        rows = connection.execute(here.order_by(strength_tests.c.id))
        return tuple(_test(row) for row in rows.mappings())

    @writing
    def record_results(self, connection: Connection, test: StrengthTest) -> None:
        """Store the results of a strength test, if it still exists."""
        efforts = " ".join(f"{nodes} {moves}" for nodes, moves in zip(test.nodes, test.moves, strict=True))
        this = strength_tests.c.id == test.id
        connection.execute(update(strength_tests).where(this).values(results=test.results, efforts=efforts))


def _test(row: RowMapping) -> StrengthTest:
    nodes, moves, other_nodes, other_moves = map(int, (row["efforts"] or "0 0 0 0").split())
    return record_of(StrengthTest, row, nodes=(nodes, other_nodes), moves=(moves, other_moves))
