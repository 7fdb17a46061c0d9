"""The demo's way of thinking, its people and its clock."""

from __future__ import annotations

import asyncio
import gc
import io
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path

import discord
import pytest
from aiohttp import ClientResponse, ClientSession
from PIL import Image

from bot.core.compiler import ChildCompiler
from bot.core.publisher import Publisher
from bot.demo import serve
from bot.demo.preview import DemoPreview
from bot.demo.serve import PatientCompiler
from bot.play.games.referee import Referee
from tests.compilers import HeldCompiler
from tests.e2e.demo_page import BrowserPage, demo, preview

pytestmark = [pytest.mark.english, pytest.mark.threads]

PATIENCE = 600.0
"""Seconds that a busy machine has for an answer of the computer."""


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
        await cafe.bot.kit[Publisher].show(1)
        assert [message.id for message in cafe.channel.history()] == there
        async with BrowserPage.opened(shown) as page:
            page_time = datetime.fromisoformat(page.state["profile"]["presentationTime"])
            now = datetime.now(UTC)
            assert now - timedelta(minutes=5) < posted <= page_time <= now
            author = page.state["messages"][page.state["timeline"][-1]]["author"]
            status, kind, picture = await page.get(f"/api/assets/{author['avatar']}")
            assert (status, kind) == (200, "image/png")
            assert Image.open(io.BytesIO(picture)).size == (128, 128)


@pytest.mark.usefixtures("compiled_engine")
async def test_people_play_while_the_search_core_is_compiled(database: Path) -> None:
    compiler = HeldCompiler()
    async with demo(database, compiler) as cafe, preview(cafe) as shown, BrowserPage.opened(shown) as page:
        ann, ben = cafe.people[:2]
        referee = cafe.bot.kit[Referee]
        try:
            await ann.slash(cafe.channel, "reversi start", opponent=ben, colour="first")
            await ben.click(cafe.channel.history()[-1], label="Accept")
            await ann.click(cafe.channel.history()[-1], label="d3")
            assert (await referee.snapshot(1)).game.moves == ("d3",)
            # More games wait than there are workers.
            for _ in range(2):
                answer = await ann.slash(cafe.channel, "reversi start", bot="expert", colour="second")
                assert answer.acknowledged
            await ann.slash(cafe.channel, "reversi start", bot="expert", colour="first")
            await ann.click(cafe.channel.history()[-1], label="d3")
            await shown.catch_up()
            await page.look()
            assert "is thinking" in page.texts[-1]
            assert "Compiling the search core, on the first start only: 3 of 8" in page.texts[-1]
            assert (await referee.snapshot(4)).game.moves == ("d3",)
        finally:
            compiler.let_go()
        async with asyncio.timeout(PATIENCE):
            while (await referee.snapshot(4)).computer_to_move:
                await shown.catch_up()
        await shown.catch_up()
        await page.look()
        assert "Compiling" not in page.texts[-1]
        assert len((await referee.snapshot(4)).game.moves) == 2


@pytest.mark.long
@pytest.mark.usefixtures("compiled_engine")
async def test_easy_levels_answer_and_the_demo_ends_while_the_core_is_compiled(database: Path) -> None:
    compiler = HeldCompiler()
    async with demo(database, compiler) as cafe:
        await cafe.people[0].slash(cafe.channel, "connect4 start", bot="easy", colour="first")
        await cafe.people[0].click(cafe.channel.history()[-1], label="4")
        async with asyncio.timeout(PATIENCE):
            while len((await cafe.bot.kit[Referee].snapshot(1)).game.moves) < 2:
                await asyncio.wait(cafe.env._work.external_waits, return_when=asyncio.FIRST_COMPLETED)
                await cafe.env.settle()
        await cafe.people[0].slash(cafe.channel, "reversi start", bot="expert", colour="second")
        assert not compiler.closed
    assert compiler.closed


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were loaded, without loading them; the demo waits for a page only."""
    games: list[str] = []
    monkeypatch.setattr(ChildCompiler, "load", lambda _, game: games.append(game))
    monkeypatch.setattr(serve, "FIRST_PAGE_SECONDS", PATIENCE)
    monkeypatch.setattr(serve, "LOADING_SECONDS", 0.0)
    return games


async def test_the_first_page_comes_before_the_search_core(database: Path, loaded: list[str]) -> None:
    compiler = PatientCompiler()
    async with demo(database) as cafe, preview(cafe) as shown:
        beginning = asyncio.create_task(serve._begin(compiler, shown))
        loading = asyncio.create_task(asyncio.to_thread(compiler.load, "reversi"))
        await shown.catch_up()
        assert not loaded
        async with BrowserPage.opened(shown):
            await beginning
            await loading
    assert loaded == ["reversi"]


async def test_the_search_core_is_loaded_without_a_page_too(
    database: Path, loaded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "FIRST_PAGE_SECONDS", 0.0)
    compiler = PatientCompiler()
    async with demo(database) as cafe, preview(cafe) as shown:
        await serve._begin(compiler, shown)
        await asyncio.to_thread(compiler.load, "reversi")
    assert loaded == ["reversi"]


async def test_a_demo_that_ends_at_once_loads_nothing(loaded: list[str]) -> None:
    compiler = PatientCompiler()
    loading = asyncio.create_task(asyncio.to_thread(compiler.load, "reversi"))
    compiler.close()
    await loading
    assert not loaded


@pytest.mark.parametrize("opens", [True, False])
async def test_the_page_is_served_while_the_bot_starts(database: Path, opens: bool) -> None:
    async with demo(database) as cafe:
        shown = DemoPreview(cafe, 0)
        await shown.listen()
        address, capability = shown.url.split("#")
        async with ClientSession(address, headers={"X-Simcord-Capability": capability}) as session:
            async with session.get("/") as answer:
                assert answer.status == HTTPStatus.OK
            asked = asyncio.create_task(session.post("/api/pages", json={}))
            async with session.get("/favicon.ico") as answer:
                assert answer.status == HTTPStatus.OK
            assert not asked.done()
            if opens:
                async with shown, await asked as answer:
                    assert len((await answer.json())["timeline"]) == 2
            else:
                await shown.hang_up()
                (answered,) = await asyncio.gather(asked, return_exceptions=True)
                assert not isinstance(answered, ClientResponse) or answered.status != HTTPStatus.OK
