"""One member can't take all tournaments, exhibitions, games and strength tests of a server."""

from __future__ import annotations

from datetime import timedelta

from tests.e2e.world import World


def typed(world: World, **after: float) -> str:
    """Return a time as Discord sends what people choose by `@time`."""
    return f"<t:{int((world.now() + timedelta(**after)).timestamp())}:F>"


async def test_a_person_has_two_tournaments_and_others_still_have_room(world: World) -> None:
    for _ in range(2):
        assert "tournament #" in (await world.ann.types("tournament create")).public
    refused = await world.ann.types("tournament create")
    assert refused.private.startswith("You already have 2 tournaments here, the maximum.")
    assert "tournament #3" in (await world.ben.types("tournament create")).public


async def test_a_person_has_one_exhibition_and_others_still_have_room(world: World) -> None:
    await world.ann.types("simul")
    refused = await world.ann.types("simul")
    assert refused.private.startswith("You can only have one exhibition here")
    assert "exhibition" in (await world.ben.types("simul")).public


async def test_events_begin_within_two_weeks(world: World) -> None:
    for command in ("tournament create", "simul"):
        refused = await world.ann.types(command, start=typed(world, days=15))
        assert refused.private.startswith("Choose a start time within 14 days from now.")
        assert not (await world.ann.types(command, start=typed(world, days=13))).private


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
