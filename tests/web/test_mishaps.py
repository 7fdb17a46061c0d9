"""What goes wrong while people play on pages, from stale pages to kills; times are true nevertheless."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest

from bot.settings.web import WebSetup
from bot.web.open_pages import WebSessions
from bot.web.sign_in_ui import COOKIE, CookieIdentity
from bot.web.site_ui import page_assets
from tests.e2e.tournaments import board, pending
from tests.e2e.world import RECOVERY_SECONDS, World
from tests.web.browser import WebWorld
from tests.web.test_connections import connected, said, told
from tests.web.test_event_pages import address_of, round_robin
from tests.web.test_game_page import begin, by_mouse, opened, seen_by
from tests.web.test_reconnecting import by_hand

pytestmark = pytest.mark.english


async def test_a_stale_page_gets_the_board_and_of_two_moves_one_counts(pages: WebWorld, world: World) -> None:
    number = await begin(pages, "reversi")
    async with connected(pages, await pages.link(number, world.ann, "Ann")) as page:
        assert (await told(page, "game"))["ply"] == 0
        await world.play("d3 c3", world.ann, world.ben)
        assert (await said(page, "move", ply=0, move="d3"))["refused"]
    async with connected(pages, await pages.link(number, world.ann, "Ann")) as page:
        assert (await told(page, "game"))["ply"] == 2
        assert await world.moves(number) == "d3 c3"
        first, second, *_ = (await world.snapshot(number)).position.legal_moves()
        await asyncio.gather(page.send_json({"do": "move", "ply": 2, "move": first}), world.ann.taps(second))
        while (await told(page, "game"))["ply"] != 3:
            pass
    assert await world.moves(number) in (f"d3 c3 {first}", f"d3 c3 {second}")


@pytest.mark.long
async def test_who_is_signed_out_in_the_middle_sees_it_and_cannot_move(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    number = await begin(pages, "reversi")
    pages.identity = CookieIdentity(WebSetup(pages.address, "secret"))
    await pages.close()
    await pages.serve()
    sessions = world.bot.kit[WebSessions]

    async def signed_in() -> Any:
        token = await sessions.sign_in(world.ann.id)
        cookie = {"name": COOKIE, "value": token, "url": pages.address, "httpOnly": True, "sameSite": "Lax"}
        page = await opened(pages, browser, await pages.link(number, world.ann), cookies=[cookie])
        await page.wait_for_selector("main.your-turn")
        return page

    page = await signed_in()
    world.skip(timedelta(days=31))
    await by_mouse(page, "d3")
    await page.wait_for_selector(".said.refused")
    assert "signed out" in await page.locator(".said.refused").inner_text()
    assert await world.moves(number) == ""
    page = await signed_in()
    await sessions.sign_out_everywhere(world.ann.id)
    await page.wait_for_selector(
        ".account a[href*='/sign-in?to=/g/'], .account a[href*='/sign-in?to=%2Fg%2F']"
    )
    assert await page.locator('.board button[data-move="d3"]').get_attribute("aria-disabled") == "true"
    assert await page.locator(".buttons button").count() == 0
    await world.ann.taps("d3")
    await page.wait_for_selector('.square.last[data-move="d3"]')


@pytest.mark.long
async def test_a_move_during_an_outage_is_shown_later(pages: WebWorld, world: World, browser: Any) -> None:
    await begin(pages, "reversi")
    ann, ben = await seen_by(pages, browser, "Ann", "Ben")
    world.env.inject_error("PATCH", "*", status=503, times=2)
    await by_mouse(ann, "d3")
    for page in (ann, ben):
        await page.wait_for_selector('.square.last[data-move="d3"]')
    await by_mouse(ben, "c3")
    await ann.wait_for_selector('.square.last[data-move="c3"]')
    assert await world.moves() == "d3 c3"
    answered = "White answered **c3**"
    await pages.until(
        lambda: [answered in board.text for board in world.boards()] == [True], "the move", RECOVERY_SECONDS
    )


@pytest.mark.long
async def test_the_page_of_an_event_comes_back_after_a_kill(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    people = await round_robin(world)
    number, first, _ = (await pending(world))[0]
    mover = next(one for one in people if one.id == first)
    page = await opened(pages, browser, await address_of(pages, "Ann"))
    await page.wait_for_function("() => document.querySelectorAll('.mini').length == 2")
    await pages.kill()
    await page.wait_for_selector('.state[data-state="lost"]')
    await mover.taps("d3", board(world, number))
    await pages.serve()
    await page.wait_for_selector('.state[data-state="open"]')
    await page.wait_for_selector(".mini .square.last")
    assert await page.locator(".mini").count() == 2
    assert (await world.snapshot(number)).game.moves == ("d3",)
    # Browsers write lost connections to the console.
    pages.errors[:] = [error for error in pages.errors if "WebSocket" not in error]


CLOCKS = "() => [...document.querySelectorAll('.clock')].map((clock) => clock.textContent)"


async def begin_timed(pages: WebWorld) -> str:
    """Begin a game in which Ann's clock runs; returns the address of its page."""
    world = pages.world
    number = await world.begin(world.ann, world.ben, time="5+0")
    await world.play("d3 c3", world.ann, world.ben)
    return await pages.link(number, world.ann, "Ann")


async def begin_event(pages: WebWorld) -> str:
    """Begin a tournament, on one board of which a clock runs; returns the address of its page."""
    world = pages.world
    people = {one.id: one for one in await round_robin(world, time="5+0")}
    number, *players = (await pending(world))[0]
    for move, player in zip(("d3", "c3"), players, strict=True):
        await people[player].taps(move, board(world, number))
    return await address_of(pages, "Ann")


BEGIN = {"game": begin_timed, "board": begin_event}
"""What begins a running clock, by the kind of message that tells of it."""


@pytest.mark.long
@pytest.mark.parametrize("kind", BEGIN)
async def test_a_page_opened_later_hears_how_much_time_is_left_then(pages: WebWorld, kind: str) -> None:
    address, seen = await BEGIN[kind](pages), []

    async def look() -> None:
        async with connected(pages, address) as page:
            while (message := await told(page, kind))["clock"]["until"] is None:
                pass
            seen.append(round((message["clock"]["until"] - message["now"]) / 1000))
            if len(seen) < 2:
                # The first page keeps what was drawn for it.
                pages.world.skip(timedelta(minutes=1))
                await look()

    await look()
    assert seen[0] - seen[1] == 60


@pytest.mark.long
async def test_pages_count_by_the_servers_clock(pages: WebWorld, browser: Any) -> None:
    # Discord's simulated clock is months from the browser's.
    address = await begin_timed(pages)
    pages.world.skip(timedelta(minutes=1))
    page = await by_hand(browser)
    await pages.watch(page, address)
    for leap in (0, 600_000, -600_000):
        # The device's clock is set while the page is open.
        await page.evaluate(f"Date.now = ((now) => () => now() + {leap})(Date.now)")
        await page.clock.run_for(2000)
        await page.wait_for_function(f"() => ({CLOCKS})().some((clock) => /^(4:00|3:5.)$/.test(clock))")
        assert "5:00" in await page.evaluate(CLOCKS)
        assert re.search("in [34] minutes", await page.locator(".status").inner_text())


def test_scripts_ask_one_place_for_the_time() -> None:
    asking = re.compile(r"\bDate\.now\(|new Date\(\)")
    own = {name: text.decode() for name, text in page_assets().files.items() if name != "discord-sdk.js"}
    assert [name for name, text in own.items() if asking.search(text)] == ["times.js"]
