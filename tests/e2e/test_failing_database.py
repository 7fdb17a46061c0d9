"""The database is read-only for a time, or the disk is full from some write on: players are told, nothing
unstored is claimed, nothing stored is reported as lost, and games continue afterwards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from structlog.typing import EventDict

from data import StorageError
from data.db.database import SqliteFile
from tests.e2e.logs import taken_out
from tests.e2e.world import RECOVERY_SECONDS, World

pytestmark = pytest.mark.sqlite

UNREACHABLE = "I can't reach my storage right now"


async def set_pragma(world: World, pragma: str) -> None:
    """Tell SQLite something about the one connection that writes."""
    database = world.bot.kit.storage._database
    assert isinstance(database, SqliteFile)
    writer = database.writer
    # Not in a transaction: none begins where nothing can be written.
    await writer.transaction(lambda: writer._conn.execute(f"PRAGMA {pragma}").close())


@asynccontextmanager
async def read_only(world: World) -> AsyncIterator[None]:
    """Meanwhile nothing can be written, as after the system has mounted a disk with faults anew."""
    await set_pragma(world, "query_only = 1")
    yield
    await set_pragma(world, "query_only = 0")


async def test_a_move_while_the_database_is_read_only(world: World, log: list[EventDict]) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    async with read_only(world):
        assert UNREACHABLE in (await ann.taps("d3", world.board())).private
        assert f"**{ann.mention} to move.**" in world.board().text
        assert UNREACHABLE in (await ben.types("connect4 start", bot="easy")).private
    assert "it cannot be written to: check the permissions" in str(
        [entry.get("error") or entry.get("exc_info") for entry in log]
    )
    assert taken_out(log, "the storage failed") == 2
    await world.play("d3 c3", ann, ben)
    assert await world.moves() == "d3 c3"
    assert len(world.posts()) == 1


async def test_the_computers_move_while_the_database_is_read_only(world: World, log: list[EventDict]) -> None:
    """The person's move is stored, and its answer is not: it is made when that can be stored."""
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour="first")
    world.searches.hold()
    tapped = ann.send_tap(world.board(), world.board().custom_id("d3"))
    await world.env.settle()
    async with read_only(world):
        await world.let_go()
        assert "Something went wrong" in world.board().text
        assert "Try again" in world.board().labels
    assert world.answer(tapped).acknowledged
    assert await world.moves() == "d3"
    assert taken_out(log, "the computer's move could not be made") == 1
    await world.pass_time(RECOVERY_SECONDS)
    assert (await world.snapshot()).game.ply == 2
    assert f"**{ann.mention} to move.**" in world.board().text


async def test_the_disk_is_full_after_a_move_was_stored(
    world: World, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]
) -> None:
    await world.ann.types("reversi start", bot="easy", colour="first")
    database = world.bot.kit.storage._database
    write, written = database.write, list[Any]()

    async def fail_after_one(work: Any) -> Any:
        if written:
            raise StorageError("the disk is full")
        written.append(work)
        return await write(work)

    with monkeypatch.context() as full:
        full.setattr(database, "write", fail_after_one)
        answer = await world.ann.taps("d3")
    assert await world.moves() == "d3"
    assert "nothing was changed" not in answer.private
    assert "Black played **d3**." in world.board().text
    await world.ann.taps("Try again")
    assert (await world.snapshot()).game.ply == 2
    assert taken_out(log, "the computer's move could not be made") == 1
