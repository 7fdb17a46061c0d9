"""Excessive requests of a person or server are refused kindly; no member takes all there is of a server."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.e2e.world import World


@pytest.fixture
async def strict(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A bot of a strict host."""
    monkeypatch.setattr("bot.play.games.host_settings.QUESTIONS_PER_CHALLENGE", 0.5)
    made = World(database, games_person=2, challenges_person=2, games_server=3)
    await made.start()
    yield made
    await made.end()


def minutes_to_wait(world: World, text: str) -> float:
    found = re.search(r"<t:(\d+):R>", text)
    assert found is not None, text
    return (int(found[1]) - world.now().timestamp()) / 60


async def test_the_other_one_has_too_many_games(strict: World) -> None:
    for _ in range(2):
        await strict.ben.types("reversi start", bot="easy")
    await strict.ann.types("reversi start", opponent=strict.ben)
    assert (await strict.ben.taps("Accept")).private.startswith("You already have")
    await strict.ben.types("reversi start")
    assert (await strict.ann.taps("Join")).private.startswith(f"{strict.ben.mention} already has")
    # So has the server.
    await strict.chloe.types("reversi start", bot="easy")
    answer = await strict.ann.types("reversi start", bot="easy")
    assert answer.private.startswith("This server already has 3 games in progress, the maximum.")


async def test_too_many_challenges(strict: World) -> None:
    for other in (strict.ben, strict.chloe):
        await strict.ann.types("reversi start", opponent=other)
    strict.skip(timedelta(minutes=20))
    answer = await strict.ann.types("reversi start", opponent=strict.ben)
    assert answer.private.startswith("You've sent 2 challenges in the last hour, the maximum.")
    assert minutes_to_wait(strict, answer.private) == pytest.approx(40, abs=1)
    await strict.kill(timedelta(minutes=20))
    answer = await strict.ann.types("reversi start")
    assert minutes_to_wait(strict, answer.private) == pytest.approx(20, abs=1)
    strict.skip(timedelta(minutes=21))
    assert (await strict.ann.types("reversi start")).messages[0].labels[0] == "Join"


async def test_a_person_has_few_tournaments_and_exhibitions_and_others_still_have_room(world: World) -> None:
    late, early = (f"<t:{int((world.now() + timedelta(days=days)).timestamp())}:F>" for days in (15, 13))
    for command, most, said in (
        ("tournament create", 2, "You already have 2 tournaments here, the maximum."),
        ("simul", 1, "You can only have one exhibition here"),
    ):
        refused = await world.ann.types(command, start=late)
        assert refused.private.startswith("Choose a start time within 14 days from now.")
        for _ in range(most):
            assert not (await world.ann.types(command, start=early)).private
        assert (await world.ann.types(command)).private.startswith(said)
        assert not (await world.ben.types(command)).private


@pytest.mark.long
async def test_new_games_against_the_computer_wait_until_the_others_are_played(world: World) -> None:
    for _ in range(10):
        await world.ann.types("connect4 start", bot="easy", colour="second")
    refused = await world.ann.types("connect4 start", bot="easy")
    assert refused.private.startswith("You already have 10 games against me in which you haven't moved yet")
    await world.ben.types("connect4 start", bot="easy")
    await world.ann.resigns(world.board(1))
    assert not (await world.ann.types("connect4 start", bot="easy")).private


@pytest.mark.long
async def test_a_person_starts_two_strength_tests_an_hour(world: World) -> None:
    world.searches.hold()
    for _ in range(2):
        await world.ann.types("match", first="beginner", second="easy", games=4)
        await world.ann.confirms("Cancel", then="Cancel the test")
    refused = await world.ann.types("match", first="beginner", second="easy", games=4)
    assert refused.private.startswith("You've started 2 strength tests in the last hour")
    await world.ben.types("match", first="beginner", second="easy", games=4)
    await world.ben.confirms("Cancel", then="Cancel the test")
    await world.let_go()
