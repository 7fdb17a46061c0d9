"""Announcements: a server's channel for results of the computers' games, and for new leaders of its lists."""

from __future__ import annotations

import pytest
from simcord.builders import ChannelHandle

from tests.e2e.seen import CHANNEL_SELECT
from tests.e2e.stored_games import stored_game
from tests.e2e.world import World


@pytest.fixture
async def news(world: World) -> ChannelHandle:
    """The channel that was chosen."""
    mia, channel = world.manager("Mia"), world.server.create_text_channel("news")
    (card,) = (await mia.types("settings")).messages
    while "**Announcements: " not in card.text:
        await mia.taps("Next", card)
        card = [seen for seen in world.seen(world.channel, mia) if "Settings of this server" in seen.text][-1]
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
async def test_a_measured_strength_is_announced_in_other_channels(world: World, news: ChannelHandle) -> None:
    await world.ann.types("match", first="beginner", second="easy", games=2)
    (text,) = told(world, news)
    assert text.startswith("📊 beginner against easy:")
    assert f"/{world.channel.id}/" in text
    await world.ann.types("match", first="beginner", second="easy", games=2, channel=news)
    assert len([text for text in told(world, news) if text.startswith("📊 beginner against easy:")]) == 1


async def test_only_a_finished_match_is_announced(world: World, news: ChannelHandle) -> None:
    await world.ann.types("match", first="easy", second="medium", board="6x6")
    await world.pass_time(3.0 * 40)
    (text,) = told(world, news)
    assert "Flipfour (easy)" in text
    assert "wins" in text or "A draw" in text
    await world.ann.types("match", first="easy", second="medium", board="6x6")
    await world.ann.taps("Stop")
    await world.ann.taps("Stop")
    assert len(told(world, news)) == 1
    # A channel that is deleted meanwhile does no harm.
    world.env.backend.delete_channel(news.id)
    await world.env.settle()
    await world.ann.types("match", first="beginner", second="easy", games=2)
    assert "games** played" in world.posts()[-1].text
