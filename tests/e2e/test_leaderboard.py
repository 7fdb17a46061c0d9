"""The leaderboard with many players, and lists of one's own games."""

from __future__ import annotations

from data import Ending, Game, GameState, NewGame, NewMove, Outcome, Seat
from tests.data.helpers import list_everybody
from tests.e2e.seen import Answer
from tests.e2e.world import Person, World

PLAYERS = 25


async def _game(world: World, first: int, second: int | None, guild: int | None = None) -> Game:
    """Store a game that has begun; without a second player it is against the computer."""
    return await world.bot.services.storage.create_game(
        NewGame(
            game="reversi",
            options="",
            guild_id=guild or world.server.id,
            channel_id=world.channel.id,
            challenger_id=first,
            opponent_id=second,
            side_choice="first",
            seats=(Seat(first), Seat(second) if second else Seat(None, "easy")),
            state=GameState.PLAYING,
            rated=True,
        )
    )


async def _win(world: World, winner: int, loser: int | None, guild: int | None = None) -> None:
    """Store a game that `winner` won, already shown to everybody."""
    storage = world.bot.services.storage
    game = await _game(world, winner, loser, guild)
    stored = await storage.add_moves(
        game, [NewMove("d3", 0, 1.0)], Outcome(0, None, Ending.RESIGNED), computer_rating=1200
    )
    await storage.waiting.mark_shown(stored, world.channel.id, None)
    await list_everybody(storage)


async def _crowd(world: World) -> list[Person]:
    """People who have played one another, the best one first."""
    people = [world.newcomer(f"Player {number}") for number in range(1, PLAYERS + 1)]
    for person in people:
        await world.bot.services.storage.people.remember(person.id, person.actor.user.global_name or "")
    for number in range(PLAYERS // 2):
        await _win(world, people[number].id, people[PLAYERS - 1 - number].id)
    for _ in range(2):
        await _win(world, people[0].id, people[PLAYERS - 1].id)
    await _win(world, people[PLAYERS // 2].id, people[PLAYERS - 1].id)
    return people


def _lines(answer: Answer) -> list[str]:
    return [line for line in answer.public.splitlines() if " won, " in line]


async def test_a_long_leaderboard_has_pages(world: World) -> None:
    people = await _crowd(world)
    asker = people[0]
    first = await asker.types("leaderboard")
    assert len(_lines(first)) == 10
    assert _lines(first)[0].startswith("🥇 **Player 1** (you)")
    assert "Previous" not in first.messages[0].labels
    assert "number **1** of 25" in first.public
    second = await asker.taps("Next")
    assert len(_lines(second)) == 10
    assert _lines(second)[0].startswith("11. ")
    assert {"Previous", "Next"} <= set(second.messages[0].labels)
    third = await asker.taps("Next")
    assert len(_lines(third)) == 5
    assert _lines(third)[-1].startswith(f"25. Player {PLAYERS} ")
    assert "Next" not in third.messages[0].labels
    assert "number **1** of 25" in third.public
    back = await asker.taps("Previous")
    assert _lines(back) == _lines(second)
    assert len(world.posts()) == 1
    everybody = _lines(first) + _lines(second) + _lines(third)
    assert len({line.split(" · ")[0].split(" ", 1)[1] for line in everybody}) == PLAYERS


async def test_everybody_sees_their_own_rank_on_every_page(world: World) -> None:
    people = await _crowd(world)
    last = await people[-1].types("leaderboard")
    assert "You are number **25** of 25" in last.public
    assert "(you)" not in last.public
    turned = await people[0].taps("Next")
    assert "You are number **1** of 25" in turned.public
    stranger = await world.ben.taps("Next")
    assert "25 players. You are not among them yet" in stranger.public


async def test_the_picture_and_its_description_show_the_page(world: World) -> None:
    people = await _crowd(world)
    first = await people[0].types("leaderboard")
    assert first.messages[0].picture is not None
    second = await people[0].taps("Next")
    assert second.messages[0].picture is not None
    assert second.messages[0].alt != first.messages[0].alt


async def test_this_server_and_everywhere(world: World) -> None:
    ann, ben, chloe = world.ann.id, world.ben.id, world.chloe.id
    await _win(world, ann, ben)
    await _win(world, chloe, ben, guild=world.server.id + 1)
    here = await world.ann.types("leaderboard")
    assert len(_lines(here)) == 2
    assert "in this server" in here.public
    everywhere = await world.ann.taps("Everywhere")
    assert len(_lines(everywhere)) == 3
    again = await world.ann.taps("This server")
    assert again.public == here.public
    asked_for = await world.ann.types("leaderboard", where="everywhere")
    assert _lines(asked_for) == _lines(everywhere)


async def test_people_and_the_computer_are_two_lists(world: World) -> None:
    await _win(world, world.ann.id, world.ben.id)
    await _win(world, world.chloe.id, None)
    people = await world.chloe.types("leaderboard")
    assert len(_lines(people)) == 2
    assert "You are not among them yet" in people.public
    computer = await world.chloe.taps("Games against the computer")
    assert [line for line in _lines(computer) if "(you)" in line] == _lines(computer)
    assert len(_lines(computer)) == 1
    back = await world.chloe.taps("Games between people")
    assert back.public == people.public


async def test_an_empty_leaderboard_says_how_to_get_on_it(world: World) -> None:
    answer = await world.ann.types("leaderboard")
    assert "Nobody is on this list yet" in answer.public
    assert "Play one: `/reversi start`." in answer.public


async def test_names_cannot_disturb_the_leaderboard(world: World) -> None:
    people = [world.newcomer("*_`~|" * 6 + str(number)) for number in range(10)]
    people.append(world.newcomer("**@everyone** <@1>"))
    for person in people:
        await world.bot.services.storage.people.remember(person.id, person.actor.user.global_name or "")
        await _win(world, person.id, world.ann.id)
    answer = await people[-1].types("leaderboard", where="server")
    pages = answer.public + (await people[-1].taps("Next")).public
    assert "\\*\\*@everyone\\*\\*" in pages
    assert "**@everyone**" not in pages
    await world.ann.types("profile")
    assert not any(
        message.ping_user_ids or message.mention_everyone
        for message in world.env.backend.messages[world.channel.id].values()
    )


async def test_a_list_of_games_has_at_most_25_choices(world: World) -> None:
    for _ in range(30):
        game = await _game(world, world.ann.id, world.ben.id)
        await world.bot.services.storage.waiting.mark_shown(game, world.channel.id, None)
    for command in ("reversi board", "reversi resign"):
        choices = await world.ann.actor.autocomplete(world.channel, command, "game", "")
        assert len(choices) == 25
        assert choices[0] == {"name": f"#30 against {world.ben.id}, 0 moves played", "value": "30"}
    typed = await world.ann.actor.autocomplete(world.channel, "reversi board", "game", "#7")
    assert [choice["value"] for choice in typed] == ["7"]
    assert await world.chloe.actor.autocomplete(world.channel, "reversi board", "game", "") == []
    await world.ann.types("reversi board", game=typed[0]["value"])
    assert world.board(7).moves == ["d3", "c4", "f5", "e6"]
