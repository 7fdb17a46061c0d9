"""Every page in every state and every window, in all themes and with contrast themes of Windows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.tournaments import SOON, crowd, join
from tests.e2e.world import World
from tests.web.browser import DESKTOP, PHONE, WebWorld
from tests.web.looks import Looks, needs_axe, shoot
from tests.web.test_event_pages import address_of, round_robin
from tests.web.test_game_page import SHORT_GAME, opened
from tests.web.test_puzzle_page import address
from tests.web.test_reconnecting import forgive, state
from tests.web.test_review_page import CONNECT4_GAME, played

pytestmark = [pytest.mark.english, needs_axe]

NOTCH = """() => {
    for (const side of ["left", "right"]) {
        document.documentElement.style.setProperty(`--discord-safe-area-inset-${side}`, "47px");
    }
}"""


@pytest.fixture
def looks(devices: dict[str, Any]) -> Looks:
    return Looks(devices)


@pytest.mark.first(1)
@pytest.mark.parametrize(
    ("game", "moves", "rest"), [("reversi", "d3 c3 c4", "c5"), ("connect4", "4 4 5", "5 6 6 7")]
)
async def test_a_game_with_clocks(
    pages: WebWorld, world: World, browser: Any, looks: Looks, game: str, moves: str, rest: str
) -> None:
    await world.ann.types(f"{game} start", opponent=world.ben, colour="first", time="5+3")
    await world.ben.taps("Accept")
    await world.play(moves, world.ann, world.ben)
    link = await pages.link(1, world.ann, "Ben")
    page = await opened(pages, browser, link)
    await page.wait_for_selector("main.your-turn .legal")
    await looks.forced_colours(page, "game")
    await looks.sizes(page, "game")
    await looks.axe(page, "game")
    await shoot(page, f"game-{game}")
    await page.locator('button[data-act="resign"]').click()
    await page.wait_for_selector(".said .strong")
    await looks.axe(page, "a question", themes=False)
    await page.evaluate(NOTCH)
    await looks.sizes(page, "a question beside a notch", few=True, edge=47)
    await page.context.set_offline(True)
    await page.wait_for_selector(state("lost"))
    await page.locator(f'[data-move="{rest[:2].strip()}"]').click()
    await page.wait_for_selector(".said.refused")
    await looks.axe(page, "cut off", themes=False)
    await page.context.set_offline(False)
    await page.wait_for_selector(state("open"))
    if game == "connect4":
        await world.play(rest, world.ann, world.ben)
        await page.wait_for_selector("main.over")
        await page.set_viewport_size(PHONE)
        await looks.axe(page, "over")
    await page.goto(link.replace("/g/", "/embed/").partition("?")[0])
    await page.wait_for_selector(state("open"))
    await looks.sizes(page, "embed", few=True)
    await shoot(page, f"embed-{game}")
    notice = await page.context.new_page()
    for kind in ("g", "e") if game == "reversi" else ():
        assert (await notice.goto(f"{pages.address}/{kind}/unknown")).status == 404
        await looks.axe(notice, f"nothing at {kind}", themes=False)
        await looks.sizes(notice, f"nothing at {kind}", few=True)
    forgive(pages)
    assert looks.found == {}


@pytest.mark.long
@pytest.mark.parametrize(("game", "moves"), [("reversi", SHORT_GAME), ("connect4", CONNECT4_GAME)])
async def test_a_review(pages: WebWorld, browser: Any, looks: Looks, game: str, moves: str) -> None:
    page = await opened(pages, browser, f"{await played(pages, game, moves)}?as=Ann")
    await page.get_by_role("button", name="Review this game").wait_for()
    if game == "reversi":
        await looks.sizes(page, "to be asked for", few=True)
        await looks.axe(page, "to be asked for", themes=False)
    await page.get_by_role("button", name="Review this game").click()
    await page.wait_for_selector(".instead:not([hidden])")
    await looks.forced_colours(page, "review", ".instead .board", ".chart")
    await looks.sizes(page, "review", few=game != "reversi")
    await looks.axe(page, "review")
    await shoot(page, f"review-{game}")
    await page.get_by_role("button", name="Analyse").click()
    await page.wait_for_selector("main.analysing .value")
    await page.set_viewport_size(PHONE if game == "reversi" else DESKTOP)
    await looks.axe(page, "analysis")
    if game == "reversi":
        await looks.sizes(page, "analysis", few=True)
    assert looks.found == {}


@pytest.mark.long
async def test_puzzles(pages: WebWorld, browser: Any, looks: Looks) -> None:
    page = await opened(pages, browser, address(pages, "Ann"))
    for game, size in (("reversi", DESKTOP), ("connect4", PHONE)):
        await page.wait_for_selector('button[data-act="hint"]')
        await page.get_by_label("Game", exact=True).select_option(game)
        await page.wait_for_selector(f".board.{game}")
        await looks.sizes(page, game, few=game != "reversi")
        await page.locator('button[data-act="hint"]').click()
        await page.wait_for_selector(".marked")
        await looks.forced_colours(page, game)
        await page.set_viewport_size(size)
        await looks.axe(page, f"hint for {game}")
        await page.locator('button[data-act="solution"]').click()
        await page.wait_for_selector(".stepper")
        await page.wait_for_selector(".value")
        await looks.axe(page, f"solution of {game}")
        await looks.sizes(page, f"solution of {game}", few=True)
        await shoot(page, f"puzzle-{game}")
        await page.get_by_role("button", name="Next puzzle").click()
    await page.goto(address(pages))
    await page.wait_for_selector(".board [data-move]")
    await looks.sizes(page, "signed out", few=True)
    assert looks.found == {}


@pytest.mark.long
async def test_an_event(pages: WebWorld, browser: Any, looks: Looks) -> None:
    await round_robin(pages.world)
    page = await opened(pages, browser, await address_of(pages, "Ann"))
    await page.wait_for_function("() => document.querySelectorAll('.mini .disc').length > 8")
    await looks.forced_colours(page, "event")
    await looks.axe(page, "event")
    await page.set_viewport_size(PHONE)
    await looks.sizes(page, "event")
    await shoot(page, "event")
    assert looks.found == {}


async def bracket(pages: WebWorld) -> tuple[str, str]:
    """Begin a tournament with a bracket; returns its address and what shows that it is there."""
    world = pages.world
    await world.ann.types("tournament create", form="knockout", places=4, game="connect4")
    await join(world, *crowd(world, 4))
    await world.pass_time(SOON)
    return await address_of(pages), ".match.live"


async def vote(pages: WebWorld, game: str = "reversi", move: str = "d3") -> tuple[str, str]:
    world = pages.world
    await world.ann.types("vote", against="teams", game=game)
    await world.pass_time(SOON)
    for person in (world.ann, world.ben):
        await person.taps("Join Black" if game == "reversi" else "Join Red")
        await person.taps(move)
    return await pages.link(1, world.ann, "Ann"), f'[data-move="{move}"][data-votes="2"].mine'


async def vote_of_connect4(pages: WebWorld) -> tuple[str, str]:
    return await vote(pages, "connect4", "4")


@pytest.mark.long
@pytest.mark.parametrize("begin", [vote, vote_of_connect4, bracket])
async def test_votes_and_brackets(pages: WebWorld, browser: Any, looks: Looks, begin: Any) -> None:
    link, there = await begin(pages)
    page = await opened(pages, browser, link, PHONE)
    await page.wait_for_selector(there)
    await looks.axe(page, begin.__name__)
    assert looks.found == {}
