"""Mistakes in reviewed games come back as puzzles, for those who made them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from engine import puzzles
from engine.puzzles import Puzzle, Reason, Rejected
from tests.e2e.seen import Seen
from tests.e2e.test_puzzles import own
from tests.e2e.test_reviews import begin
from tests.e2e.world import RECOVERY_SECONDS, World


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first position is a puzzle, which it takes no time to prove, and no other one is."""

    def from_position(position: Any, **_: object) -> Puzzle | Rejected:
        if position.moves_played:
            return Rejected(Reason.NOT_ALONE)
        return Puzzle("c0", "connect4", "", str(position), ("5",), "win", 1, 1000.0, ())

    monkeypatch.setattr(puzzles, "from_position", from_position)


async def reviewed(world: World) -> None:
    """A game of Ann against Ben in which both have made mistakes was reviewed."""
    number = await begin(world, "connect4")
    await world.play("1 1 2 1 3 1 4", world.ann, world.ben, game=number)
    await world.ann.taps("Review", world.board(number))
    await world.pass_time(RECOVERY_SECONDS)


async def test_a_mistake_is_repeated_until_it_is_solved_at_once(world: World) -> None:
    await reviewed(world)
    await world.ann.types("puzzle", mine=True)
    seen = own(world, world.ann)
    assert f"### 🩹 From your game #1 against {world.ben.mention}" in seen.text
    assert "it comes back until you solve it on the first attempt" in seen.text.casefold()
    await world.ann.taps("6", seen)
    assert "❌ Not column 6" in own(world, world.ann).text
    await world.ann.taps("5", own(world, world.ann))
    assert "In the game you played column 1. It comes back in a few days." in own(world, world.ann).text
    answer = await world.ann.types("puzzle", mine=True)
    assert answer.private.startswith("You have no mistake to solve right now. The next one comes back <t:")
    world.skip(timedelta(days=1, minutes=1))
    await world.restart()
    await world.ann.types("puzzle", mine=True)
    await world.ann.taps("5", own(world, world.ann))
    assert "🎉 **Solved on the first attempt!**" in own(world, world.ann).text
    assert "This one is behind you." in own(world, world.ann).text
    answer = await world.ann.types("puzzle", mine=True)
    assert answer.private.startswith("You have no mistakes to solve.")


async def test_mistakes_are_private(world: World) -> None:
    await reviewed(world)
    await world.ann.types("puzzle", mine=True)
    mine = own(world, world.ann)
    answer = await world.chloe.taps_gone(mine.custom_id("5"), mine)
    assert answer.private.startswith("This puzzle is from someone else's game.")
    answer = await world.chloe.types("puzzle", mine=True)
    assert answer.private.startswith("You have no mistakes to solve.")
    # They are not rated.
    assert "rating" not in mine.text


async def test_they_are_offered_after_other_puzzles(world: World) -> None:
    await reviewed(world)
    await world.ann.types("puzzle")
    await world.ann.taps("Show solution")
    shown = [seen for seen in world.seen(world.channel, world.ann) if "My mistakes (1)" in seen.labels][-1]
    await world.ann.taps("My mistakes (1)", shown)
    assert "From your game #1" in _latest(world).text


def _latest(world: World) -> Seen:
    return [seen for seen in world.seen(world.channel, world.ann) if "From your game" in seen.text][-1]


async def test_searching_a_review_continues_after_a_restart(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    def stopped(position: Any, **_: object) -> Rejected:
        looked.append(str(position))
        return Rejected(Reason.STOPPED)

    with monkeypatch.context() as patch:
        patch.setattr(puzzles, "from_position", stopped)
        await reviewed(world)
        assert len(looked) > 0
    assert (await world.ann.types("puzzle", mine=True)).private.startswith("You have no mistakes")
    await world.kill()
    await world.pass_time(RECOVERY_SECONDS)
    await world.ann.types("puzzle", mine=True)
    assert "From your game #1" in own(world, world.ann).text
