"""The leaderboard with many players, and the channel for new leaders and results of computers' games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from simcord.builders import ChannelHandle

from tests.cases import missing
from tests.data.helpers import rank_everyone
from tests.e2e.seen import CHANNEL_SELECT, Answer
from tests.e2e.stored_games import stored_game
from tests.e2e.test_settings import find_page
from tests.e2e.world import Person, World

PLAYERS = 12


async def _win(world: World, winner: Person, loser: Person | str, **options: Any) -> None:
    """Store a game that `winner` won, after which everyone has a rank."""
    await stored_game(world, winner, loser, **options)
    await rank_everyone(world.bot.kit.storage)


async def _crowd(world: World) -> list[Person]:
    """People who have played one another, the best one first."""
    people = [world.newcomer(f"Player {number}") for number in range(1, PLAYERS + 1)]
    for number in range(PLAYERS // 2):
        await stored_game(world, people[number], people[PLAYERS - 1 - number])
    for winner in (0, 0, PLAYERS // 2):
        await _win(world, people[winner], people[PLAYERS - 1])
    return people


def _lines(answer: Answer) -> list[str]:
    """The rows of the picture, by its alt text."""
    return re.findall(r"((?:\d+\. )?[^.: ][^.:]+: \d+\??) ± ", answer.messages[0].alt)


@pytest.mark.long
async def test_a_long_leaderboard_has_pages(world: World) -> None:
    people = await _crowd(world)
    asker = people[0]
    first = await asker.types("leaderboard")
    assert len(_lines(first)) == 10
    assert _lines(first)[0].startswith("1. Player 1 (you): ")
    assert "Player 1" not in first.public
    assert "Previous" not in first.messages[0].labels
    assert "number **1** of 12" in first.public
    second = await asker.taps("Next")
    # Everybody sees their own rank on every page.
    assert [line.split(".")[0] for line in _lines(second)] == ["1", "11", "12"]
    assert "Next" not in second.messages[0].labels
    assert "number **1** of 12" in second.public
    assert _lines(await asker.taps("Previous")) == _lines(first)
    last = await people[-1].types("leaderboard")
    assert f"-# {people[-1].mention} · You are number **12** of 12" in last.public
    assert "12. Player 12 (you)" in last.messages[0].alt
    stranger = await world.ben.taps("Next")
    assert f"-# {world.ben.mention} · 12 players. You are not on the leaderboard yet" in stranger.public


async def test_the_lists_of_a_server_of_both_games_and_of_people_or_the_computer(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    empty = await ann.types("leaderboard")
    said = "This leaderboard is still empty. Play a rated game against a person: `/reversi start`."
    assert said in empty.public
    await _win(world, ann, ben)
    await _win(world, chloe, ben, guild_id=world.server.id + 1)
    await _win(world, chloe, "easy")
    await stored_game(world, ben, ann, "4", game="connect4")
    here = await ann.types("leaderboard")
    assert len(_lines(here)) == 2
    assert not missing(here.public, "in this server", "Reversi: between people")
    assert "Reversi" not in here.messages[0].labels
    everywhere = await ann.taps("Everywhere")
    assert len(_lines(everywhere)) == 3
    assert _lines(await ann.types("leaderboard", where="everywhere")) == _lines(everywhere)
    assert (await ann.taps("This server")).public == here.public
    other = await ann.taps("Connect 4")
    assert "Connect 4: between people" in other.public
    assert _lines(other)[0] == "Ben: 1662?"
    assert (await ann.taps("Reversi")).messages[0].alt == here.messages[0].alt
    assert "You are not on the leaderboard yet" in (await chloe.types("leaderboard")).public
    (line,) = _lines(await chloe.taps("Games against the computer"))
    assert "(you)" in line
    # One player is not several.
    seen = await ben.types("leaderboard", against="computer")
    assert "1 player. You are not on the leaderboard yet: finish a rated game." in seen.public
    assert (await chloe.taps("Games between people")).messages[0].alt


@pytest.fixture
async def news(world: World) -> ChannelHandle:
    """The channel that was chosen."""
    mia, channel = world.manager("Mia"), world.server.create_text_channel("news")
    card = await find_page(world, mia, "Announcements")
    await mia.chooses_from(card, CHANNEL_SELECT, "Announcements: choose", channel)
    return channel


def told(world: World, news: ChannelHandle) -> list[str]:
    return [post.text for post in world.posts(news)]


async def test_a_new_leader_is_announced_once(world: World, news: ChannelHandle) -> None:
    ann, ben = world.ann, world.ben
    # With so few games no rating is settled enough for the list.
    for number in range(20):
        await stored_game(world, *((ann, ben) if number % 2 else (ben, ann)))
        await world.env.settle()
    # Announcements are sent in the background, as fast as Discord's limit for a channel allows.
    await world.pass_time(60.0)
    first, *_ = so_far = told(world, news)
    assert "now leads this server's leaderboard of Reversi, games between people, with a rating of" in first
    other, leader = (ann, ben) if ben.mention in so_far[-1] else (ben, ann)
    for _ in range(4):
        await stored_game(world, other, leader)
        await world.env.settle()
    await world.pass_time(60.0)
    (text,) = told(world, news)[len(so_far) :]
    assert text.startswith(f"🏆 {other.mention} now leads")


@pytest.mark.long
async def test_strengths_and_matches_are_told_in_other_channels(world: World, news: ChannelHandle) -> None:
    await world.ann.types("match", first="beginner", second="easy", games=2)
    (text,) = told(world, news)
    assert text.startswith("📊 beginner against easy:")
    assert f"/{world.channel.id}/" in text
    await world.ann.types("match", first="beginner", second="easy", games=2, channel=news)
    assert len([text for text in told(world, news) if text.startswith("📊 beginner against easy:")]) == 1
    # Of matches that are watched, only a finished one is announced.
    before = len(told(world, news))
    await world.ann.types("match", first="easy", second="medium", board="6x6")
    await world.pass_time(3.0 * 40)
    text = told(world, news)[before]
    assert "Flipfour (easy)" in text
    assert "wins" in text or "A draw" in text
    await world.ann.types("match", first="easy", second="medium", board="6x6")
    await world.ann.confirms("Stop")
    assert len(told(world, news)) == before + 1
    # A channel that is deleted meanwhile does no harm.
    world.env.backend.delete_channel(news.id)
    await world.env.settle()
    await world.ben.types("match", first="beginner", second="easy", games=2)
    assert "games** played" in world.posts()[-1].text
