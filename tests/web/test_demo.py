"""The demo's page on a phone, and its boards, which are for this machine alone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.demo.serve import DemoBoards
from bot.play.web_links import WebLinks
from bot.web.open_pages import WebSessions
from languages import LANGUAGES
from tests.e2e.demo_page import demo, preview
from tests.web.browser import PHONE, WebWorld


async def check_tour(page: Any, url: str) -> None:
    """The folded tour has room for its title."""
    await page.goto(url)
    await page.wait_for_selector(".channel-message")
    summary, channel = page.locator("#demo-tour summary"), page.locator(".channel-header")
    card = page.locator("#demo-tour")
    assert await card.evaluate("card => card.scrollHeight <= card.clientHeight")
    assert await summary.evaluate("title => title.scrollWidth <= title.clientWidth")
    bottom = "part => part.getBoundingClientRect().bottom"
    assert await card.evaluate(bottom) <= await channel.evaluate(bottom) + 4


@pytest.mark.long
async def test_the_old_page_stays_until_the_new_one_is_there(tmp_path: Path, browser: Any) -> None:
    async with demo(tmp_path / "demo.sqlite3") as cafe, preview(cafe) as shown:
        page = await browser.new_page()
        await page.goto(shown.url)
        await page.wait_for_selector(".channel-message img")
        loaded, opened = asyncio.Event(), asyncio.Event()

        async def hold(route: Any) -> None:
            loaded.set()
            await opened.wait()
            await route.continue_()

        await page.route("**/api/pages", hold)
        await page.evaluate("() => void window.demo.speak('ja')")
        await loaded.wait()
        old = page.frame_locator("#demo-old-page")
        await old.locator(".channel-message").first.wait_for()
        await old.locator(".channel-message img[src]").first.wait_for()
        frame = page.frames[-1]
        await frame.wait_for_function("[...document.images].every(one => one.complete)")
        assert await frame.evaluate("[...document.images].filter(one => !one.naturalWidth).length") == 0
        assert await page.locator(".channel-message").count() == 0
        opened.set()
        await page.wait_for_selector("#demo-old-page", state="detached")
        assert await page.locator(".channel-message").count() > 0
        assert await page.evaluate("window.demoWords.spoken") == "ja"
        await check_tour(await browser.new_page(viewport=PHONE), shown.url)


@pytest.mark.long
async def test_lists_explain_options_and_a_choice_keeps_its_name(tmp_path: Path, browser: Any) -> None:
    async with demo(tmp_path / "demo.sqlite3", language=LANGUAGES["de"]) as cafe, preview(cafe) as shown:
        page = await browser.new_page()
        await page.goto(shown.url)
        await page.wait_for_selector(".channel-message")
        await page.locator("[placeholder*=games]").click()
        await page.keyboard.type("/reversi start")
        await page.locator(".command-popup", has_text="/reversi start").wait_for()
        await page.keyboard.press("Tab")
        await page.locator(".command-chip").click()
        option = page.locator(".command-suggestion[data-value=bot]")
        assert "Stufe" in await option.locator(".command-suggestion-meta").inner_text()
        await option.click()
        await page.locator(".command-suggestion[data-value=beginner]").click()
        assert (await page.locator(".command-option-input").input_value()).startswith("Anfänger")
        await check_tour(await browser.new_page(viewport=PHONE), shown.url)


@pytest.mark.english
async def test_sites_whose_name_leads_to_this_machine_see_nothing(pages: WebWorld) -> None:
    boards = DemoBoards()
    async with boards.served(pages.world.bot, lambda: pages.people), ClientSession() as session:

        async def status(**headers: str) -> int:
            sent = {name.replace("_", "-"): value for name, value in headers.items()}
            async with session.get(f"{boards.address}/web/any/icon.svg", headers=sent) as answer:
                return answer.status

        host = boards.address.removeprefix("http://")
        assert await status() == 200
        assert await status(Host="example.org") == 404
        assert await status(Host="example.org", X_Forwarded_Host=host) == 404
        assert await status(Host="127.0.0.1") == 404


@pytest.mark.english
async def test_the_computer_answers_a_move_made_on_a_page(tmp_path: Path) -> None:
    async with demo(tmp_path / "demo.sqlite3") as cafe:
        ann, kit = cafe.people[0], cafe.bot.kit
        await ann.slash(cafe.channel, "connect4 start", bot="easy", colour="first")
        (game,) = await kit.storage.playing_games(channel_id=cafe.channel.id)
        address = await kit[WebLinks].for_person(game.id, await kit[WebSessions].person_of(ann.id))
        origin = {"Origin": address.partition("/g/")[0]}
        async with (
            ClientSession() as session,
            session.ws_connect(f"{address}/live?as={ann.user.global_name}", headers=origin) as page,
        ):
            await page.send_json({"do": "move", "ply": 0, "move": "4"})
            ply = 0
            while ply < 2:
                message = await page.receive_json()
                assert not message.get("refused"), message
                ply = message.get("ply", ply)
