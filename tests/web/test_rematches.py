"""From one game to the next: everyone on its page is led there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import WebWorld
from tests.web.test_game_page import FOUR_IN_A_ROW, begin, opened

pytestmark = pytest.mark.english


@pytest.mark.long
async def test_a_rematch_accepted_in_discord_leads_everyone_on(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    number = await begin(pages, "connect4")
    await world.play(FOUR_IN_A_ROW, world.ann, world.ben)
    ann, ben, chloe = [
        await opened(pages, browser, await pages.link(number, world.ann, name))
        for name in ("Ann", "Ben", "Chloe")
    ]
    await ann.locator('button[data-act="rematch"]').click()
    await ann.get_by_role("button", name="Withdraw the request").wait_for()
    for name in ("Decline", "Agree: Rematch"):
        await ben.get_by_role("button", name=name).wait_for()
    await pages.until(lambda: any("Accept" in post.labels for post in world.posts()), "the offer")
    await world.ben.taps("Accept")
    await chloe.get_by_role("link", name="Rematch").click()
    for page in (ann, ben, chloe):
        await page.wait_for_function("() => document.querySelector('.title')?.textContent.endsWith('#2')")
