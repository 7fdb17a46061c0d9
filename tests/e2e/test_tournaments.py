"""Whole tournaments: they begin, pair, note results and absences, and end by themselves."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence

import pytest

from tests.e2e.seen import Seen
from tests.e2e.world import Person, World

MINUTE = 61.0
SOON = 8.0
"""Seconds after which a change is shown."""


def card(world: World) -> Seen:
    """The message of the tournament; there is one only."""
    found = [seen for seen in world.posts() if "tournament #1\n" in seen.text and "###" in seen.text]
    assert len(found) == 1, f"{len(found)} cards"
    return found[0]


async def join(world: World, *people: Person) -> None:
    for person in people:
        await person.taps("Join", card(world))


async def pending(world: World) -> list[tuple[int, int, int]]:
    """The games in progress, with the ids of both players."""
    games = await world.bot.services.storage.playing_games()
    return sorted((game.id, game.seats[0].player_id or 0, game.seats[1].player_id or 0) for game in games)


async def resign(world: World, person: Person, game: int) -> None:
    """Resign a game, which counts as a loss from the first move on."""
    answer = await person.taps("Resign", world.board(game))
    question = answer.messages[0]
    await person.taps(next(label for label in question.labels if "Resign" in label), question)


Play = Callable[[World, dict[int, Person], tuple[int, int, int]], Awaitable[None]]


async def lower_wins(world: World, people: dict[int, Person], game: tuple[int, int, int]) -> None:
    """The player who joined first wins."""
    number, *players = game
    order = list(people)
    loser = max(players, key=lambda one: order.index(one) if one in people else -1)
    await resign(world, people[loser], number)


async def play_all(world: World, people: Sequence[Person], play: Play = lower_wins, most: int = 60) -> None:
    """Play until no game is in progress."""
    by_id = {person.id: person for person in people}
    for _ in range(most):
        games = await pending(world)
        if not games:
            return
        await play(world, by_id, games[0])
        await world.env.settle()
    raise AssertionError("the tournament does not end")


def crowd(world: World, size: int) -> list[Person]:
    return [world.ann, world.ben, world.chloe, *(world.newcomer(f"P{number}") for number in range(size))][
        :size
    ]


async def test_a_round_robin_begins_when_it_is_full_and_ends_by_itself(world: World) -> None:
    people = crowd(world, 4)
    await world.ann.types("tournament create", form="round_robin", places=4)
    assert "Places taken: 0 of 4" in card(world).text
    await join(world, *people)
    await world.pass_time(SOON)
    assert "Round 1 of 3" in card(world).text
    news = [seen.text for seen in world.posts() if "these games begin now" in seen.text]
    assert len(news) == 1
    assert all(person.mention in news[0] for person in people)
    assert news[0].count("[To the board](https://discord.com/channels/") == 2
    await play_all(world, people)
    await world.pass_time(SOON)
    text = card(world).text
    assert f"Won by {world.ann.mention}" in text
    assert re.search(rf"1\\\. {world.ann.mention} · \*\*3\*\*", text)
    assert any("is over" in seen.text and world.ann.mention in seen.text for seen in world.posts())
    profile = await world.ben.types("profile", player=world.ann)
    assert "1 tournament won" in profile.public


async def test_a_swiss_with_an_odd_field_a_bye_and_a_drop_out(world: World) -> None:
    people = crowd(world, 7)
    organiser = world.newcomer("Olga")
    await organiser.types("tournament create", places=16, rounds=3)
    await join(world, *people)
    answer = await world.ann.taps("Manage", card(world))
    assert "moderators can do that" in answer.private
    await organiser.taps("Manage", card(world))
    await organiser.taps("Start now")
    # The organiser is not seen again; nothing needs them.
    await world.pass_time(SOON)
    assert "has a bye" in card(world).text
    await people[6].taps("Leave", card(world))
    await play_all(world, people)
    await world.pass_time(SOON)
    assert f"Won by {world.ann.mention}" in card(world).text
    record = await world.bot.services.storage.tournaments.find(1)
    assert record is not None
    met = [frozenset((one.first, one.second)) for one in record.pairings]
    assert len(met) == len(set(met))
    assert all(one.round == 1 for one in record.pairings if 7 in (one.first, one.second))
    assert max(one.round for one in record.pairings) == 3


async def test_who_does_not_come_loses_after_a_minute_and_leaves_after_two(world: World) -> None:
    people = crowd(world, 4)
    await world.ann.types("tournament create", form="round_robin", places=4)
    await join(world, *people)
    for _ in range(20):
        if not await pending(world):
            break
        await world.pass_time(MINUTE)
    assert await pending(world) == []
    record = await world.bot.services.storage.tournaments.find(1)
    assert record is not None
    assert record.tournament.state == "finished"
    assert all(one.forfeit for one in record.pairings if one.second is not None)


async def test_a_first_move_in_time_ends_the_grace(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("tournament create", form="round_robin", places=2)
    await join(world, ann, ben)
    (game,) = await pending(world)
    first, second = (ann, ben) if game[1] == ann.id else (ben, ann)
    await first.taps("d3", world.board(game[0]))
    await world.pass_time(40)
    await second.taps("c3", world.board(game[0]))
    await world.pass_time(200)
    assert len(await pending(world)) == 1
    answer = await first.types("hint")
    assert "no hints" in answer.private


async def test_a_computer_player_takes_the_empty_places(world: World) -> None:
    ann = world.ann
    await ann.types("tournament create", form="round_robin", places=3, bot="beginner", game="connect4")
    assert "Empty places go to" in card(world).text
    await join(world, ann)
    await ann.taps("Manage", card(world))
    await ann.taps("Start now")
    await play_all(world, [ann])
    await world.pass_time(SOON)
    assert "by lot" in card(world).text or "Won by" in card(world).text
    record = await world.bot.services.storage.tournaments.find(1)
    assert record is not None
    assert record.tournament.state == "finished"


async def test_a_knockout_replays_draws_and_has_a_winner(world: World) -> None:
    people = crowd(world, 4)
    await world.ann.types("tournament create", form="knockout", places=4, time="4+4")
    await join(world, *people)
    by_id = {person.id: person for person in people}
    game = (await pending(world))[0]
    await world.play("d3 c3 c4 e3", by_id[game[1]], by_id[game[2]], game=game[0])
    storage = world.bot.services.storage
    await by_id[game[1]].types("game ask", what="draw", game=str(game[0]))
    await by_id[game[2]].taps("Agree to a draw")
    await world.pass_time(SOON)
    replay = next(one for one in await pending(world) if {one[1], one[2]} == {game[1], game[2]})
    assert (replay[1], replay[2]) == (game[2], game[1])
    again = await storage.game(replay[0])
    assert again is not None
    assert again.clock is not None
    assert str(again.clock.control) == "2+2"
    await play_all(world, people)
    await world.pass_time(SOON)
    assert f"Won by {world.ann.mention}" in card(world).text


async def test_an_arena_pairs_again_at_once_until_its_end(world: World) -> None:
    people = crowd(world, 3)
    await world.ann.types("tournament create", form="arena", minutes=5, places=8)
    await join(world, *people[:2])
    await world.ann.taps("Manage", card(world))
    await world.ann.taps("Start now")
    await join(world, people[2])
    by_id = {person.id: person for person in people}
    for _ in range(4):
        (game,) = await pending(world)
        await lower_wins(world, by_id, game)
    await people[1].taps("Leave", card(world))
    for _ in range(8):
        await world.pass_time(50)
        for game in await pending(world):
            await lower_wins(world, by_id, game)
    await world.pass_time(MINUTE)
    assert await pending(world) == []
    assert f"Won by {world.ann.mention}" in card(world).text


async def test_moderation(world: World) -> None:
    people, moderator = crowd(world, 4), world.moderator("Mo")
    await world.ann.types("tournament create", form="round_robin", places=4)
    await join(world, *people)
    await moderator.taps("Manage", card(world))
    await moderator.taps("Pause")
    for game in await pending(world):
        await lower_wins(world, {person.id: person for person in people}, game)
    await world.pass_time(SOON)
    assert "Paused" in card(world).text
    assert await pending(world) == []
    record = await world.bot.services.storage.tournaments.find(1)
    assert record is not None
    pairing = record.pairings[0]
    await moderator.taps("Manage", card(world))
    await moderator.chooses("Correct a result", str(pairing.id))
    await moderator.taps("½–½")
    await moderator.taps("Manage", card(world))
    await moderator.chooses("Remove a player", "4")
    await world.pass_time(SOON)
    assert "½–½" in card(world).text
    assert f"corrected by {moderator.mention}" in card(world).text
    await moderator.taps("Manage", card(world))
    await moderator.taps("Resume")
    assert all(people[3].id not in game for game in await pending(world))
    await moderator.taps("Manage", card(world))
    await moderator.taps("Cancel tournament")
    await world.pass_time(SOON)
    assert "was cancelled" in card(world).text
    listed = await world.ben.types("tournament list")
    assert "cancelled" in listed.private


async def test_only_invited_people_join_and_a_host_bounds_the_number(world: World) -> None:
    ann = world.ann
    await ann.types("tournament create", invited=True)
    answer = await world.ben.taps("Join", card(world))
    assert "by invitation" in answer.private
    manage = await ann.taps("Manage", card(world))
    await ann.invites(world.ben, manage.messages[0])
    await world.ben.taps("Join", card(world))
    await world.pass_time(SOON)
    assert world.ben.mention in card(world).text
    for _ in range(4):
        await ann.types("tournament create")
    answer = await ann.types("tournament create")
    assert "already, and that is all" in answer.private


@pytest.mark.parametrize("form", ["round_robin", "swiss", "knockout"])
async def test_kills_between_all_steps_lose_nothing(world: World, form: str) -> None:
    people = crowd(world, 4)
    await world.ann.types("tournament create", form=form, places=4)
    await world.kill()
    for person in people:
        await join(world, person)
        await world.kill()
    for _ in range(30):
        games = await pending(world)
        if not games:
            break
        await lower_wins(world, {person.id: person for person in people}, games[0])
        await world.kill()
    assert await pending(world) == []
    await world.pass_time(SOON)
    assert f"Won by {world.ann.mention}" in card(world).text
    assert sum("is over" in seen.text for seen in world.posts()) == 1
