"""The demo's page on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from languages import LANGUAGES
from tests.e2e.demo_page import demo, preview
from tests.web.browser import PHONE


@pytest.mark.parametrize("code", ["en", "de", "ja"])
async def test_the_folded_tour_has_room_for_its_title(tmp_path: Path, browser: Any, code: str) -> None:
    async with demo(tmp_path / "demo.sqlite3", language=LANGUAGES[code]) as cafe, preview(cafe) as shown:
        page = await browser.new_page(viewport=PHONE)
        await page.goto(shown.url)
        await page.wait_for_selector(".channel-message")
        summary, channel = page.locator("#demo-tour summary"), page.locator(".channel-header")
        assert await page.locator("#demo-tour").evaluate("card => card.scrollHeight <= card.clientHeight")
        assert await summary.evaluate("title => title.scrollWidth <= title.clientWidth")
        bottom = "part => part.getBoundingClientRect().bottom"
        card = page.locator("#demo-tour")
        assert await card.evaluate(bottom) <= await channel.evaluate(bottom) + 4
