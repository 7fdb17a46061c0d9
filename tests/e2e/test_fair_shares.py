"""One member can't take all tournaments, exhibitions, games and strength tests of a server."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.e2e.world import World


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
    await world.ann.taps("Resign", world.board(1))
    await world.ann.taps("Resign")
    assert not (await world.ann.types("connect4 start", bot="easy")).private


async def test_a_person_starts_two_strength_tests_an_hour(world: World) -> None:
    world.searches.hold()
    for _ in range(2):
        await world.ann.types("match", first="beginner", second="easy", games=4)
        await world.ann.taps("Cancel")
        await world.ann.taps("Cancel the test")
    refused = await world.ann.types("match", first="beginner", second="easy", games=4)
    assert refused.private.startswith("You've started 2 strength tests in the last hour")
    await world.ben.types("match", first="beginner", second="easy", games=4)
    await world.ben.taps("Cancel")
    await world.ben.taps("Cancel the test")
    await world.let_go()
