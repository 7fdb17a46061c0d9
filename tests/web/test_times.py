"""Times on pages: what they are told is true at that moment, and they count by the server's clock."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from bot.web.assets import page_assets
from tests.e2e.tournaments import board, pending
from tests.web.browser import WebWorld
from tests.web.test_connections import connected, told
from tests.web.test_event_pages import address_of, round_robin
from tests.web.test_reconnecting import by_hand

pytestmark = pytest.mark.english

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
