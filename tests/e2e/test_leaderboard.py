"""The leaderboard with many players, and lists of a player's own games."""

from __future__ import annotations

import re

import pytest

from data.games.records import Ending, Game, GameState, NewGame, NewMove, Outcome, Seat
from tests.data.helpers import rank_everyone
from tests.e2e.seen import Answer
from tests.e2e.stored_games import stored_game
from tests.e2e.world import Person, World
from tests.languages.pseudo import plain

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
    await rank_everyone(storage)


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
    """The rows of the picture, by its alt text."""
    return re.findall(r"((?:\d+\. )?[^.: ][^.:]+: \d+\??) ± ", answer.messages[0].alt)


async def test_a_long_leaderboard_has_pages(world: World) -> None:
    people = await _crowd(world)
    asker = people[0]
    first = await asker.types("leaderboard")
    assert len(_lines(first)) == 10
    assert _lines(first)[0].startswith("1. Player 1 (you): ")
    assert "Player 1" not in first.public
    assert "Previous" not in first.messages[0].labels
    assert "number **1** of 25" in first.public
    second = await asker.taps("Next")
    assert len(_lines(second)) == 11
    assert [line.split(".")[0] for line in _lines(second)] == ["1", *map(str, range(11, 21))]
    assert {"Previous", "Next"} <= set(second.messages[0].labels)
    third = await asker.taps("Next")
    assert len(_lines(third)) == 6
    assert _lines(third)[-1].startswith(f"25. Player {PLAYERS}: ")
    assert "Next" not in third.messages[0].labels
    assert "number **1** of 25" in third.public
    back = await asker.taps("Previous")
    assert _lines(back) == _lines(second)
    assert len(world.posts()) == 1
    everybody = _lines(first) + _lines(second) + _lines(third)
    assert len({line.split(":")[0] for line in everybody}) == PLAYERS


async def test_everybody_sees_their_own_rank_on_every_page(world: World) -> None:
    people = await _crowd(world)
    last = await people[-1].types("leaderboard")
    assert f"-# {people[-1].mention} · You are number **25** of 25" in last.public
    assert "25. Player 25 (you)" in last.messages[0].alt
    turned = await people[0].taps("Next")
    assert f"-# {people[0].mention} · You are number **1** of 25" in turned.public
    stranger = await world.ben.taps("Next")
    assert f"-# {world.ben.mention} · 25 players. You are not on the leaderboard yet" in stranger.public


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
    assert "You are not on the leaderboard yet" in people.public
    computer = await world.chloe.taps("Games against the computer")
    assert [line for line in _lines(computer) if "(you)" in line] == _lines(computer)
    assert len(_lines(computer)) == 1
    back = await world.chloe.taps("Games between people")
    assert back.public == people.public


async def test_an_empty_leaderboard_says_how_to_get_on_it(world: World) -> None:
    answer = await world.ann.types("leaderboard")
    assert (
        "This leaderboard is still empty. Play a rated game against a person: `/reversi start`."
        in answer.public
    )


async def test_names_cannot_disturb_the_leaderboard(world: World) -> None:
    people = [world.newcomer("*_`~|" * 6 + str(number)) for number in range(10)]
    people.append(world.newcomer("**@everyone** <@1>"))
    for person in people:
        await world.bot.services.storage.people.remember(person.id, person.actor.user.global_name or "")
        await _win(world, person.id, world.ann.id)
    answer = await people[-1].types("leaderboard", where="server")
    pages = answer.messages[0].alt + (await people[-1].taps("Next")).messages[0].alt
    assert "**@everyone** <@1> (you): " in pages
    assert "@everyone" not in answer.public
    await world.ann.types("profile")
    assert not any(
        message.ping_user_ids or message.mention_everyone
        for message in world.env.backend.messages[world.channel.id].values()
    )


@pytest.mark.english
async def test_a_list_of_games_has_at_most_25_choices(world: World) -> None:
    for _ in range(30):
        game = await _game(world, world.ann.id, world.ben.id)
        await world.bot.services.storage.waiting.mark_shown(game, world.channel.id, None)
    for command in ("game board", "game resign"):
        choices = await world.ann.actor.autocomplete(world.channel, command, "game", "")
        assert len(choices) == 25
        assert plain(choices[0]) == {
            "name": f"Reversi #30 against {world.ben.id}, 0 moves played",
            "value": "30",
        }
    typed = await world.ann.actor.autocomplete(world.channel, "game board", "game", "#7")
    assert [choice["value"] for choice in typed] == ["7"]
    assert await world.chloe.actor.autocomplete(world.channel, "game board", "game", "") == []
    await world.ann.types("game board", game=typed[0]["value"])
    assert world.board(7).moves == ["d3", "c4", "f5", "e6"]


async def _friends_play(world: World, games: int) -> None:
    """Ann, Ben and Chloé play each other, and the first of each pair wins."""
    ann, ben, chloe = world.ann, world.ben, world.chloe
    for number in range(games):
        winner, loser = ((ann, ben), (ben, chloe), (ann, chloe))[number % 3]
        await stored_game(world, winner, loser)


async def test_newcomers_are_listed_from_their_first_game(world: World) -> None:
    await _friends_play(world, 1)
    answer = await world.ann.types("leaderboard")
    assert "Nobody" not in answer.public
    assert answer.messages[0].alt.startswith("Leaderboard. Provisional: Ann (you): 1662? ± 290, 1 won")
    assert _lines(answer)[1] == "Ben: 1338?"
    assert "🥇" not in answer.public
    assert (
        f"-# {world.ann.mention} · Your rating of 1662? is provisional. You get a rank when its ±, now 290, "
        "is below 110. Evenly matched games against ranked players get you there fastest." in answer.public
    )
    assert re.search(r"\d+ more game", answer.public) is None


async def test_ranked_players_are_above_provisional_ones(world: World) -> None:
    await _friends_play(world, 1)
    await rank_everyone(world.bot.services.storage)
    eve = world.newcomer("Eve")
    await stored_game(world, eve, world.chloe)
    answer = await eve.types("leaderboard")
    assert answer.messages[0].alt.startswith("Leaderboard. 1. Ann: 1662 ± ")
    assert " Provisional: Eve (you): 1662? ± " in answer.messages[0].alt
    assert _lines(answer)[1].startswith("2. Ben: ")
    ranked = await world.ben.types("leaderboard")
    assert "You are number **2** of 2" in ranked.public


async def test_one_player_is_not_several(world: World) -> None:
    await stored_game(world, world.ann, "easy")
    await world.ben.types("leaderboard")
    seen = await world.ben.taps("Games against the computer")
    assert (
        f"-# {world.ben.mention} · 1 player. You are not on the leaderboard yet: finish a rated game."
        in seen.public
    )
    own = await world.ann.types("leaderboard", against="computer")
    assert "You get a rank after about 9 more games at a level that suits you," in own.public


async def test_a_name_the_picture_cannot_show_is_written(world: World) -> None:
    maryam, half = world.newcomer("مريم"), world.newcomer("Zoë مريم")
    for person in (maryam, half):
        await stored_game(world, person, world.ann)
    answer = await world.ann.types("leaderboard")
    assert (
        "-# Names that the picture can't show: \u2068مريم\u2069, 1662? · \u2068Zoë مريم\u2069, "
        in answer.public
    )
    assert "Ann" not in answer.public


async def test_the_list_of_the_other_game_is_a_tap_away(world: World) -> None:
    await stored_game(world, world.ann, world.ben)
    await stored_game(world, world.ben, world.ann, "4", game="connect4")
    reversi = await world.ann.types("leaderboard")
    assert "Reversi: between people" in reversi.public
    assert "Reversi" not in reversi.messages[0].labels
    other = await world.ann.taps("Connect 4", reversi.messages[0])
    assert "Connect 4: between people" in other.public
    assert _lines(other)[0] == "Ben: 1662?"
    back = await world.ann.taps("Reversi", other.messages[0])
    assert back.messages[0].alt == reversi.messages[0].alt
