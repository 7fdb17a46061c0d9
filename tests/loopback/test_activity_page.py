"""The Activity in Chromium, with Discord's own SDK."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from tests.chromium import PATIENCE
from tests.loopback.activity import ActivityScene
from tests.loopback.discord_client import CLIENT_PATH, client_query
from tests.loopback.people import Person
from tests.web.browser import DESKTOP, PHONE
from tests.web.looks import Looks, needs_axe

LIVE = '.state[data-state="open"]'


class Client:
    """A person's Discord, in which the Activity is open."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self.errors.extend([said.text] if said.type == "error" else []))

    @property
    def frame(self) -> Any:
        """The Activity's frame."""
        return self.page.frame_locator("iframe")

    async def asked(self) -> list[list[Any]]:
        """Return what the SDK has asked."""
        found: list[list[Any]] = await self.page.evaluate("window.asked")
        return found


async def client(
    opened: ActivityScene, chromium: Any, person: Person, instance: str, size: Any = DESKTOP, **more: str
) -> Client:
    """Open the Activity in a person's Discord."""
    context = await chromium.new_context(viewport=size, locale="en-US")
    made = Client(await context.new_page())
    made.page.set_default_timeout(PATIENCE)
    query = client_query(opened.scene.discord, person, instance, **more)
    await made.page.goto(f"{opened.address}{CLIENT_PATH}?{urlencode(query)}")
    return made


async def start_game(opened: ActivityScene) -> str:
    """Begin a game of Ann's and return the instance in its channel."""
    scene = opened.scene
    await scene.begin(scene.ann, scene.ben)
    return scene.discord.join(scene.channel, scene.ann.user)


async def test_a_player_is_signed_in_and_moves(opened: ActivityScene, browser: Any) -> None:
    scene = opened.scene
    instance = await start_game(opened)
    ann = await client(opened, browser, scene.ann, instance)
    await ann.frame.locator(LIVE).wait_for()
    await ann.frame.get_by_text("Signed in as Ann").wait_for()
    assert await ann.frame.get_by_role("link").all_inner_texts() == ["Open in Discord"]
    asked = [name for name, _ in await ann.asked()]
    assert asked[0] == "HANDSHAKE"
    assert {"AUTHORIZE", "AUTHENTICATE", "USER_SETTINGS_GET_LOCALE", "SUBSCRIBE"} <= set(asked)
    await ann.frame.get_by_role("button", name="d3").click()
    await scene.discord.until(
        lambda: (scene.board().picture or "").endswith("-1-1.png"), "the move on the board in Discord"
    )
    # Back in Discord, the opponent moves with a button, and the page shows it.
    await scene.ben.taps(scene.board().moves[0], scene.board())
    await ann.frame.locator(".moves li").nth(1).wait_for()
    # Picture-in-picture shows the board alone.
    await ann.page.evaluate("window.layout(1)")
    await ann.frame.locator(".side").wait_for(state="hidden")
    await ann.page.set_viewport_size({"width": 320, "height": 240})
    for name in ("a1", "h8"):
        square = await ann.frame.get_by_role("button", name=name).bounding_box()
        assert square["width"] == pytest.approx(square["height"], abs=1)
        assert square["height"] > 20
        assert square["y"] >= 0
        assert square["y"] + square["height"] <= ann.page.viewport_size["height"]
    assert not await ann.frame.locator(".head").is_visible()
    assert not await ann.frame.locator(".player").first.is_visible()
    await ann.page.set_viewport_size(DESKTOP)
    await ann.page.evaluate("window.layout(0)")
    await ann.frame.locator(".side").wait_for(state="visible")
    assert ann.errors == []
    # It comes back after a restart, and does not ask again who they are.
    await opened.stop()
    await ann.frame.locator('.state[data-state="lost"]').wait_for()
    await opened.start()
    await ann.frame.locator(LIVE).wait_for()
    await ann.frame.locator(".square.legal").first.click()
    await ann.frame.locator(".moves li").nth(2).wait_for()
    assert [name for name, _ in await ann.asked()].count("AUTHORIZE") == 1


@pytest.mark.long
async def test_a_notice_leads_to_its_game_in_discords_language(opened: ActivityScene, browser: Any) -> None:
    scene = opened.scene
    await start_game(opened)
    elsewhere = scene.discord.create_channel(scene.guild, "elsewhere")
    instance = scene.discord.join(elsewhere, scene.ann.user)
    ann = await client(opened, browser, scene.ann, instance, PHONE, locale="de", custom_id="game-1", root="/")
    await ann.frame.locator(LIVE).wait_for()
    assert "#1" in await ann.frame.locator(".title").inner_text()
    assert await ann.frame.locator("html").get_attribute("lang") == "de"
    await ann.frame.get_by_text("Angemeldet als Ann").wait_for()
    assert ann.errors == []


@pytest.mark.long
@needs_axe
async def test_every_screen_looks_right(opened: ActivityScene, browser: Any, devices: dict[str, Any]) -> None:
    scene, looks = opened.scene, Looks(devices)
    chloe = scene.newcomer("Chloe")
    instance = scene.discord.join(scene.channel, chloe.user)

    async def look(shown: Client, screen: str, *, few: bool = True, themes: bool = False) -> None:
        frame = shown.page.frames[1]
        await looks.sizes(shown.page, screen, frame=frame, few=few)
        await looks.axe(shown.page, screen, frame=frame, themes=themes)

    nothing = await client(opened, browser, chloe, instance)
    await nothing.frame.get_by_role("button", name="Try again").wait_for()
    await look(nothing, "no games")
    long = scene.newcomer("Maximiliane Wolkenstein-Rodenegg"), scene.newcomer("W" * 32)
    for first, second in (long, long[::-1], (scene.ann, scene.ben)):
        await scene.begin(first, second)
    refused = await client(opened, browser, scene.ann, instance, refuses="AUTHORIZE")
    await refused.frame.get_by_text("Discord didn't say who you are").wait_for()
    await refused.frame.get_by_role("button", name="Try again").wait_for()
    await look(refused, "refused")
    outside = await client(opened, browser, scene.ben, instance)
    await outside.frame.get_by_text("Discord didn't say who you are").wait_for()
    chooses = await client(opened, browser, chloe, instance)
    choice = chooses.frame.get_by_role("button", name="Reversi #3 · Ann – Ben")
    await choice.wait_for()
    await look(chooses, "choice", few=False, themes=True)
    await choice.click()
    await chooses.frame.locator(LIVE).wait_for()
    assert await chooses.frame.locator(".buttons .button:visible").count() == 0
    await look(chooses, "game")
    # Links are Discord's to open.
    await chooses.frame.get_by_text("Open in Discord").click()
    await chooses.page.wait_for_function("window.asked.some(([name]) => name === 'OPEN_EXTERNAL_LINK')")
    assert chooses.errors == []
    assert looks.found == {}


@pytest.mark.long
async def test_a_browser_without_cookies_in_frames_is_told(opened: ActivityScene, browser: Any) -> None:
    instance = await start_game(opened)
    context = await browser.new_context(locale="en-US")

    async def drop(route: Any) -> None:
        answer = await route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
        await context.clear_cookies()
        await route.fulfill(status=answer.status, headers=headers, body=await answer.body())

    await context.route("**/activity/session", drop)
    page = await context.new_page()
    query = client_query(opened.scene.discord, opened.scene.ann, instance)
    await page.goto(f"{opened.address}{CLIENT_PATH}?{urlencode(query)}")
    await page.frame_locator("iframe").get_by_text("doesn't let a page inside of Discord").wait_for()
