"""`/games` and `/next`: a player's games everywhere, and the way from one to the next."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from simcord.builders import ChannelHandle

from data.games.records import Game, NewGame
from tests.e2e.seen import Answer, Seen
from tests.e2e.world import RECOVERY_SECONDS, Person, World

AGED = 51 * 60.0


def link(world: World, board: Seen) -> str:
    return f"https://discord.com/channels/{world.server.id}/{world.channel.id}/{board.id}"


def links(answer: Answer) -> list[str]:
    """Return the links of an answer's buttons."""
    return [str(part["url"]) for seen in answer.messages for part in seen._parts(2) if part.get("url")]


def numbers(seen: Seen) -> list[int]:
    """The games of a list, in its order."""
    return [int(number) for number in re.findall(r"#(\d+)", seen.text)]


async def started(world: World, first: Person, second: Person, **options: Any) -> int:
    game = await world.begin(first, second, **options)
    await world.pass_time(1.0)
    return game


async def test_an_empty_list_offers_a_start(world: World) -> None:
    answer = await world.ann.types("games")
    assert "You have no games in progress" in answer.private
    assert "`/reversi start`" in answer.private
    await world.ann.taps("Connect 4")
    assert "connect4" in (world.board().picture or "")


async def test_the_list_says_whose_turn_it_is_until_when_and_where(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    untimed = await started(world, ann, ben)
    theirs = await started(world, chloe, ann, time="3 days")
    slow = await started(world, ann, chloe, time="3 days")
    quick = await started(world, ann, ben, time="5+5", board="6x6")
    answer = await ann.types("games")
    (card,) = answer.messages
    assert card.private
    assert numbers(card) == [quick, slow, untimed, theirs]
    assert "**Your move** · 3" in card.text
    assert "**Waiting for others** · 1" in card.text
    assert f"**Reversi** against **Ben** · #{quick}\n-# 6x6 · ⏳ time runs out <t:" in card.text
    assert re.search(r"Chloé to move · ⏳ time runs out <t:\d+:R>", card.text)
    assert f"#{untimed}\n-# 8x8 · no time limit" in card.text
    assert links(answer) == [link(world, world.board(game)) for game in numbers(card)]


async def test_the_computers_turn_and_a_side_that_is_lent(world: World) -> None:
    ann = world.ann
    await ann.types("connect4 start", bot="expert", colour="second")
    world.searches.hold()
    await ann.types("reversi start", bot="expert", colour="second")
    answer = await ann.types("games")
    assert numbers(answer.messages[0]) == [1, 2]
    assert "against **Flipfour (expert)** · #2\n-# 8x8 · Flipfour (expert) to move" in answer.private
    await world.let_go()
    await ann.taps("Refresh")
    (card,) = [seen for seen in world.seen(world.channel, ann) if "Your games" in seen.text]
    assert "**Your move** · 2" in card.text


async def test_one_kind_of_game_or_all(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour="first")
    await ann.types("games")
    answer = await ann.chooses("Which games", "connect4")
    assert "You have no Connect 4 game in progress. Start one: `/connect4 start`." in answer.private
    assert answer.messages[0].chosen == ["Connect 4"]
    assert numbers((await ann.chooses("Which games", "reversi")).messages[0]) == [1]
    assert numbers((await ann.chooses("Which games", "all")).messages[0]) == [1]


async def test_pages(world: World) -> None:
    ann, ben = world.ann, world.ben
    for _ in range(10):
        await world.begin(ann, ben)
    first = (await ann.types("games")).messages[0]
    assert numbers(first) == [1, 2, 3, 4, 5, 6, 7, 8]
    await world.restart()
    second = (await ann.taps("Next", first)).messages[0]
    assert (second.id, numbers(second)) == (first.id, [9, 10])
    for game in (9, 10):
        await ann.taps("Resign", world.board(game))
        await ann.taps("Resign")
    assert numbers((await ann.taps("Refresh", second)).messages[0]) == [1, 2, 3, 4, 5, 6, 7, 8]


async def test_an_adjourned_game_is_resumed_from_the_list(world: World) -> None:
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben)
    await world.play("d3", ann)
    await ann.types("game ask", what="adjourn")
    await ben.taps("Agree to put it aside")
    assert world.board().labels == ["Resume game"]
    card = (await ben.types("games")).messages[0]
    assert "**Put aside** · 1" in card.text
    answer = await ben.taps("Resume game", card)
    assert len(answer.messages) == 1
    assert "**Your move** · 1" in answer.private
    assert links(answer) == [link(world, world.board(game))]
    assert f"**{ben.mention} to move.**" in world.board().text
    again = await ben.taps("Resume game", card)
    assert "already in progress" in again.private


async def test_from_one_game_to_the_next(world: World) -> None:
    ann, ben = world.ann, world.ben
    untimed = await started(world, ann, ben)
    slow = await started(world, ann, ben, time="3 days")
    quick = await started(world, ann, ben, time="5+5")
    answer = await ann.types("next")
    assert links(answer) == [link(world, world.board(quick))]
    order = [quick]
    for _ in range(4):
        answer = await ann.taps("Next game", answer.messages[0])
        order += numbers(answer.messages[0])
        assert links(answer) == [link(world, world.board(order[-1]))]
    assert order == [quick, slow, untimed, quick, slow]
    await world.play("d3", ann, game=quick)
    assert numbers((await ann.types("next")).messages[0]) == [untimed]
    assert numbers((await ann.types("next")).messages[0]) == [slow]


@pytest.mark.parametrize("stop", [World.restart, World.kill], ids=["restarted", "killed"])
async def test_the_same_game_is_not_the_next_one_after_a_start(
    world: World, stop: Callable[[World], Any]
) -> None:
    games = [await started(world, world.ann, world.ben) for _ in range(3)]
    assert numbers((await world.ann.types("next")).messages[0]) == games[:1]
    await stop(world)
    assert numbers((await world.ann.types("next")).messages[0]) == games[1:2]


async def test_the_only_game_that_waits_is_the_next_one_every_time(world: World) -> None:
    await world.begin(world.ann, world.ben)
    for _ in range(2):
        assert numbers((await world.ann.types("next")).messages[0]) == [1]


async def test_more_under_the_own_board_opens_another_one(world: World) -> None:
    ann, ben = world.ann, world.ben
    first, second = await started(world, ann, ben), await started(world, ann, ben)
    await world.play("d3", ann, game=first)
    await ann.taps("More", world.board(first))
    answer = await ann.taps("Next game")
    assert links(answer) == [link(world, world.board(second))]
    await ann.taps("More", world.board(second))
    assert numbers((await ann.taps("Next game")).messages[0]) == [second]


async def test_the_list_opens_the_next_game_too(world: World) -> None:
    games = [await started(world, world.ann, world.ben) for _ in range(2)]
    await world.ann.types("next")
    card = (await world.ann.types("games")).messages[0]
    answer = await world.ann.taps("Next game", card)
    assert numbers(answer.messages[0]) == [games[1]]
    assert numbers((await world.ann.taps("My games", answer.messages[0])).messages[0]) == games


async def test_waiting_for_opponents_is_explained(world: World) -> None:
    await world.begin(world.ann, world.ben)
    answer = await world.ben.types("next")
    assert answer.private == "No game is waiting for your move. 1 game is waiting for others."
    assert "You have no games in progress" in (await world.chloe.types("next")).private


async def test_the_next_games_old_board_is_reposted(world: World) -> None:
    await world.begin(world.ann, world.ben)
    old = world.board()
    await world.leap(AGED)
    answer = await world.ann.types("next")
    board = world.board()
    assert board.id != old.id
    assert links(answer) == [link(world, board)]
    (left,) = [seen for seen in world.posts() if seen.id == old.id]
    assert link(world, board) in left.text
    assert links(await world.ann.types("next")) == [link(world, board)]


async def test_a_missing_board_is_posted_for_its_visitor(world: World) -> None:
    await world.begin(world.ann, world.ben)
    game = (await world.snapshot()).game
    world.delete(world.board())
    await world.bot.services.storage.waiting.mark_shown(game, game.channel_id, None)
    assert world.boards() == []
    assert links(await world.ann.types("next")) == [link(world, world.board())]


@pytest.fixture
def elsewhere(world: World) -> ChannelHandle:
    """A channel of another server with the bot, Ann and Ben."""
    world.untranslated += ["Secret Ann", "Secret Ben"]
    server = world.env.create_guild("Other *place*", preferred_locale="en-GB")
    for person, nick in ((world.ann, "Secret Ann"), (world.ben, "Secret Ben")):
        server.add_member(person.actor.user, nick=nick)
    return server.create_text_channel("there")


async def test_games_of_another_server_are_listed_without_its_nicknames(
    world: World, elsewhere: ChannelHandle
) -> None:
    assert elsewhere.guild is not None
    storage = world.bot.services.storage
    here = await started(world, world.ann, world.ben)
    game = (await world.snapshot(here)).game
    await storage.people.remember(world.ben.id, "Ben", elsewhere.guild.id, "Secret Ben")
    await world.ann.types("reversi start", bot="easy", colour="first")
    other = await storage.create_game(_like(game, elsewhere))
    await world.pass_time(RECOVERY_SECONDS)
    answer = await world.ann.types("games")
    assert f"against **Ben** · #{other.id}\n" in answer.private
    assert "in Other \\*place\\*" in answer.private
    assert "Secret" not in answer.private
    board = world.board(other.id, elsewhere)
    assert f"https://discord.com/channels/{elsewhere.guild.id}/{elsewhere.id}/{board.id}" in links(answer)


def _like(game: Game, channel: ChannelHandle) -> NewGame:
    assert channel.guild is not None
    return NewGame(
        game=game.game,
        options="",
        guild_id=channel.guild.id,
        channel_id=channel.id,
        challenger_id=game.challenger_id,
        opponent_id=game.opponent_id,
        side_choice="first",
        seats=game.seats,
        state=game.state,
        rated=True,
    )


async def test_the_list_in_direct_messages_has_everything(world: World) -> None:
    await world.begin(world.ann, world.ben)
    answer = await world.ann.types_privately("games")
    assert "in A server" in answer.messages[0].text
    assert links(answer) == [link(world, world.board())]
