"""The pages of Linked Roles, and visits that go wrong: no one is told what is not true, or shut out."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import ClientSession, web
from sqlalchemy import Connection, select
from structlog.typing import EventDict
from yarl import URL

from bot.account.linked_roles.connections import EDGE
from bot.account.linked_roles.vault import Vault
from bot.hosting.health import application
from bot.run import health_served
from bot.settings.web import encryption_keys
from data.people.role_links import RoleLinkStore
from data.tables.schema import metadata
from tests.loopback import rest
from tests.loopback.faults import Fault
from tests.loopback.linked import Linked, new_key
from tests.loopback.test_linked_roles import all_unlinks, due_now
from tests.loopback.visitor import Visitor
from tests.ports import HOST, free_port

ME = "/users/@me"
FIGURES = f"{ME}/applications/*"


async def test_a_state_is_good_for_one_account(linked: Linked) -> None:
    """A second code does not work with it, even if the cookie was copied, nor after a restart."""
    discord, ann, ben = linked.scene.discord, linked.scene.ann, linked.scene.ben
    async with Visitor(discord, ann.id) as first, Visitor(discord, ben.id) as second:
        mine = URL(await first.back(linked.start_page))
        theirs = URL(await second.back(linked.start_page)).query["code"]
        cookies = {one.key: one.value for one in first._session.cookie_jar}
        assert (await first.opens(mine)).status == 200
    address = mine.update_query(code=theirs)
    for _ in range(2):
        async with (
            ClientSession(cookies=cookies) as copied,
            copied.get(address, headers={"Host": str(mine.authority)}) as answer,
        ):
            assert (answer.status, "has expired" in await answer.text()) == (400, True)
        await linked.restart()
    assert await linked.link_of(ann) is not None
    assert await linked.link_of(ben) is None


async def test_two_tabs_both_work_and_many_leave_a_few_cookies(linked: Linked) -> None:
    async with Visitor(linked.scene.discord, linked.scene.ann.id) as visitor:
        tabs = [await visitor.back(linked.start_page) for _ in range(2)]
        for tab in tabs:
            # A HEAD request does not use the code up.
            async with visitor._session.head(tab) as answer:
                assert answer.status == 405
            assert "Your account is linked" in (await visitor.opens(tab)).text
        tabs = [await visitor.back(linked.start_page) for _ in range(12)]
        assert len(visitor._session.cookie_jar) == 5
        assert (await visitor.opens(tabs[-1])).status == 200
    assert await linked.link_of(linked.scene.ann) is not None


def html(_: web.Request, fault: Fault) -> web.StreamResponse:
    """Refuse like the servers in front of Discord."""
    return web.Response(status=fault.status, text="<html>denied</html>", content_type="text/html")


@pytest.mark.long
@pytest.mark.parametrize("page", [True, False], ids=["an HTML page", "40333"])
async def test_the_edge_revokes_nothing(linked: Linked, page: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, faults = linked.scene.ann, linked.scene.discord.faults
    if page:
        monkeypatch.setattr(rest, "_break", html)
    faults.refuse("PUT", FIGURES, 403, EDGE)
    assert "in a few minutes" in (await linked.visits(ann)).text
    for method, path in (("PUT", FIGURES), ("POST", "/oauth2/token")):
        linked.oauth.expire(ann.id)
        faults.refuse(method, path, 403, EDGE, times=2)
        await due_now(linked, ann)
        await linked.pass_over()
        faults.clear()
    assert await linked.link_of(ann) is not None
    await due_now(linked, ann)
    await linked.pass_over()
    assert linked.figures(ann)["rated_games"] == "0"
    # While the code is exchanged, too, Discord is not there.
    faults.refuse("POST", "/oauth2/token", 403, EDGE)
    assert (await linked.visits(linked.scene.ben)).status == 502
    # Nor is the end of a grant lost.
    faults.refuse("DELETE", FIGURES, 403, EDGE)
    await linked.scene.bot.kit[RoleLinkStore].unlink(ann.id)
    await linked.pass_over()
    assert len(await all_unlinks(linked)) == 1


async def test_nobody_is_called_linked_or_unlinked_wrongly(linked: Linked, log: list[EventDict]) -> None:
    """Only a 401 after a refresh, or invalid_grant, says that a grant is gone."""
    ann = linked.scene.ann
    for request_ in (("GET", ME), ("PUT", FIGURES)):
        linked.scene.discord.faults.refuse(*request_, 401, times=2)
        shown = await linked.visits(ann)
        assert "Nothing was linked" in shown.text or await linked.link_of(ann) is not None
        assert ("Your account is linked" in shown.text) == (await linked.link_of(ann) is not None)
        linked.scene.discord.faults.clear()
    await linked.visits(ann)
    linked.scene.discord.faults.refuse("PUT", FIGURES, 403, 50025, times=2)
    await due_now(linked, ann)
    await linked.pass_over()
    assert await linked.link_of(ann) is not None
    assert "50025" not in str(log)


async def test_a_redirect_gets_no_tokens(linked: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def elsewhere(request: web.Request, _: Fault) -> web.StreamResponse:
        asked.append(request)
        return web.Response(status=307, headers={"Location": str(request.url)})

    monkeypatch.setattr(rest, "_break", elsewhere)
    linked.scene.discord.faults.refuse("POST", "/oauth2/token", 307, times=99)
    assert (await linked.visits(linked.scene.ann)).status == 502
    assert len(asked) == 1


async def test_every_table_with_tokens_gets_the_newest_key(linked: Linked) -> None:
    ann, ben, old = linked.scene.ann, linked.scene.ben, linked.settings["linked_roles_keys"]
    await linked.visits(ann)
    await linked.visits(ben)
    linked.scene.discord.faults.refuse("DELETE", FIGURES, 503, times=99)
    await linked.scene.bot.kit[RoleLinkStore].unlink(ben.id)
    newest = new_key()
    linked.settings["linked_roles_keys"] = f"{newest},{old}"
    await linked.restart()
    await linked.pass_over()
    linked.scene.discord.faults.clear()
    vault = Vault(encryption_keys(newest))

    def read(connection: Connection) -> dict[str, list[str]]:
        tables = [table for table in metadata.tables.values() if "tokens" in table.c]
        return {table.name: [*connection.scalars(select(table.c.tokens))] for table in tables}

    found = await linked.scene.bot.kit.storage._database.read(read)
    assert {name: len(sealed) for name, sealed in found.items()} == {"role_links": 1, "role_unlinks": 1}
    assert all(vault.open(sealed) for stored in found.values() for sealed in stored)


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
