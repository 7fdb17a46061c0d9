"""Every page in Chromium: axe-core finds nothing, in any theme, in the dark and in the light."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.tournaments import SOON, crowd, join
from tests.web.accessibility import needs_axe, violations
from tests.web.browser import DESKTOP, PHONE, WebWorld
from tests.web.test_event_pages import address_of, round_robin
from tests.web.test_game_page import FOUR_IN_A_ROW, SHORT_GAME, begin, opened
from tests.web.test_reconnecting import forgive, state
from tests.web.test_review_page import CONNECT4_GAME, played, reviewed

pytestmark = needs_axe


@pytest.mark.english
@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
async def test_a_game_of_reversi(pages: WebWorld, browser: Any, size: Any) -> None:
    world = pages.world
    number = await begin(pages, "reversi")
    await world.play("d3 c3", world.ann, world.ben)
    page = await opened(
        pages, browser, await pages.link(number, world.ann, "Ann"), **({"size": size} if size else {})
    )
    await page.wait_for_selector("main.your-turn")
    assert await violations(page) == []
    await page.locator('button[data-act="resign"]').click()
    await page.wait_for_selector(".said .strong")
    assert await violations(page, in_all_themes=False) == []


@pytest.mark.english
async def test_a_live_game_of_connect_4_that_is_over(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    await world.ann.types("connect4 start", opponent=world.ben, colour="first", time="5+3")
    await world.ben.taps("Accept")
    moves = FOUR_IN_A_ROW.split()
    await world.play(" ".join(moves[:-1]), world.ann, world.ben)
    page = await opened(pages, browser, await pages.link(1, world.ann, "Ben"))
    assert await violations(page, in_all_themes=False) == []
    await world.ann.taps(moves[-1])
    await page.wait_for_selector("main.over")
    assert await violations(page) == []


@pytest.mark.english
async def test_a_tournament_with_standings(pages: WebWorld, browser: Any) -> None:
    await round_robin(pages.world)
    page = await opened(pages, browser, await address_of(pages, "Ann"))
    await page.wait_for_function("() => document.querySelectorAll('.mini').length == 2")
    assert await violations(page) == []


@pytest.mark.english
async def test_a_tournament_with_a_bracket(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    await world.ann.types("tournament create", form="knockout", places=4, game="connect4")
    await join(world, *crowd(world, 4))
    await world.pass_time(SOON)
    page = await opened(pages, browser, await address_of(pages), PHONE)
    await page.wait_for_selector(".match.live")
    assert await violations(page) == []


@pytest.mark.english
@pytest.mark.parametrize(("game", "move"), [("reversi", "d3"), ("connect4", "4")])
async def test_a_vote(pages: WebWorld, browser: Any, game: str, move: str) -> None:
    world = pages.world
    await world.ann.types("vote", against="teams", game=game)
    await world.pass_time(SOON)
    for person in (world.ann, world.ben):
        await person.taps("Join Black" if game == "reversi" else "Join Red")
        await person.taps(move)
    page = await opened(pages, browser, await pages.link(1, world.ann, "Ann"))
    await page.wait_for_selector(f'[data-move="{move}"][data-votes="2"].mine')
    assert await violations(page) == []


@pytest.mark.english
async def test_a_simultaneous_exhibition(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    await world.ann.types("simul", places=3, game="connect4")
    (posted,) = [seen for seen in world.posts() if "simultaneous exhibition #1\n" in seen.text]
    for person in crowd(world, 4)[1:]:
        await person.taps("Join", posted)
    await world.pass_time(SOON)
    page = await opened(pages, browser, await address_of(pages, "Ann"), PHONE)
    await page.wait_for_function("() => document.querySelectorAll('.mini.own').length == 3")
    assert await violations(page) == []


@pytest.mark.english
@pytest.mark.parametrize(
    ("game", "moves", "size"), [("reversi", SHORT_GAME, PHONE), ("connect4", CONNECT4_GAME, DESKTOP)]
)
async def test_a_review(pages: WebWorld, browser: Any, game: str, moves: str, size: Any) -> None:
    page = await opened(pages, browser, f"{await reviewed(pages, game, moves)}?as=Ann", size)
    await page.wait_for_selector(".instead:not([hidden])")
    assert await violations(page) == []
    await page.get_by_role("button", name="Analyse").click()
    await page.wait_for_selector("main.analysing .value")
    assert await violations(page) == []


@pytest.mark.english
async def test_a_review_to_be_asked_for(pages: WebWorld, browser: Any) -> None:
    page = await opened(pages, browser, f"{await played(pages)}?as=Ann", PHONE)
    await page.get_by_role("button", name="Review this game").wait_for()
    assert await violations(page) == []


@pytest.mark.english
@pytest.mark.parametrize(("game", "size"), [("reversi", DESKTOP), ("connect4", PHONE)])
async def test_puzzles(pages: WebWorld, browser: Any, game: str, size: Any) -> None:
    page = await opened(pages, browser, f"{pages.address}/puzzles?as=Ann", size)
    await page.wait_for_selector('button[data-act="hint"]')
    if game != "reversi":
        await page.get_by_label("Game", exact=True).select_option(game)
    await page.wait_for_selector(f".board.{game}")
    await page.locator('button[data-act="hint"]').click()
    await page.wait_for_selector(".marked")
    assert await violations(page) == []
    await page.locator('button[data-act="solution"]').click()
    await page.wait_for_selector(".stepper")
    await page.wait_for_selector(".value")
    assert await violations(page) == []


@pytest.mark.english
async def test_a_page_that_was_cut_off(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    number = await begin(pages, "reversi")
    page = await opened(pages, browser, await pages.link(number, world.ann, "Ann"), PHONE)
    await page.context.set_offline(True)
    await page.wait_for_selector(state("lost"))
    await page.locator('[data-move="d3"]').click()
    await page.wait_for_selector(".said.refused")
    assert await violations(page) == []
    forgive(pages)


@pytest.mark.english
async def test_a_page_that_is_not_there(pages: WebWorld, browser: Any) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    for path in ("g", "e"):
        answer = await page.goto(f"{pages.address}/{path}/unknown")
        assert answer.status == 404
        assert await violations(page, in_all_themes=False) == []
