"""Storage costs of a click."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import event

from bot.catalog.reversi import Reversi
from data.db.database import Database
from tests.databases import engines, writing_engine
from tests.e2e.world import Person, World


@dataclass
class Costs:
    """Reads of a game's moves, write transactions, replays from the first position, and reading ones."""

    loads: int = 0
    transactions: int = 0
    replays: int = 0
    readings: int = 0


@contextmanager
def counted(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Costs]:
    costs = Costs()
    storage = world.bot.kit.storage
    start = Reversi.start

    def execute(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        costs.loads += statement.startswith("SELECT") and "FROM moves" in statement

    def begin(_connection: Any) -> None:
        costs.transactions += 1

    def begin_reading(_connection: Any) -> None:
        costs.readings += 1

    def replay(kind: Reversi, options: str) -> Any:
        costs.replays += 1
        return start(kind, options)

    for engine in engines(storage):
        event.listen(engine, "before_cursor_execute", execute)
    event.listen(writing_engine(storage), "begin", begin)
    readers = [engine for engine in engines(storage) if engine is not writing_engine(storage)]
    for engine in readers:
        event.listen(engine, "begin", begin_reading)
    with monkeypatch.context() as patch:
        patch.setattr(Reversi, "start", replay)
        yield costs
    event.remove(writing_engine(storage), "begin", begin)
    for engine in readers:
        event.remove(engine, "begin", begin_reading)
    for engine in engines(storage):
        event.remove(engine, "before_cursor_execute", execute)


@pytest.mark.parametrize(("bot", "transactions"), [("easy", 2), (None, 1)])
async def test_a_move_against_the_computer_and_between_people(
    world: World, ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch, bot: str, transactions: int
) -> None:
    if bot:
        await ann.types("reversi start", bot=bot, colour="first")
    else:
        await world.begin(ann, ben)
    await ann.taps("d3")
    board = world.board()
    with counted(world, monkeypatch) as costs:
        await (ann if bot else ben).taps(board.moves[0], board)
    assert (await world.snapshot()).game.ply == (4 if bot else 2)
    assert costs == Costs(0, transactions, 0, 0)
    # Nothing is kept of the messages that were sent.
    kept = world.bot._connection._view_store
    assert (kept._views, kept._synced_message_views, kept._dynamic_items) == ({}, {}, {})


async def test_a_start_without_games(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Transactions, of which most are first looks at what features follow from then on."""
    begun: list[str] = []

    def noting(way: str, transaction: Any) -> Any:
        def noted(database: Database, work: Any) -> Any:
            begun.append(way)
            return transaction(database, work)

        return noted

    # Each write is an unfenced one in the end.
    for way in ("read", "unfenced"):
        monkeypatch.setattr(Database, way, noting(way, getattr(Database, way)))
    await world.restart()
    assert begun.count("read") <= 33
    assert len(begun) <= 40
