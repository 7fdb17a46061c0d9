"""Conditional moves on a game's page."""

from __future__ import annotations

from typing import Any

import pytest

from bot.play.games.conditionals import Conditionals
from bot.web.actions_ui import lines_named
from bot.web.messages import position_named
from data.games.conditional import ConditionalStore
from tests.e2e.world import World
from tests.web.browser import PHONE, WebWorld
from tests.web.test_connections import connected, told
from tests.web.test_game_page import move_button, opened
from tests.web.test_links import of
from tests.web.test_review_page import words_of

pytestmark = [pytest.mark.usefixtures("slow_beats"), pytest.mark.english]


async def begun(pages: WebWorld, **options: Any) -> int:
    """Begin a game in which Ben is to move and Ann can plan."""
    world = pages.world
    game = await world.begin(world.ann, world.ben, **options)
    await world.play("d3", world.ann)
    return game


async def act(socket: Any, world: World, name: str, value: str = "", game: int = 1) -> Any:
    """Use a button as a page that shows the latest lines does."""
    snapshot = await world.snapshot(game)
    names = position_named(snapshot)
    if name == "unplan":
        lines = await world.bot.kit[ConditionalStore].of(snapshot.game, world.ann.id)
        names = lines_named(snapshot, lines)
    await socket.send_json({"do": "act", "act": name, "names": names, "value": value})
    return await told(socket, "said")


async def test_a_line_is_planned_played_and_removed(pages: WebWorld) -> None:
    world, game = pages.world, await begun(pages, time="1 day")
    async with connected(pages, await pages.link(game, world.ann, "Ann")) as socket:
        assert "plans" in [button["act"] for button in (await told(socket, "you"))["buttons"]]
        plans = (await act(socket, world, "plans"))["plans"]
        assert (plans["path"], plans["done"]) == ([], False)
        assert "c3" in plans["board"]["legal"]
        plans = (await act(socket, world, "plans", "c3"))["plans"]
        assert (plans["board"]["last"], plans["done"]) == (["c3"], False)
        assert (await act(socket, world, "plans", "c3 c4"))["plans"]["done"]
        plans = (await act(socket, world, "plan", "c3 c4"))["plans"]
        assert [label for _, label in plans["planned"]] == ["if c3, then c4"]
        plans = (await act(socket, world, "plan", "e3 f3"))["plans"]
        (kept, dropped), _ = zip(*plans["planned"], strict=True)
        plans = (await act(socket, world, "unplan", dropped))["plans"]
        assert [line for line, _ in plans["planned"]] != []
        assert kept
        assert (await act(socket, world, "plan", "h8 a1"))["refused"]
        assert (await act(socket, world, "unplan", "x"))["refused"]
        await world.ben.taps("c3")
    assert await world.moves(game) == "d3 c3 c4"


async def test_only_players_of_such_games_who_wait_can_plan(pages: WebWorld) -> None:
    world, game = pages.world, await begun(pages, time="1 day")
    async with connected(pages, await pages.link(game, world.ann, "Ben")) as socket:
        plans = (await act(socket, world, "plans"))["plans"]
        assert plans["board"] is None
        assert "make your move first" in words_of(plans["how"])
    async with connected(pages, await pages.link(game, world.ann, "Chloe")) as socket:
        assert (await act(socket, world, "plans"))["refused"]
    quick = await world.begin(world.chloe, world.ben)
    async with connected(pages, await pages.link(quick, world.ben, "Ben")) as socket:
        assert "plans" not in [button["act"] for button in (await told(socket, "you"))["buttons"]]
        assert (await act(socket, world, "plans", game=quick))["refused"]


@pytest.mark.long
async def test_a_line_is_planned_by_tapping_the_board(pages: WebWorld, browser: Any) -> None:
    world, game = pages.world, await begun(pages, time="1 day")
    page = await opened(pages, browser, await pages.link(game, world.ann, "Ann"), PHONE)
    await page.locator('button[data-act="plans"]').click()
    for move in ("c3", "c4"):
        await page.wait_for_selector(f'.playable .square.legal[data-move="{move}"]')
        await move_button(page, move).click()
    await page.get_by_role("button", name="Save this line").click()
    await page.wait_for_selector(".planned li")
    assert "if c3, then c4" in await page.locator(".planned").inner_text()
    lines = (await world.bot.kit[Conditionals].planned(game, of(world.ann)))[1]
    assert [line.after(("d3",)) for line in lines] == [("c3", "c4")]
    await page.get_by_role("button", name="Close").click()
    assert await page.locator('.playable button[data-move="c3"]').count() == 0
    assert await world.moves(game) == "d3"
