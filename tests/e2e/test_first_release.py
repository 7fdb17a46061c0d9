"""A database of version 1.0 opens in this one, and its games go on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from structlog.typing import EventDict

from bot.events.votes.rules import USUAL_SECONDS
from tests.data.db.first_release import (
    AGAINST_COMPUTER,
    CLOCK,
    CORRESPONDENCE,
    TOURNAMENT,
    VOTE,
    create_first_release,
)
from tests.e2e.world import World

pytestmark = [pytest.mark.sqlite, pytest.mark.english]


@pytest.fixture
async def world(tmp_path: Path, log: list[EventDict]) -> AsyncIterator[World]:
    """A virtual Discord in which people and channels have the ids of the database."""
    create_first_release(tmp_path / "games.db")
    made = World(tmp_path / "games.db")
    made.skip(timedelta(minutes=1))
    await made.start()
    yield made
    await made.end()
    assert [entry for entry in log if entry["log_level"] in ("error", "critical")] == []


async def test_every_kind_of_game_goes_on(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    await ann.taps("c4", world.board(CLOCK))
    assert await world.moves(CLOCK) == "d3 c3 c4"
    await chloe.taps("1", world.board(AGAINST_COMPUTER))
    assert (await world.moves(AGAINST_COMPUTER)).startswith("4 4 1 ")
    await ben.taps("c3", world.board(CORRESPONDENCE))
    # Ann had planned the answer.
    assert await world.moves(CORRESPONDENCE) == "d3 c3 c4"
    await ben.taps("d3", world.board(TOURNAMENT))
    assert await world.moves(TOURNAMENT) == "d3"
    await world.pass_time(USUAL_SECONDS)
    # Ben's vote was the only one.
    assert (await world.moves(VOTE)).startswith("d3 ")
