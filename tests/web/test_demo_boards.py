"""The boards of the demo are for this machine alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.demo.serve import DemoBoards
from bot.play.web_links.web_links import WebLinks
from bot.web.open_pages import WebSessions
from tests.e2e.demo_page import demo
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


@pytest.mark.english
async def test_the_computer_answers_a_move_made_on_a_page(tmp_path: Path) -> None:
    async with demo(tmp_path / "demo.sqlite3") as cafe:
        ann, kit = cafe.people[0], cafe.bot.kit
        await ann.slash(cafe.channel, "connect4 start", bot="easy", colour="first")
        (game,) = await kit.storage.playing_games(channel_id=cafe.channel.id)
        address = await kit[WebLinks].for_person(game.id, await kit[WebSessions].known(ann.id))
        origin = {"Origin": address.partition("/g/")[0]}
        async with (
            ClientSession() as session,
            session.ws_connect(f"{address}/live?as={ann.user.global_name}", headers=origin) as page,
        ):
            await page.send_json({"do": "move", "ply": 0, "move": "4"})
            ply = 0
            while ply < 2:
                message = await page.receive_json()
                assert not message.get("refused"), message
                ply = message.get("ply", ply)
