"""The boards of the demo are for this machine alone."""

from __future__ import annotations

import pytest
from aiohttp import ClientSession

from bot.demo.boards import DemoBoards
from tests.web.browser import WebWorld


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
