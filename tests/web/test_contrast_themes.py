"""Contrast themes of Windows (forced colours): boards keep their colours, the rest has the system's."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from tests.web.browser import WebWorld
from tests.web.test_event_pages import address_of, round_robin
from tests.web.test_game_page import SHORT_GAME, begin, opened
from tests.web.test_review_page import CONNECT4_GAME, reviewed

AROUND = """() => {
    const shown = (property, value) => {
        const probe = document.createElement("span");
        probe.style.setProperty(property, value);
        document.body.append(probe);
        const seen = getComputedStyle(probe).getPropertyValue(property);
        probe.remove();
        return seen;
    };
    const discs = [...document.querySelectorAll(".disc i")].filter((one) => one.checkVisibility());
    const hidden = discs.filter((one) => getComputedStyle(one).backgroundImage === "none");
    const text = document.querySelector(".title");
    return [getComputedStyle(text).color === shown("color", "CanvasText"), hidden.length];
}"""


MAX_DIFFERENCE = 24
"""Of 255: that of edges between pixels."""


def difference(one: bytes, other: bytes) -> int:
    """Return by how much any pixel of two pictures differs at most."""
    first, second = (Image.open(BytesIO(picture)).convert("RGB") for picture in (one, other))
    assert first.size == second.size
    counts = ImageChops.difference(first, second).histogram()
    return max(level % 256 for level, count in enumerate(counts) if count)


async def check(page: Any, *more: str) -> None:
    """A contrast theme changes no colour of the boards, and everything around them."""
    kinds = [kind for kind in (".board", *more) if await page.locator(kind).count()]
    boards = [page.locator(kind).first for kind in kinds]
    # The focus would be elsewhere in each picture.
    await page.evaluate("document.activeElement.blur()")
    usual = [await board.screenshot() for board in boards]
    await page.emulate_media(forced_colors="active")
    assert await page.evaluate(AROUND) == [True, 0]
    for kind, board, before in zip(kinds, boards, usual, strict=True):
        assert difference(before, await board.screenshot()) <= MAX_DIFFERENCE, kind
    await page.emulate_media(forced_colors="none")


@pytest.mark.english
@pytest.mark.parametrize(("game", "moves"), [("reversi", "d3 c3 c4"), ("connect4", "4 4 5")])
async def test_a_game(pages: WebWorld, browser: Any, game: str, moves: str) -> None:
    number = await begin(pages, game)
    await pages.world.play(moves, pages.world.ann, pages.world.ben)
    page = await opened(pages, browser, await pages.link(number, pages.world.ann, "Ben"))
    await page.wait_for_selector("main.your-turn .legal")
    await check(page)


@pytest.mark.english
@pytest.mark.parametrize(("game", "moves"), [("reversi", SHORT_GAME), ("connect4", CONNECT4_GAME)])
async def test_a_review(pages: WebWorld, browser: Any, game: str, moves: str) -> None:
    page = await opened(pages, browser, f"{await reviewed(pages, game, moves)}?as=Ann")
    await page.wait_for_selector(".table .value")
    await check(page, ".instead .board", ".chart")


@pytest.mark.english
async def test_puzzles(pages: WebWorld, browser: Any) -> None:
    page = await opened(pages, browser, f"{pages.address}/puzzles?as=Ann")
    await page.locator('button[data-act="hint"]').click()
    await page.wait_for_selector(".marked")
    await check(page)


@pytest.mark.english
async def test_an_event(pages: WebWorld, browser: Any) -> None:
    await round_robin(pages.world)
    page = await opened(pages, browser, await address_of(pages, "Ann"))
    await page.wait_for_function("() => document.querySelectorAll('.mini .disc').length > 8")
    await check(page)
