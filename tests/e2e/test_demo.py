"""The demo's way of thinking, its people and its clock."""

from __future__ import annotations

import asyncio
import gc
import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord
import pytest
from PIL import Image

from bot.computer.pool import SearchPool
from bot.core.publisher import Publisher
from bot.core.runtime import Runtime
from bot.demo.cafe import Cafe
from bot.demo.real_time import DetachedSearches
from bot.demo.shown import ShownMessages
from bot.play.games.referee import Referee
from bot.settings.settings import Settings
from bot.sharded import create_bot
from tests.compilers import HeldCompiler, NothingToCompile
from tests.e2e.demo_page import BrowserPage, demo, preview

pytestmark = [pytest.mark.english, pytest.mark.threads]

LONGER_THAN_ANY_CLICK = 60.0
PATIENCE = 600.0
"""Seconds that a busy machine has for an answer of the computer."""

AT_ONCE = timedelta(minutes=5)


@pytest.mark.long
async def test_clicks_are_answered_while_games_wait_for_a_worker(database: Path) -> None:
    settings = Settings(
        database_url=f"sqlite:///{database}",
        move_seconds=LONGER_THAN_ANY_CLICK,
        search_workers=1,
        background_seconds=LONGER_THAN_ANY_CLICK,
    )
    searches = DetachedSearches()
    bot = create_bot(
        settings,
        Runtime(
            run_search=searches,
            wait=searches.wait,
            rest=searches.rest,
            compiler=NothingToCompile(),
            freeze=lambda: None,
        ),
    )
    cafe = Cafe.furnish(bot, ShownMessages())
    searches.env = cafe.env
    await cafe.env.start()
    try:
        # The first game takes the worker; the others queue for it, as does background preparation.
        for _ in range(3):
            # There is no book of openings for this board.
            answer = await cafe.people[0].slash(
                cafe.channel, "reversi start", bot="master", colour="second", board="10x10"
            )
            assert answer.acknowledged
        games = await bot.services.storage.playing_games()
        assert len(games) == 3
        assert not any(game.moves for game in games)
    finally:
        bot.services[SearchPool].close()
        await cafe.env.shutdown()
        await bot.close()


async def test_the_demo_has_the_time_of_day_a_moderator_and_a_bot_with_a_face(database: Path) -> None:
    gc.unfreeze()
    async with demo(database) as cafe, preview(cafe) as shown:
        ann, may = cafe.people[0], cafe.env.backend.compute_permissions
        assert gc.get_freeze_count() > 1000
        for power in ("manage_messages", "manage_guild"):
            assert [
                person.user.global_name
                for person in cafe.people
                if getattr(discord.Permissions(may(person.guild.id, person.id, cafe.channel.id)), power)
            ] == ["Mona"]
        # A refusal is no failure to the page.
        before = cafe.env.error_cursor
        assert (await ann.slash(cafe.channel, "game resign")).acknowledged
        assert cafe.env.errors_since(before) == ()
        assert cafe.env.errors
        await ann.slash(cafe.channel, "reversi start", bot="easy", colour="first")
        posted, there = cafe.channel.history()[-1].created_at, [one.id for one in cafe.channel.history()]
        # Messages sent during a search come from outside the simulation, with the time of day.
        await cafe.bot.services[Publisher].show(1)
        assert [message.id for message in cafe.channel.history()] == there
        async with BrowserPage.opened(shown) as page:
            page_time = datetime.fromisoformat(page.state["profile"]["presentationTime"])
            now = datetime.now(UTC)
            assert now - AT_ONCE < posted <= page_time <= now
            author = page.state["messages"][page.state["timeline"][-1]]["author"]
            status, kind, picture = await page.get(f"/api/assets/{author['avatar']}")
            assert (status, kind) == (200, "image/png")
            assert Image.open(io.BytesIO(picture)).size == (128, 128)


async def test_a_moderator_stops_a_match_of_another_player(database: Path) -> None:
    async with demo(database) as cafe:
        ann, ben, _, mona, _ = cafe.people
        await ann.slash(cafe.channel, "match", first="easy", second="beginner", game="reversi")
        match = cafe.channel.last_message
        assert match is not None
        await ben.click(match, label="Pause")
        assert (await cafe.bot.services[Referee].snapshot(1)).game.paused_at is None
        await mona.click(match, label="Pause")
        assert (await cafe.bot.services[Referee].snapshot(1)).game.paused_at is not None


@pytest.mark.usefixtures("compiled_engine")
async def test_people_play_while_the_search_core_is_being_compiled(database: Path) -> None:
    compiler = HeldCompiler()
    async with demo(database, compiler) as cafe, preview(cafe) as shown, BrowserPage.opened(shown) as page:
        ann, ben = cafe.people[:2]
        referee = cafe.bot.services[Referee]
        try:
            await ann.slash(cafe.channel, "reversi start", opponent=ben, colour="first")
            await ben.click(cafe.channel.history()[-1], label="Accept")
            await ann.click(cafe.channel.history()[-1], label="d3")
            assert (await referee.snapshot(1)).game.moves == ("d3",)
            await ann.slash(cafe.channel, "reversi start", bot="expert", colour="first")
            await ann.click(cafe.channel.history()[-1], label="d3")
            await shown.catch_up()
            await page.look()
            assert "is thinking" in page.texts[-1]
            assert "Compiling the search core, on the first start only: 3 of 8" in page.texts[-1]
            assert (await referee.snapshot(2)).game.moves == ("d3",)
        finally:
            compiler.let_go()
        async with asyncio.timeout(PATIENCE):
            while (await referee.snapshot(2)).computer_to_move:
                await shown.catch_up()
        await shown.catch_up()
        await page.look()
        assert "Compiling" not in page.texts[-1]
        assert len((await referee.snapshot(2)).game.moves) == 2


@pytest.mark.long
@pytest.mark.usefixtures("compiled_engine")
async def test_easy_levels_answer_while_the_search_core_is_being_compiled(database: Path) -> None:
    compiler = HeldCompiler()
    async with demo(database, compiler) as cafe:
        await cafe.people[0].slash(cafe.channel, "connect4 start", bot="easy", colour="first")
        await cafe.people[0].click(cafe.channel.history()[-1], label="4")
        async with asyncio.timeout(PATIENCE):
            while len((await cafe.bot.services[Referee].snapshot(1)).game.moves) < 2:
                await asyncio.wait(cafe.env._work.external_waits, return_when=asyncio.FIRST_COMPLETED)
                await cafe.env.settle()
        compiler.let_go()


async def test_the_demo_ends_while_the_search_core_is_being_compiled(database: Path) -> None:
    compiler = HeldCompiler()
    async with demo(database, compiler) as cafe:
        await cafe.people[0].slash(cafe.channel, "reversi start", bot="expert", colour="second")
        assert not compiler.closed
    assert compiler.closed
