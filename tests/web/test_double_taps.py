"""Taps on a page that come just after the board or the buttons have changed under the finger."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import WebWorld
from tests.web.test_game_page import begin, by_mouse, move_button, opened

pytestmark = pytest.mark.english

IGNORED = "I ignored that tap"


async def guard(page: Any, *, on: bool) -> None:
    """Have every tap after a change count as one just after it, or none."""
    module = await page.evaluate(
        "() => document.querySelector('script[src]').src.replace('page.js', 'taps.js')"
    )
    await page.evaluate(f"async (module) => (await import(module)).guardFor({10**9 if on else 0})", module)


async def plies(page: Any, number: int) -> None:
    await page.wait_for_function(f"() => document.querySelectorAll('.moves li').length == {number}")


async def test_a_second_tap_on_the_board_of_the_reply_plays_nothing(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    await world.ann.types("connect4 start", bot="easy", colour="first")
    page = await opened(pages, browser, await pages.link(1, world.ann, "Ann"))
    await page.wait_for_selector("main.your-turn")
    await guard(page, on=True)
    await by_mouse(page, "4")
    await plies(page, 2)
    await page.wait_for_selector("main.your-turn")
    await by_mouse(page, "4")
    assert IGNORED in await page.locator(".said.refused").inner_text()
    await guard(page, on=False)
    await by_mouse(page, "4")
    await plies(page, 4)
    # The finger is down on a board that is another one when it goes up.
    box = await move_button(page, "1").bounding_box()
    await page.mouse.move(box["x"] + 5, box["y"] + 5)
    await page.mouse.down()
    await world.ann.taps("7", world.board())
    await plies(page, 6)
    await page.mouse.up()
    assert IGNORED in await page.locator(".said.refused").inner_text()
    assert (await world.snapshot()).game.ply == 6


@pytest.mark.long
async def test_the_move_of_an_opponent_can_be_answered_at_once(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    number = await begin(pages, "connect4")
    await world.ann.taps("4")
    page = await opened(pages, browser, await pages.link(number, world.ann, "Ann"))
    await guard(page, on=True)
    await world.ben.taps("4", world.board())
    await page.wait_for_selector("main.your-turn")
    await by_mouse(page, "4")
    await plies(page, 3)


@pytest.mark.long
async def test_a_button_that_has_just_appeared_is_not_pressed(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    number = await begin(pages, "reversi")
    await world.play("d3 c3 c4 c5", world.ann, world.ben)
    page = await opened(pages, browser, await pages.link(number, world.ann, "Ann"))
    await guard(page, on=True)
    await world.ben.types("game ask", what="draw")
    await page.locator('button[data-act="yes"]').click()
    assert IGNORED in await page.locator(".said.refused").inner_text()
    assert (await world.snapshot()).going
    await guard(page, on=False)
    await page.locator('button[data-act="yes"]').click()
    await page.wait_for_selector("main.over")
