"""The disk is full from some write on: nothing stored before is reported as lost, and games can continue."""

from __future__ import annotations

from typing import Any

import pytest
from structlog.typing import EventDict

from data import StorageError
from tests.e2e.logs import taken_out
from tests.e2e.world import World

pytestmark = pytest.mark.english


def _fill_the_disk(world: World, monkeypatch: pytest.MonkeyPatch, *, after: int) -> None:
    """Let every write after a number of them fail."""
    database = world.bot.services.storage._database
    write, written = database.write, 0

    async def fail(work: Any) -> Any:
        nonlocal written
        if written == after:
            raise StorageError("the disk is full")
        written += 1
        return await write(work)

    monkeypatch.setattr(database, "write", fail)


async def test_full_after_a_move_was_stored(
    world: World, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]
) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour="first")
    with monkeypatch.context() as full:
        _fill_the_disk(world, full, after=1)
        answer = await ann.taps("d3")
    assert await world.moves() == "d3"
    assert "nothing was changed" not in answer.private
    assert "Black played **d3**." in world.board().text
    assert "Try again" in world.board().labels
    await ann.taps("Try again")
    assert (await world.snapshot()).game.ply == 2
    assert taken_out(log, "the computer's move could not be made") == 1


async def test_full_after_a_game_was_stored(
    world: World, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]
) -> None:
    """The person is not told that nothing was changed, and the board is ready for the next move."""
    with monkeypatch.context() as full:
        _fill_the_disk(world, full, after=3)
        answer = await world.ann.types("reversi start", bot="easy", colour="first")
    assert (await world.snapshot()).game.ply == 0
    assert "nothing was changed" not in answer.private
    assert f"**{world.ann.mention} to move.**" in world.board().text
    taken_out(log, "the storage failed")
    await world.ann.taps("d3", world.board())
    assert (await world.snapshot()).game.ply == 2
    assert len(world.boards()) == 1
