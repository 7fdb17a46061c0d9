"""Every page in windows of every size, from a phone held sideways to a laptop's."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.web.browser import DESKTOP, PHONE, WebWorld
from tests.web.screens import faults, sizes
from tests.web.test_event_pages import address_of, round_robin
from tests.web.test_game_page import SHORT_GAME, opened
from tests.web.test_review_page import CONNECT4_GAME, reviewed

NOTCH = """() => {
    for (const side of ["left", "right"]) {
        document.documentElement.style.setProperty(`--discord-safe-area-inset-${side}`, "47px");
    }
}"""


@pytest.fixture
def windows(devices: dict[str, Any]) -> list[tuple[int, int]]:
    """The sizes of windows of all devices that Playwright knows."""
    return sizes(devices)


async def shoot(page: Any, name: str) -> None:
    """Take pictures of a page, if a folder for them is named."""
    if folder := os.environ.get("FLIPFOUR_SCREENSHOTS"):
        for scheme, wide, high in (
            ("dark", 390, 844),
            ("light", 844, 390),
            ("dark", 320, 256),
            ("light", 320, 256),
            ("light", 1366, 768),
            ("dark", 736, 414),
            ("dark", 802, 293),
        ):
            await page.emulate_media(color_scheme=scheme)
            await page.set_viewport_size({"width": wide, "height": high})
            await page.screenshot(path=f"{folder}/{name}-{wide}x{high}-{scheme}.png")
        await page.set_viewport_size(DESKTOP)


@pytest.mark.english
@pytest.mark.parametrize("game", ["reversi", "connect4"])
async def test_a_game_with_clocks(pages: WebWorld, browser: Any, windows: Any, game: str) -> None:
    world = pages.world
    await world.ann.types(f"{game} start", opponent=world.ben, colour="first", time="5+3")
    await world.ben.taps("Accept")
    await world.play("d3 c3 c4" if game == "reversi" else "4 4 5", world.ann, world.ben)
    address = await pages.link(1, world.ann, "Ben")
    page = await opened(pages, browser, address)
    await page.wait_for_selector("main.your-turn")
    found = {"game": await faults(page, windows)}
    await shoot(page, f"game-{game}")
    await page.evaluate(NOTCH)
    found["game beside a notch"] = await faults(page, windows[::5], edge=47)
    await page.locator('button[data-act="resign"]').click()
    await page.wait_for_selector(".said .strong")
    found["game with a question"] = await faults(page, windows[::5])
    await page.goto(address.replace("/g/", "/embed/").partition("?")[0])
    await page.wait_for_selector('.state[data-state="open"]')
    found["embed"] = await faults(page, windows)
    await shoot(page, f"embed-{game}")
    notice = await page.context.new_page()
    await notice.goto(f"{pages.address}/g/unknown")
    found["notice"] = await faults(notice, windows[::5])
    assert not any(found.values()), found


@pytest.mark.english
@pytest.mark.parametrize("game", ["reversi", "connect4"])
async def test_a_review(pages: WebWorld, browser: Any, windows: Any, game: str) -> None:
    moves = SHORT_GAME if game == "reversi" else CONNECT4_GAME
    page = await opened(pages, browser, f"{await reviewed(pages, game, moves)}?as=Ann")
    found = {"review": await faults(page, windows)}
    await shoot(page, f"review-{game}")
    await page.get_by_role("button", name="Analyse").click()
    await page.wait_for_selector("main.analysing .value")
    found["analysis"] = await faults(page, windows[::5])
    assert not any(found.values()), found


@pytest.mark.english
async def test_puzzles(pages: WebWorld, browser: Any, windows: Any) -> None:
    page = await opened(pages, browser, f"{pages.address}/puzzles?as=Ann")
    await page.wait_for_selector('button[data-act="hint"]')
    found = {"puzzle": await faults(page, windows)}
    await shoot(page, "puzzle")
    await page.locator('button[data-act="solution"]').click()
    await page.wait_for_selector(".stepper")
    found["solution"] = await faults(page, windows[::5])
    await page.goto(f"{pages.address}/puzzles")
    await page.wait_for_selector('.state[data-state="open"]')
    found["signed out"] = await faults(page, windows[::5])
    assert not any(found.values()), found


@pytest.mark.english
async def test_an_event(pages: WebWorld, browser: Any, windows: Any) -> None:
    await round_robin(pages.world)
    page = await opened(pages, browser, await address_of(pages, "Ann"), PHONE)
    await page.wait_for_function("() => document.querySelectorAll('.mini').length == 2")
    found = await faults(page, windows)
    await shoot(page, "event")
    assert found == []
