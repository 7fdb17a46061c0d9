"Weekly leaderboards and seasons, posted by themselves, once; leaderboards of periods, cups and streaks."

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from simcord.builders import ChannelHandle
from sqlalchemy import insert

from bot.preferences.periods import Calendar, Period, Span, zone_named
from bot.preferences.preferences import Preferences
from data.people.players import PeopleStore
from data.tables.tournaments import cups
from languages.moments import date_written
from tests.e2e.seen import Seen
from tests.e2e.stored_games import stored_game
from tests.e2e.world import RECOVERY_SECONDS, Person, World

TOKYO = Calendar.of(zone_named("Asia/Tokyo"))
UTC = Calendar.of(zone_named("UTC"))


@pytest.fixture
async def channel(world: World) -> ChannelHandle:
    """A channel for the weekly board of a server in Tokyo."""
    made = world.server.create_text_channel("weekly")
    await world.sets("time_zone", "Asia/Tokyo")
    await world.sets("weekly_channel", str(made.id))
    return made


async def to(world: World, moment: datetime) -> None:
    """Let time pass until a moment, and run due work."""
    world.skip(moment - world.now())
    await world.pass_time(RECOVERY_SECONDS)


def boards(world: World, channel: ChannelHandle) -> list[Seen]:
    return [seen for seen in world.posts(channel) if "My points" in seen.labels]


async def test_it_is_posted_when_the_week_is_over_and_once(world: World, channel: ChannelHandle) -> None:
    week = Period.containing(Span.WEEK, world.now(), TOKYO)
    await stored_game(world, world.ann, world.ben)
    await to(world, week.end(TOKYO) - timedelta(minutes=5))
    assert [one for one in boards(world, channel) if "week" in one.text] == []
    await to(world, week.end(TOKYO))
    (board,) = [one for one in boards(world, channel) if "week" in one.text]
    assert f"week from {date_written(week.first)} to {date_written(week.last)}" in board.text
    assert f"🥇 {world.ann.mention} · 3 points" in board.text
    assert "1. Ann: 3 points" in board.alt
    await world.restart()
    await world.pass_time(RECOVERY_SECONDS)
    assert len([one for one in boards(world, channel) if "week" in one.text]) == 1
    own = await world.ann.taps("My points", board)
    assert "you have 3 points (place 1): 3 from games, 0 from puzzles, 0 from daily puzzles." in own.private
    assert "You have no points in" in (await world.ben.taps("My points", board)).private


async def test_the_leaderboard_shows_weeks_and_seasons(world: World) -> None:
    await stored_game(world, world.ann, world.ben)
    shown = await world.ann.types("leaderboard", period="week")
    assert "Points, in this server: week from" in shown.public
    assert "1. Ann (you): 3 points" in shown.messages[0].alt
    assert f"-# {world.ann.mention} · You are number **1** of 1: 3 points" in shown.public
    season = await world.ben.taps("This season")
    assert "Points, in this server: season" in season.public
    assert f"-# {world.ben.mention} · 1 player. You are not on this leaderboard" in season.public
    assert "1. Ann: 3 points" in season.messages[0].alt
    assert "Nobody is on this leaderboard." in (await world.ben.taps("Earlier")).public
    assert "1. Ann: 3 points" in (await world.ben.taps("Later")).messages[0].alt
    assert "Points, everywhere: season" in (await world.ben.taps("Everywhere")).public
    await world.ben.taps("Ratings")
    assert "between people" in world.posts()[-1].text
    assert "week from" in (await world.ben.taps("Points")).public
    last = await world.ann.types("leaderboard", show="points", period="last week")
    assert "Nobody is on this leaderboard." in last.public


async def test_cups_and_streaks(world: World, ann: Person) -> None:
    """What does not go together is explained."""
    assert "No cups yet" in (await ann.types("leaderboard", show="cups")).public
    await world.bot.kit[PeopleStore].remember(ann.id, "Ann")
    won = insert(cups).values(player_id=ann.id, game="reversi", form="swiss", entrants=8, won_at=world.now())
    await world.bot.kit.storage._database.write(lambda c: c.execute(won) and None)
    assert "1. Ann (you): 1 cup" in (await ann.taps("Everywhere")).messages[0].alt
    assert "Cups, everywhere: week" in (await ann.taps("This week")).public
    assert "No streaks yet" in (await ann.taps("Streaks")).public
    refused: list[tuple[dict[str, Any], str]] = [
        ({"show": "ratings", "period": "week"}, "Ratings have no weeks or seasons"),
        ({"show": "streaks", "period": "season"}, "Streaks are always the current ones"),
        ({"show": "points", "period": "all"}, "Points are counted by week and by season"),
        ({"show": "points", "game": "reversi"}, "counts all games together"),
    ]
    for options, said in refused:
        assert said in (await ann.types("leaderboard", **options)).private


async def test_the_time_zone_is_typed_or_chosen(world: World) -> None:
    world.untranslated.append("Asia/Kathmandu")
    manager = world.manager("Mia")
    assert "Asia/Kathmandu" in (await manager.types("settings", time_zone="Kathmandu")).private
    assert (await world.bot.kit[Preferences].for_server(world.server.id)).time_zone == "Asia/Kathmandu"
    refused = await manager.types("settings", time_zone="Atlantis")
    assert "I don't know the time zone Atlantis" in refused.private
