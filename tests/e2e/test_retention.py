"""A host who keeps games and absent people for a time only."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.e2e.sequences import WIPE_OUT
from tests.e2e.test_own_data import stored_of
from tests.e2e.world import World


@pytest.fixture
async def world(empty_database: Path, tmp_path: Path) -> AsyncIterator[World]:
    """A bot of a forgetful host."""
    path = tmp_path / "games.db"
    shutil.copy(empty_database, path)
    made = World(path, keep_games_days=90, keep_people_days=365, contact="host@example.org")
    await made.start()
    yield made
    await made.end()


async def test_games_are_deleted_and_people_kept(world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    await world.play(WIPE_OUT, world.ann, world.ben, game=game)
    old = world.board(game)
    world.skip(timedelta(days=91))
    await world.bot._recover()
    await world.env.settle()
    assert await world.bot.services.storage.game(game) is None
    answer = await world.ann.taps("Rematch", old)
    assert answer.private.startswith("This game no longer exists: it was deleted, or lost")
    assert await stored_of(world, world.ann.id) != []


async def test_absent_people_are_forgotten(world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    await world.play("d3 c3 c4 e3", world.ann, world.ben, game=game)
    world.skip(timedelta(days=200))
    await world.ben.types("profile")
    await world.restart(timedelta(days=170))
    await world.bot._recover()
    await world.env.settle()
    assert await stored_of(world, world.ann.id, "Ann") == []
    assert await stored_of(world, world.ben.id) != []


async def test_the_privacy_text_says_so(world: World) -> None:
    world.untranslated.append("host@example.org")
    text = (await world.ann.reads_privacy()).private
    assert "Games are deleted 90 days after they end." in text
    assert "Everything about you is deleted after 365 days of inactivity." in text
    assert "A server's data is deleted 30 days after I am removed from it" in text
    assert "**Who runs this bot**: host@example.org" in text
