"""What pages show is the same after a connection was lost: nothing is begun, left or forgotten by that."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.core.people import Person
from bot.puzzles.puzzles import Puzzles, PuzzleWish
from bot.study.analysis.analyses import Analyses
from bot.web.puzzle_page_ui import ELSEWHERE
from tests.web.browser import WebWorld
from tests.web.test_event_pages import address_of, round_robin
from tests.web.test_game_page import begin, by_mouse
from tests.web.test_puzzle_page import address
from tests.web.test_reconnecting import by_hand, forgive, state
from tests.web.test_review_page import reviewed

pytestmark = pytest.mark.english

SHOWN = """() => {
    const copy = document.querySelector('main').cloneNode(true);
    for (const counting of copy.querySelectorAll('.clock, time')) counting.remove();
    const fields = [...document.querySelectorAll('input, select')].map((field) => field.value);
    return [copy.innerHTML, document.activeElement.textContent, fields].join(' ');
}"""
"""What a page shows, where the keyboard is in it, and what is chosen."""


class Line:
    """A page's line to the server, which the test cuts."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[str] = asyncio.Queue()
        self.wires: list[Any] = []

    def connect(self, wire: Any) -> None:
        server = wire.connect_to_server()
        self.wires.append(wire)

        def tell(message: str) -> None:
            wire.send(message)
            self.heard.put_nowait(message)

        server.on_message(tell)

    async def until(self, kind: str) -> None:
        """Wait until the page has heard a kind of message."""
        while f'"t":"{kind}"' not in await self.heard.get():
            pass

    async def cut(self, page: Any, last: str) -> None:
        """Cut the line, and wait until the page is back and has heard the `last` message about its state."""
        while not self.heard.empty():
            self.heard.get_nowait()
        await self.wires[-1].close()
        await page.wait_for_selector(state("lost"))
        await page.clock.run_for(1000)
        await page.wait_for_selector(state("open"))
        await self.until(last)
        await page.evaluate("1")


async def on_a_line(pages: WebWorld, browser: Any, address: str) -> tuple[Any, Line]:
    page, line = await by_hand(browser), Line()
    await page.route_web_socket("**/live*", line.connect)
    await pages.watch(page, address)
    return page, line


async def hint(pages: WebWorld, browser: Any) -> tuple[Any, Line]:
    await pages.world.ann.types("reversi start", bot="easy", colour="first")
    page, line = await on_a_line(pages, browser, await pages.link(1, pages.world.ann, "Ann"))
    await page.locator('button[data-act="hint"]').click()
    await page.locator(".said .strong").click()
    await page.wait_for_selector(".square.marked")
    return page, line


async def plan(pages: WebWorld, browser: Any) -> tuple[Any, Line]:
    world = pages.world
    await world.begin(world.ann, world.ben, time="3 days")
    await world.play("d3", world.ann)
    page, line = await on_a_line(pages, browser, await pages.link(1, world.ann, "Ann"))
    await page.locator('button[data-act="plans"]').click()
    await page.wait_for_selector("main.planning")
    await by_mouse(page, "c3")
    await page.wait_for_function("() => document.querySelector('.path').textContent == 'c3'")
    return page, line


async def question(pages: WebWorld, browser: Any) -> tuple[Any, Line]:
    number = await begin(pages, "connect4")
    page, line = await on_a_line(pages, browser, await pages.link(number, pages.world.ann, "Ann"))
    await page.locator('button[data-act="resign"]').click()
    await page.wait_for_selector(".said .strong")
    return page, line


async def vote(pages: WebWorld, browser: Any) -> tuple[Any, Line]:
    world = pages.world
    await world.ann.types("vote", against="teams")
    await world.ann.taps("d3")
    page, line = await on_a_line(pages, browser, await pages.link(1, world.ann, "Ann"))
    await page.wait_for_selector(".mine")
    return page, line


async def event(pages: WebWorld, browser: Any) -> tuple[Any, Line]:
    await round_robin(pages.world)
    page, line = await on_a_line(pages, browser, await address_of(pages, "Ann"))
    await page.wait_for_function("() => document.querySelectorAll('.mini').length == 2")
    return page, line


async def review(pages: WebWorld, browser: Any) -> tuple[Any, Line]:
    page, line = await on_a_line(pages, browser, f"{await reviewed(pages)}?as=Ann")
    # It was opened at an error.
    await page.get_by_role("button", name="First").click()
    return page, line


async def puzzle(pages: WebWorld, browser: Any) -> tuple[Any, Line]:
    page, line = await on_a_line(pages, browser, address(pages, "Ann"))
    await page.locator('button[data-act="hint"]').click()
    await page.wait_for_selector(".marked")
    return page, line


async def streak(pages: WebWorld, browser: Any) -> tuple[Any, Line]:
    page, line = await on_a_line(pages, browser, address(pages, "Ann"))
    await page.get_by_role("button", name="Streak").click()
    await page.wait_for_selector('button[data-act="stop"]')
    return page, line


async def solution(pages: WebWorld, browser: Any) -> tuple[Any, Line]:
    page, line = await on_a_line(pages, browser, address(pages, "Ann"))
    await page.locator('button[data-act="solution"]').click()
    await page.wait_for_selector(".stepper")
    await page.get_by_role("button", name="Last").click()
    await page.wait_for_function("() => document.querySelector('.stepper input').value != '0'")
    return page, line


KINDS: dict[Callable[[WebWorld, Any], Awaitable[tuple[Any, Line]]], str] = {
    plan: "you",
    review: "review",
    puzzle: "puzzle",
    event: "you",
    hint: "you",
    question: "you",
    vote: "you",
    streak: "puzzle",
    solution: "you",
}
"""What pages hold, and the last message of the server when one reconnects."""


@pytest.mark.first(1)
@pytest.mark.parametrize("held", KINDS, ids=lambda held: held.__name__)
async def test_a_page_shows_the_same_after_its_connection_was_lost(
    pages: WebWorld, browser: Any, held: Any
) -> None:
    page, line = await held(pages, browser)
    shown = await page.evaluate(SHOWN)
    await line.cut(page, KINDS[held])
    assert await page.evaluate(SHOWN) == shown
    forgive(pages)


@pytest.mark.long
async def test_a_puzzle_continued_elsewhere_is_shown_as_it_is_now(pages: WebWorld, browser: Any) -> None:
    page, line = await on_a_line(pages, browser, address(pages, "Ann"))
    await page.wait_for_selector('button[data-act="hint"]')
    use, ann = pages.world.bot.kit[Puzzles], Person(pages.world.ann.id, "Ann")
    trial = await use.next(ann, None, PuzzleWish())
    await use.show(ann, trial.puzzle.id, trial.attempt.ply, ELSEWHERE)
    await line.cut(page, "puzzle")
    await page.wait_for_selector("main.over")
    forgive(pages)


@pytest.mark.long
async def test_an_analysis_ends_with_its_connection_and_the_page_says_so(
    pages: WebWorld, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, line = await on_a_line(pages, browser, f"{await reviewed(pages)}?as=Ann")
    running = asyncio.Event()

    async def run(use: Analyses, study: Any, who: Any, message_id: int, show: Any) -> None:
        running.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Analyses, "run", run)
    await page.get_by_role("button", name="🔬 Analyse").click()
    await page.get_by_role("button", name="Stop").wait_for()
    await line.cut(page, "review")
    assert "Stopped" in await page.locator(".words").inner_text()
    assert await page.get_by_role("button", name="Stop").count() == 0
    assert await page.get_by_role("button", name="Analyse again").is_visible()
    forgive(pages)
