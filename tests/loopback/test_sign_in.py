"""Signing in with Discord, over sockets: the session's cookie, and who can't get one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import make_mocked_request
from structlog.typing import EventDict
from yarl import URL

from bot.account.linked_roles.connections import MAX_CLIENT
from bot.run import people_served
from bot.settings.web import WebSetup
from bot.web.open_pages import WebSessions
from bot.web.sign_in_ui import CookieIdentity
from tests.cases import there
from tests.loopback.conftest import started
from tests.loopback.running import Scene
from tests.loopback.visitor import Visitor
from tests.ports import HOST, free_port


@pytest.fixture
async def scene(offline: Scene, log: list[EventDict]) -> AsyncIterator[Scene]:
    """The bot with its pages switched on."""
    oauth, port = offline.discord.oauth, free_port()
    address = f"http://{HOST}:{port}"
    oauth.redirect_uris.add(f"{address}/sign-in/callback")
    offline.settings = {"web_port": port, "web_url": address, "discord_client_secret": oauth.client_secret}
    async with started(offline, log):
        yield offline


@pytest.fixture
async def address(scene: Scene) -> AsyncIterator[str]:
    """The address of its pages."""
    async with people_served(scene.bot, scene.bot._settings):
        yield str(scene.settings["web_url"])


async def test_a_person_signs_in_on_this_server_alone_and_out(scene: Scene, address: str) -> None:
    ann = scene.ann
    async with Visitor(scene.discord, ann.id) as visitor:
        for to in ("", "https://example.org/", "//example.org", "/\\example.org", "/g/../../x?y"):
            came = await visitor.opens(await visitor.back(f"{address}/sign-in?to={to}"), stays=True)
            assert (to, came.headers["Location"]) == (to, "/puzzles")
        assert (await visitor.opens(f"{address}/puzzles")).status == 200
        shown = await visitor.opens(f"{address}/g/nothing")
        assert shown.status == 404
        policy = shown.headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert shown.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert "<style" not in shown.text
        assert " style=" not in shown.text
        began = await visitor.opens(f"{address}/sign-in?to=/g/nothing", stays=True)
        back = await visitor.opens(began.headers["Location"], stays=True)
        assert (await visitor.opens(back.headers["Location"], stays=True)).headers["Location"] == "/g/nothing"
        (cookie,) = [one for one in visitor._session.cookie_jar if one.key == "flipfour_session"]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        sessions = scene.bot.kit[WebSessions]
        person = there(await sessions.person(cookie.value))
        assert person.id == ann.id
        elsewhere = {"Origin": "https://example.org"}
        async with visitor._session.post(f"{address}/sign-out", headers=elsewhere) as refused:
            assert refused.status == 403
        assert await sessions.person(cookie.value) is not None
        async with visitor._session.post(f"{address}/sign-out", headers={"Origin": address}) as done:
            assert done.status == 204
        assert await sessions.person(cookie.value) is None


async def test_no_one_is_signed_in_by_a_made_up_visit_or_another_browsers(scene: Scene, address: str) -> None:
    made_up = "A" * 43
    for signature in ("", "0" * 64):
        cookie = {"Cookie": f"flipfour_sign_in{made_up[:8]}={signature}.{made_up}.1.to"}
        async with ClientSession(headers=cookie) as stranger:
            for _ in range(MAX_CLIENT + 2):
                there = f"{address}/sign-in/callback?state={made_up}&code=made-up"
                async with stranger.get(there) as answer:
                    assert answer.status == 400
    # It costs nothing, and shuts nobody out.
    assert "/oauth2/token" not in [request.path for request in scene.discord.requests]
    async with Visitor(scene.discord, scene.ann.id) as ann, Visitor(scene.discord, scene.ben.id) as ben:
        first, second, third = [URL(await ann.back(f"{address}/sign-in")) for _ in range(3)]
        assert (await ben.opens(str(first))).status == 400
        assert [one.key for one in ben._session.cookie_jar] == []
        # Nor by a code of another visit: the proof of the one who began belongs to each code.
        mixed = third.update_query(code=second.query["code"])
        assert (await ann.opens(str(mixed), stays=True)).status == 400
        # Each works once, and two tabs at once both do.
        for back in [await ann.back(f"{address}/sign-in") for _ in range(2)]:
            done = await ann.opens(back, stays=True)
            assert (done.status, done.headers["Location"]) == (302, "/puzzles")
            assert (await ann.opens(back, stays=True)).status == 400


def test_cookies_have_names_that_other_sites_cannot_set() -> None:
    new, old = "A" * 44, "B" * 43

    def token(url: str, **cookies: str) -> str | None:
        return CookieIdentity(WebSetup(url, "secret")).token(
            make_mocked_request("GET", "/", cookies_of(cookies))
        )

    whole, part = "https://example.org", "https://example.org/0"
    assert token(whole, **{"__Host-flipfour_session": new}) == new
    assert token(part, **{"__Secure-flipfour_session": new}) == new
    for url in (whole, part):
        assert token(url, flipfour_session=new) is None
        # Who was signed in before stays so.
        assert token(url, flipfour_session=old) == old
        assert token(url, flipfour_session="ÿ" * 43) is None
    assert token("http://localhost:80", flipfour_session=new) == new


def cookies_of(cookies: dict[str, str]) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
