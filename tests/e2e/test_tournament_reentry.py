"""Leaving a tournament, being dropped from it and being removed, and the ways back."""

from __future__ import annotations

from tests.e2e.tournaments import (
    MINUTE,
    SOON,
    card,
    crowd,
    found,
    join,
    lower_wins,
    manages,
    pending,
    removes,
)
from tests.e2e.world import Person, World


async def arena(world: World, people: list[Person], places: int = 8) -> None:
    """Have an arena begin with these people."""
    await people[0].types("tournament create", form="arena", minutes=60, places=places, time="30+0")
    await join(world, *people)
    if len(people) < places:
        await manages(world, people[0], "Start now")


def games_of(games: list[tuple[int, int, int]], person: Person) -> int:
    """Return how many of the games in progress are a person's."""
    return sum(person.id in game for game in games)


async def test_who_leaves_an_arena_during_their_game_and_returns_has_one_game(world: World) -> None:
    people = crowd(world, 5)
    await arena(world, people)
    by_id = {person.id: person for person in people}
    games = await pending(world)
    playing = next(person for person in people if games_of(games, person))
    for _ in range(3):
        await playing.taps("Leave", card(world))
        await join(world, playing)
        assert games_of(await pending(world), playing) == 1
    game = next(game for game in await pending(world) if playing.id in game)
    await lower_wins(world, by_id, game)
    games = await pending(world)
    assert all(games_of(games, person) <= 1 for person in people)
    record = await found(world)
    assert record.entrant_of(playing.id) is not None


async def test_who_returns_to_an_arena_needs_a_place(world: World) -> None:
    people = crowd(world, 4)
    await arena(world, people[:3], places=3)
    await people[0].taps("Leave", card(world))
    await join(world, people[3])
    answer = await people[0].taps("Join", card(world))
    assert "places in this tournament are taken" in answer.private
    assert sum(one.left_round is None for one in (await found(world)).entrants) == 3


async def test_who_was_absent_may_return_to_an_arena(world: World) -> None:
    people = crowd(world, 2)
    await arena(world, people, places=2)
    await world.pass_time(MINUTE)
    await world.pass_time(SOON)
    record = await found(world)
    assert [one.exit for one in record.entrants] == ["dropped", "dropped"]
    await join(world, *people)
    assert [one.exit for one in (await found(world)).entrants] == [None, None]
    assert len(await pending(world)) == 1


async def test_who_was_removed_does_not_return_by_themselves(world: World) -> None:
    people, moderator = crowd(world, 3), world.moderator("Mo")
    await arena(world, people)
    await removes(world, moderator, 2)
    assert [one.exit for one in (await found(world)).entrants] == [None, "removed", None]
    answer = await people[1].taps("Join", card(world))
    assert "removed from this tournament" in answer.private
    # Nor do they who left before.
    await people[2].taps("Leave", card(world))
    assert [one.exit for one in (await found(world)).entrants] == [None, "removed", "left"]
    await removes(world, moderator, 3)
    answer = await people[2].taps("Join", card(world))
    assert "removed from this tournament" in answer.private
    # An invitation brings them back.
    manage = await people[0].taps("Manage", card(world))
    await people[0].invites(people[1], manage.messages[0])
    await join(world, people[1])
    assert [one.exit for one in (await found(world)).entrants] == [None, None, "removed"]


async def test_who_was_removed_before_the_start_does_not_return_by_themselves(world: World) -> None:
    people, moderator = crowd(world, 2), world.moderator("Mo")
    await people[0].types("tournament create", form="round_robin", places=8)
    await join(world, *people)
    await removes(world, moderator, 2)
    record = await found(world)
    assert [one.player_id for one in record.entrants] == [people[0].id]
    assert record.invited == frozenset()
    answer = await people[1].taps("Join", card(world))
    assert "removed from this tournament" in answer.private
    manage = await people[0].taps("Manage", card(world))
    await people[0].invites(people[1], manage.messages[0])
    await join(world, people[1])
    # Who leaves by themselves may return.
    await people[1].taps("Leave", card(world))
    await join(world, people[1])
    assert len((await found(world)).entrants) == 2
