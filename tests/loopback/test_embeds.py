"""Boards in other sites' frames: to be watched, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import ClientSession

from bot.play.web_links import WebLinks
from bot.web.connection_ui import CloseCode
from bot.web.open_pages import WebSessions
from tests.cases import there
from tests.loopback.activity import ActivityScene


@pytest.fixture
async def address(opened: ActivityScene) -> str:
    """The address for frames of the board of a game that Ann has begun."""
    await opened.scene.begin(opened.scene.ann, opened.scene.ben)
    kit = opened.scene.bot.kit
    ann = await kit[WebSessions].person_of(opened.scene.ann.id)
    return (await kit[WebLinks].for_person(1, ann)).replace("/g/", "/embed/")


async def test_any_site_may_frame_a_board_to_watch(opened: ActivityScene, address: str, browser: Any) -> None:
    kit = opened.scene.bot.kit
    async with ClientSession() as visitor, visitor.get(address) as answer:
        assert answer.status == 200
        policy = answer.headers["Content-Security-Policy"]
        assert policy.endswith("; frame-ancestors *")
        assert "unsafe" not in policy
        assert "Set-Cookie" not in answer.headers
        assert "sign-in" not in await answer.text()
    # No one may frame any other page.
    async with ClientSession() as visitor, visitor.get(address.replace("/embed/", "/g/")) as answer:
        assert answer.headers["Content-Security-Policy"].endswith("; frame-ancestors 'none'")
    page = await browser.new_page(viewport={"width": 420, "height": 620})
    errors: list[str] = []
    page.on("console", lambda said: errors.extend([said.text] if said.type == "error" else []))
    await page.goto(address)
    await page.wait_for_selector('.state[data-state="open"]')
    assert await page.locator(".button").count() == 1
    assert await page.get_by_role("link", name="Open the board").get_attribute("target") == "_blank"
    assert errors == []
    assert await page.context.cookies() == []
    token = await kit[WebSessions].sign_in(opened.scene.ann.id)
    headers = {"Origin": opened.address, "Cookie": f"flipfour_session={token}"}
    async with ClientSession() as visitor, visitor.ws_connect(f"{address}/live", headers=headers) as socket:
        assert (await socket.receive_json())["number"] == 1
        you = await socket.receive_json()
        assert (you["side"], you["name"], you["buttons"]) == (None, None, [])
        await socket.send_json({"do": "move", "ply": 0, "move": "d3"})
        assert (await socket.receive_json())["refused"]
    game = there(await kit.storage.game(1))
    assert game.ply == 0
    async with ClientSession() as visitor:
        async with visitor.ws_connect(f"{address}/live", headers={"Origin": "https://example.org"}) as socket:
            assert (await socket.receive()).data == CloseCode.FOREIGN
        await kit[WebLinks].withdraw(1, await kit[WebSessions].person_of(opened.scene.ann.id))
        async with visitor.get(address) as answer:
            assert answer.status == 404
