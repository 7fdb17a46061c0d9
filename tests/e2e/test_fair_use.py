"""Excessive requests of a person or server are refused kindly, and limits survive a restart."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.e2e.world import World


@pytest.fixture
async def world(
    empty_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[World]:
    """A bot of a strict host."""
    monkeypatch.setattr("bot.play.games.host_settings.QUESTIONS_PER_CHALLENGE", 0.5)
    path = tmp_path / "games.db"
    shutil.copy(empty_database, path)
    made = World(path, games_person=2, challenges_person=2, games_server=3)
    await made.start()
    yield made
    await made.end()


def minutes_to_wait(world: World, text: str) -> float:
    """Return the announced waiting time."""
    found = re.search(r"<t:(\d+):R>", text)
    assert found is not None, text
    return (int(found[1]) - world.now().timestamp()) / 60


async def test_too_many_games_of_ones_own(world: World) -> None:
    for _ in range(2):
        await world.ann.types("reversi start", bot="easy")
    answer = await world.ann.types("connect4 start", bot="easy")
    assert answer.private.startswith("You already have 2 games in progress, the maximum")
    await world.restart()
    assert (await world.ann.types("reversi start", bot="easy")).private.startswith("You already have")
    await world.ann.taps("Resign", world.board(1))
    await world.ann.taps("Resign")
    await world.ann.types("connect4 start", bot="easy")
    assert (world.posts()[-1].picture or "").startswith("connect4-")


async def test_the_other_one_has_too_many_games(world: World) -> None:
    for _ in range(2):
        await world.ben.types("reversi start", bot="easy")
    await world.ann.types("reversi start", opponent=world.ben)
    assert (await world.ben.taps("Accept")).private.startswith("You already have")
    await world.ben.types("reversi start")
    assert (await world.ann.taps("Join")).private.startswith(f"{world.ben.mention} already has")
    # So has the server.
    await world.chloe.types("reversi start", bot="easy")
    answer = await world.ann.types("reversi start", bot="easy")
    assert answer.private.startswith("This server already has 3 games in progress, the maximum.")


async def test_too_many_challenges(world: World) -> None:
    for other in (world.ben, world.chloe):
        await world.ann.types("reversi start", opponent=other)
    world.skip(timedelta(minutes=20))
    answer = await world.ann.types("reversi start", opponent=world.ben)
    assert answer.private.startswith("You've sent 2 challenges in the last hour, the maximum.")
    assert minutes_to_wait(world, answer.private) == pytest.approx(40, abs=1)
    await world.kill(timedelta(minutes=20))
    answer = await world.ann.types("reversi start")
    assert minutes_to_wait(world, answer.private) == pytest.approx(20, abs=1)
    world.skip(timedelta(minutes=21))
    assert (await world.ann.types("reversi start")).messages[0].labels[0] == "Join"


async def test_too_many_questions(world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    await world.play("d3 c3 c4 e3", world.ann, world.ben, game=game)
    await world.ann.types("game ask", what="draw")
    await world.ben.taps("Decline")
    await world.play("f6", world.ann, world.ben, game=game)
    answer = await world.ann.types("game ask", what="draw")
    assert answer.private.startswith("You can send one request an hour.")
    assert minutes_to_wait(world, answer.private) == pytest.approx(60, abs=1)
