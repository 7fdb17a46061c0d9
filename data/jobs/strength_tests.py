"""Strength tests under way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update

from data.db.share import EVERYTHING, Share
from data.tables import strength_tests
from data.tables.column_types import require_storable

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping

    from data.db.database import Database


@dataclass(frozen=True, slots=True)
class NewStrengthTest:
    """A strength test of two computer players to be played: `games` games of `game` on the board `options`.

    `first` and `second` are the players' texts, as in seats. The openings follow from `seed`.
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
    """A strength test under way. `results` has one letter for each game over, in their order, seen from the
    first player: w won, d drawn, l lost. `nodes` and `moves` are how many nodes each player has searched, and
    for how many moves."""

    id: int
    message_id: int | None
    asked: NewStrengthTest
    results: str
    nodes: tuple[int, int] = (0, 0)
    moves: tuple[int, int] = (0, 0)


class StrengthTests:
    """The strength tests under way: one at a time in a server, or in a channel outside of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, new: NewStrengthTest) -> tuple[StrengthTest, bool]:
        """Store a strength test of two computer players.

        When there is one in that place already, the flag is False and the one under way comes back.
        """
        require_storable(new.first)
        require_storable(new.second)
        return await self._database.write(lambda c: begin(c, new))

    async def under_way(self) -> tuple[StrengthTest, ...]:
        """All of them, oldest first."""
        share = self._database.share
        return await self._database.read(lambda c: under_way(c, share))

    async def note(self, test: StrengthTest) -> None:
        """Keep how far a strength test is, and the message that shows it."""
        await self._database.write(lambda c: note(c, test))

    async def end(self, test_id: int) -> None:
        """Forget a strength test that is over."""
        await self._database.write(lambda c: end(c, test_id))


def _test(row: RowMapping) -> StrengthTest:
    nodes, moves, other_nodes, other_moves = map(int, (row["efforts"] or "0 0 0 0").split())
    return StrengthTest(
        id=row["id"],
        message_id=row["message_id"],
        asked=NewStrengthTest(
            guild_id=row["guild_id"],
            channel_id=row["channel_id"],
            asker_id=row["asker_id"],
            game=row["game"],
            options=row["options"],
            first=row["first"],
            second=row["second"],
            games=row["games"],
            seed=row["seed"],
        ),
        results=row["results"],
        nodes=(nodes, other_nodes),
        moves=(moves, other_moves),
    )


def begin(connection: Connection, new: NewStrengthTest) -> tuple[StrengthTest, bool]:
    """Store a strength test, unless one is under way in the same place; the flag: it was stored."""
    place_id = new.channel_id if new.guild_id is None else new.guild_id
    there = connection.execute(select(strength_tests).where(strength_tests.c.place_id == place_id))
    running = there.mappings().one_or_none()
    if running is not None:
        return _test(running), False
    test_id = connection.scalar(
        insert(strength_tests)
        .values(
            place_id=place_id,
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            asker_id=new.asker_id,
            game=new.game,
            options=new.options,
            first=new.first,
            second=new.second,
            games=new.games,
            seed=new.seed,
            results="",
        )
        .returning(strength_tests.c.id)
    )
    return StrengthTest(int(test_id), None, new, ""), True


def under_way(connection: Connection, share: Share = EVERYTHING) -> tuple[StrengthTest, ...]:
    """All of them, oldest first."""
    here = share.within(select(strength_tests), strength_tests.c.guild_id)
    rows = connection.execute(here.order_by(strength_tests.c.id))
    return tuple(_test(row) for row in rows.mappings())


def note(connection: Connection, test: StrengthTest) -> None:
    """Keep the message and the results of a strength test; nothing happens when it is over."""
    connection.execute(
        update(strength_tests)
        .where(strength_tests.c.id == test.id)
        .values(message_id=test.message_id, results=test.results, efforts=_efforts(test))
    )


def _efforts(test: StrengthTest) -> str:
    efforts = zip(test.nodes, test.moves, strict=True)
    return " ".join(f"{nodes} {moves}" for nodes, moves in efforts)


def end(connection: Connection, test_id: int) -> None:
    """Forget a strength test."""
    connection.execute(delete(strength_tests).where(strength_tests.c.id == test_id))
