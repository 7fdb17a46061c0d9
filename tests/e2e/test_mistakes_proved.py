"""A mistake of a real game, reviewed and proved by the search core, comes back as a puzzle."""

from __future__ import annotations

import pytest

from tests.e2e.test_puzzles import own
from tests.e2e.world import RECOVERY_SECONDS, World

TO_WIN = "6 4 6 6 2 4 7 3 4 3 2 4"
"""Then 2 is the only move that wins, and after 2 only 3."""


@pytest.fixture
def max_nodes() -> int:
    return 4_000_000


# The searches of a review end when all is proved, which takes as long as the machine is busy.
@pytest.mark.settings(background_seconds=60.0)
@pytest.mark.long
async def test_the_only_winning_move_that_was_missed_is_asked_for(world: World) -> None:
    number = await world.begin(world.ann, world.ben, "connect4")
    await world.play(f"{TO_WIN} 1", world.ann, world.ben, game=number)
    await world.ann.resigns(world.board(number))
    await world.ann.taps("Review", world.board(number))
    await world.pass_time(RECOVERY_SECONDS)
    await world.ann.types("puzzle", mine=True)
    seen = own(world, world.ann)
    assert f"### 🩹 From your game #{number} against {world.ben.mention}" in seen.text
    await world.ann.taps("2", seen)
    await world.ann.taps("3", own(world, world.ann))
    assert "In the game you played column 1." in own(world, world.ann).text
