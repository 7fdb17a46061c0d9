"""The web pages of Linked Roles over sockets."""

from __future__ import annotations

from aiohttp import ClientSession

from bot.hosting.health import application
from bot.run import health_served
from tests.loopback.linked import Linked
from tests.loopback.visitor import Visitor
from tests.ports import HOST, free_port


async def test_the_page_speaks_the_visitors_language_and_its_cookies_are_its_own(linked: Linked) -> None:
    async with Visitor(linked.scene.discord, linked.scene.ann.id, "xx, de-CH;q=0.9, en;q=0.5") as visitor:
        shown = await visitor.opens(f"{linked.start_page}/callback")
        cookie = (await visitor.opens(linked.start_page, stays=True)).headers["Set-Cookie"]
        linked.scene.bot.duty.clear()
        early = await linked.visits(linked.scene.ann)
        linked.scene.bot.duty.set()
    assert '<html lang="de">' in shown.text
    assert "<script" not in shown.text
    assert shown.headers["Cache-Control"] == "no-store"
    assert {"HttpOnly", "SameSite=Lax", "Path=/linked-role"} <= set(cookie.split("; "))
    # Before the bot is there.
    assert (early.status, "starting up" in early.text) == (503, True)


async def test_the_pages_for_supervisors_are_on_a_port_of_their_own(linked: Linked) -> None:
    linked.settings |= {"linked_roles_url": "https://flipfour.example.org", "health_port": free_port()}
    await linked.restart()
    bot = linked.scene.bot
    paths = [page.canonical for page in application(bot.health, bot.metrics).router.resources()]
    assert "/metrics" in paths
    port = bot._settings.health_port
    async with health_served(bot, bot._settings), ClientSession() as session:

        async def status(to: int, path: str, headers: dict[str, str]) -> int:
            at = f"http://{HOST}:{to}{path}"
            async with session.get(at, headers=headers, allow_redirects=False) as got:
                return got.status

        hosts = ("flipfour.example.org", "flipfour.example.org.", "anything", HOST, "localhost")
        for path in paths:
            for host in hosts:
                assert await status(port, path, {"Host": host, "X-Forwarded-For": "::"}) == 421
            assert await status(port, path, {"Host": "flipfour.example.org"}) == 421
            assert await status(port, path, {"Host": "flipfour"}) != 421
        assert await status(linked.port, "/linked-role", {"Host": "flipfour.example.org"}) == 302
        assert await status(port, "/linked-role", {}) == 404
