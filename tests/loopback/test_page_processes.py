"""Pages of one of several processes: games of other processes' servers are not served, but found."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientSession

from bot.play.web_links import WebLinks
from bot.web.open_pages import WebSessions
from bot.web.stream import process_name
from data import Storage
from data.db.leases import LeaseStore
from data.db.share import Share
from tests.loopback.activity import ActivityScene

OTHER = "https://other.example.org"


@asynccontextmanager
async def other_process(opened: ActivityScene, address: str) -> AsyncIterator[None]:
    """Give the game's server to another process meanwhile."""
    scene = opened.scene
    storage = scene.bot.kit.storage
    shares = [Share(0, 0, 2), Share(1, 1, 2)]
    shares.sort(key=lambda share: share.has(scene.guild.id))
    ours, theirs = shares
    assert await storage[LeaseStore].take([ours], "ours 1", 60) == ours
    another = await Storage.open(f"sqlite:///{scene.database}")
    try:
        assert await another[LeaseStore].take([theirs], process_name("another 2", address), 60) == theirs
        yield
    finally:
        await another.close()


async def code_of(opened: ActivityScene) -> str:
    """Begin a game of Ann's; returns the code of its link."""
    await opened.scene.begin(opened.scene.ann, opened.scene.ben)
    kit = opened.scene.bot.kit
    ann = await kit[WebSessions].person_of(opened.scene.ann.id)
    return (await kit[WebLinks].for_person(1, ann)).rpartition("/")[2]


async def test_a_page_leads_to_the_process_that_has_the_game(opened: ActivityScene) -> None:
    code, scene = await code_of(opened), opened.scene
    cookie = await opened.signed_in(scene.ann, instance := scene.discord.join(scene.channel, scene.ann.user))
    async with ClientSession() as browser:
        for path in ("/g", "/embed"):
            async with browser.get(f"{opened.address}{path}/{code}") as answer:
                assert answer.status == 200
        async with other_process(opened, OTHER):
            for path in ("/g", "/embed"):
                address = f"{opened.address}{path}/{code}"
                async with browser.get(address, allow_redirects=False) as answer:
                    assert (answer.status, answer.headers["Location"]) == (307, f"{OTHER}{path}/{code}")
                # A page that was open then is told to load again.
                origin = {"Origin": opened.address}
                async with browser.ws_connect(f"{address}/live", headers=origin) as socket:
                    await socket.receive()
                    assert socket.close_code == 4421
            # The Activity leads there, too.
            told = (await opened.open(cookie, instance)).told
            assert (told["kind"], told["address"]) == ("elsewhere", f"{OTHER}/g/{code}")
            assert await opened.live(cookie, f"{instance}/1/live") == [4421]


@pytest.mark.parametrize("same", [True, False])
async def test_without_another_address_the_page_says_so(opened: ActivityScene, same: bool) -> None:
    code = await code_of(opened)
    async with (
        other_process(opened, opened.address if same else ""),
        ClientSession() as browser,
        browser.get(f"{opened.address}/g/{code}", allow_redirects=False) as answer,
    ):
        assert answer.status == 503
        assert "This board has moved" in await answer.text()
