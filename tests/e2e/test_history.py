"""`/history`: games that are over."""

from __future__ import annotations

import re

import discord
import pytest

from data.games.records import Ending, Outcome
from tests.cases import there
from tests.e2e.seen import Answer
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.stored_games import stored_game
from tests.e2e.world import Person, World


def numbers(answer: Answer) -> list[int]:
    """The games of the list, in its order."""
    (card,) = answer.messages
    assert card.private
    return [int(number) for number in re.findall(r"#(\d+)$", card.text, re.MULTILINE)]


async def finished(world: World, first: Person, second: Person) -> int:
    """A game that the one to move first wins."""
    game = await world.begin(first, second)
    await world.play(WIPE_OUT, first, second, game=game)
    return game


async def called_off(world: World, person: Person) -> int:
    await person.types("connect4 start", bot="easy", colour="first")
    await person.resigns()
    picture = there(world.posts()[-1].picture)
    return int(picture.split("-")[1])


@pytest.mark.long
async def test_my_games_with_filters(world: World, ann: Person, ben: Person, chloe: Person) -> None:
    assert "No matching games" in (await ann.types("history")).private
    won, lost = await finished(world, ann, ben), await finished(world, chloe, ann)
    off = await called_off(world, ann)
    await world.begin(ann, ben)
    await finished(world, ben, chloe)
    answer = await ann.types("history")
    assert numbers(answer) == [off, lost, won]
    assert f"### Games of {ann.mention}\n-# 3 games" in answer.private
    assert re.search(rf"⚫ Ann – ⚪ Ben\n-# Reversi 8x8 · Ann won by 64 · <t:\d+:d> · #{won}", answer.private)
    assert re.search(r"🔴 Ann – 🟡 Flipfour \(easy\)\n-# Connect 4 7x6 · called off", answer.private)
    assert numbers(await ann.types("history", game="reversi")) == [lost, won]
    assert numbers(await ann.types("history", opponent=ben)) == [won]
    assert numbers(await ann.types("history", result="loss")) == [lost]
    assert numbers(await ann.types("history", opponent=world.flipfour)) == [off]
    assert numbers(await ben.types("history", person=ann, result="win")) == [won]


async def test_the_servers_games_but_of_hidden_channels_and_its_reviews(world: World) -> None:
    unseen = discord.PermissionOverwrite(view_channel=False)
    hidden = world.server.create_text_channel("hidden", overwrites={world.server.default_role: unseen})
    game = (await stored_game(world, world.ann, world.ben, channel_id=hidden.id)).id
    assert numbers(await world.ann.types("history")) == [game]
    assert numbers(await world.chloe.types("history", person=world.ann)) == []
    assert numbers(await world.ann.types_privately("history")) == [game]
    game = await finished(world, world.ann, world.ben)
    answer = await world.chloe.types("history", whose="server")
    assert numbers(answer) == [game]
    assert "### Games in this server" in answer.private
    await world.chloe.taps("Review", answer.messages[0])
    assert [seen for seen in world.posts() if f"Review of game #{game}" in seen.text]
    assert "leave out `whose`" in (await world.chloe.types("history", whose="server", result="win")).private
    assert "not a member here" in (await world.ann.types_privately("history", whose="server")).private


async def test_pages_of_rated_games_and_others(world: World, ann: Person, ben: Person) -> None:
    rated = [(await stored_game(world, ann, ben)).id for _ in range(9)]
    unrated = (await stored_game(world, ben, ann, rated=False)).id
    off = (await stored_game(world, ann, ben, outcome=Outcome(None, None, Ending.CALLED_OFF))).id
    first = await ann.types("history", rated=True)
    assert numbers(first) == rated[:0:-1]
    assert "Rated · 9 games · page 1 of 2" in first.private
    await world.restart()
    second = await ann.taps("Next", first.messages[0])
    assert numbers(second) == rated[:1]
    assert numbers(await ann.taps("Previous", second.messages[0])) == rated[:0:-1]
    others = await ann.types("history", rated=False)
    assert numbers(others) == [off, unrated]
    assert "Unrated · 2 games" in others.private
    assert numbers(await world.chloe.types("history", whose="server", rated=False)) == [off, unrated]
