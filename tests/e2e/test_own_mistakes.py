"""Mistakes in reviewed games come back as puzzles, for those who made them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from discord.utils import format_dt

from engine import puzzles
from engine.puzzles import Puzzle, Reason
from tests.e2e.test_puzzles import own
from tests.e2e.world import RECOVERY_SECONDS, World


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first position is a puzzle, which it takes no time to prove, and no other one is."""

    def from_position(position: Any, **_: object) -> Puzzle | Reason:
        if position.moves_played:
            return Reason.NOT_ALONE
        return Puzzle("c0", "connect4", "", str(position), ("5",), "win", 1, 1000.0, ())

    monkeypatch.setattr(puzzles, "from_position", from_position)


def herring(position: Any, **_: object) -> Puzzle | Reason:
    """The first position is a puzzle, and that before Ann's winning move another one, of two moves."""
    lines = {0: ("5",), 6: ("4", "1", "2")}
    if position.moves_played not in lines:
        return Reason.NOT_ALONE
    line = lines[position.moves_played]
    return Puzzle("c0", "connect4", "", str(position), line, "win", 1, 1000.0, ())


async def reviewed(world: World) -> None:
    """A game of Ann against Ben in which both have made mistakes was reviewed."""
    number = await world.begin(world.ann, world.ben, "connect4")
    await world.play("1 1 2 1 3 1 4", world.ann, world.ben, game=number)
    await world.ann.taps("Review", world.board(number))
    await world.pass_time(RECOVERY_SECONDS)


async def test_a_mistake_comes_back_after_1_3_7_and_21_days(world: World) -> None:
    await reviewed(world)
    await world.ann.types("puzzle", mine=True)
    seen = own(world, world.ann)
    assert f"### 🩹 From your game #1 against {world.ben.mention}" in seen.text
    assert "In the game you played column 1. Was there anything better?" in seen.text
    assert "it comes back after 1, 3, 7 and 21 days" in seen.text
    await world.ann.taps("6", seen)
    assert "❌ Not column 6" in own(world, world.ann).text
    await world.ann.taps("5", own(world, world.ann))
    for days in (1, 3, 7, 21):
        back = format_dt(world.now() + timedelta(days=days), "R")
        assert f"In the game you played column 1.\nIt comes back {back}." in own(world, world.ann).text
        answer = await world.ann.types("puzzle", mine=True)
        assert answer.private.startswith(
            "You have no mistakes to practise right now. The next one comes back <t:"
        )
        world.skip(timedelta(days=days))
        await world.restart()
        await world.ann.types("puzzle", mine=True)
        await world.ann.taps("5", own(world, world.ann))
        assert "🎉 **Solved on the first attempt!**" in own(world, world.ann).text
    assert "You know this one now: it won't come back." in own(world, world.ann).text
    answer = await world.ann.types("puzzle", mine=True)
    assert answer.private.startswith("You have no mistakes to practise yet.")


@pytest.mark.long
async def test_the_move_played_is_not_kept_where_it_was_a_mistake(world: World) -> None:
    """They are offered after other puzzles, to those who made them."""
    await reviewed(world)
    await world.ann.types("puzzle")
    await world.ann.taps("Show solution")
    shown = [seen for seen in world.seen(world.channel, world.ann) if "My mistakes (1)" in seen.labels][-1]
    await world.ann.taps("My mistakes (1)", shown)
    asked = [seen for seen in world.seen(world.channel, world.ann) if "From your game #1" in seen.text][-1]
    # They are not rated.
    assert "rating" not in asked.text
    answer = await world.chloe.taps_gone(asked.custom_id("5"), asked)
    assert answer.private.startswith("This puzzle is from someone else's game.")
    answer = await world.chloe.types("puzzle", mine=True)
    assert answer.private.startswith("You have no mistakes to practise yet.")
    await world.ann.taps("Column 1 was right", asked)
    seen = own(world, world.ann)
    assert "❌ Not column 1: another move is better. Try again!" in seen.text
    # A second tap, and one after the end, change nothing.
    await world.ann.taps("5", seen)
    done = own(world, world.ann).text
    assert "✅ **Solved.** The first attempt missed" in done
    await world.ann.taps_late("Column 1 was right", asked, own(world, world.ann))
    assert own(world, world.ann).text == done


@pytest.mark.long
async def test_red_herrings_are_mixed_in(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "from_position", herring)
    await reviewed(world)
    await world.ann.types("puzzle", mine=True)
    await world.ann.taps("5", own(world, world.ann))
    await world.ann.taps("My mistakes (1)", own(world, world.ann))
    asked = own(world, world.ann)
    # Nothing tells it from a mistake: not the text, nor the number of moves of the puzzle found there.
    assert "In the game you played column 4. Was there anything better?" in asked.text
    assert "Move 1" not in asked.text
    answer = await world.chloe.taps_gone(asked.custom_id("Column 4 was right"), asked)
    assert answer.private.startswith("This puzzle is from someone else's game.")
    await world.restart()
    await world.ann.taps("Column 4 was right", asked)
    seen = own(world, world.ann)
    assert "🎉 **Solved on the first attempt!**" in seen.text
    assert "In the game you played column 4, and nothing was better.\nIt comes back <t:" in seen.text


@pytest.mark.long
async def test_a_review_is_searched_on_after_a_restart(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def stopped(position: Any, **_: object) -> Reason:
        looked.append(str(position))
        return Reason.STOPPED

    with monkeypatch.context() as patch:
        patch.setattr(puzzles, "from_position", stopped)
        await reviewed(world)
        assert len(looked) > 0
    assert (await world.ann.types("puzzle", mine=True)).private.startswith("You have no mistakes")
    await world.kill()
    await world.pass_time(RECOVERY_SECONDS)
    await world.ann.types("puzzle", mine=True)
    assert "From your game #1" in own(world, world.ann).text
