"""Pages whose connection is lost, in Chromium: what they say, and that they come back showing the same."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from bot.core.people import Person
from bot.play.web_links import WebLinks
from bot.puzzles.puzzles import Puzzles, PuzzleWish
from bot.study.analyses import Analyses
from bot.web.puzzle_page_ui import ELSEWHERE
from data.puzzles.puzzles import Deed
from tests.chromium import PATIENCE
from tests.e2e.world import World
from tests.web.browser import DESKTOP, WebWorld
from tests.web.test_event_pages import address_of, round_robin
from tests.web.test_game_page import begin, begun, by_mouse, move_button, opened
from tests.web.test_puzzle_page import address
from tests.web.test_review_page import reviewed

pytestmark = pytest.mark.english

SOCKETS = re.compile("/live")


def state(now: str) -> str:
    return f'.state[data-state="{now}"]'


def forgive(pages: WebWorld) -> None:
    """Forget what browsers write to the console about lost connections."""
    pages.errors[:] = [error for error in pages.errors if "WebSocket" not in error and "net::" not in error]


async def test_a_move_made_offline_is_not_sent_and_the_page_says_so(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    page = await begun(pages, browser, "reversi")
    await page.wait_for_selector('.board button[data-move="d3"][aria-disabled="false"]')
    await page.context.set_offline(True)
    await page.wait_for_selector(state("lost"))
    await by_mouse(page, "d3")
    assert "nothing was sent" in await page.locator(".said.refused").inner_text()
    assert await page.locator(".pending").count() == 0
    await page.context.set_offline(False)
    await page.wait_for_selector(state("open"))
    assert await page.locator(".said p").count() == 0
    assert await world.moves() == ""
    await by_mouse(page, "d3")
    await page.wait_for_selector('.square.last[data-move="d3"]')
    # Pages that were away hear that their link was withdrawn.
    review = await page.context.new_page()
    await pages.watch(review, f"{await pages.link(1, world.ann)}/review?as=Ann")
    await page.context.set_offline(True)
    for away in (page, review):
        await away.wait_for_selector(state("lost"))
    await world.bot.kit[WebLinks].withdraw(1, Person(world.ann.id, "Ann"))
    await page.context.set_offline(False)
    for away in (page, review):
        await away.wait_for_selector(state("gone"))
        assert "no longer available" in await away.locator(".state").inner_text()
        assert await away.locator(".buttons button:visible").count() == 0
    forgive(pages)


async def by_hand(browser: Any) -> Any:
    """Return a page whose clock is the test's."""
    context = await browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-US")
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.clock.install()
    return page


async def on_a_wire(pages: WebWorld, browser: Any, address: str) -> tuple[Any, list[Any]]:
    """Open a page whose clock and connections are the test's; those that it opens are added to a list."""
    wires: list[Any] = []
    page = await by_hand(browser)

    def connect(wire: Any) -> None:
        server = wire.connect_to_server()
        wires.append((wire, server))

    await page.route_web_socket(SOCKETS, connect)
    await pages.watch(page, address)
    return page, wires


@pytest.mark.long
async def test_a_page_of_another_version_or_on_a_dead_line_comes_back(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    number = await begin(pages, "reversi")
    page, wires = await on_a_wire(pages, browser, await pages.link(number, world.ann, "Ann"))
    ((wire, other),) = wires
    wire.on_message(lambda message: other.send('{"do":"yesterday"}'))
    await by_mouse(page, "d3")
    await page.wait_for_selector(state("stale"))
    assert await move_button(page, "d3").get_attribute("aria-disabled") == "true"
    await page.get_by_role("button", name="Reload").click()
    await page.wait_for_selector(state("open"))
    _, (wire, server) = wires
    # Neither side hears the other any more, and no one closes.
    wire.on_message(lambda message: None)
    server.on_message(lambda message: None)
    await by_mouse(page, "d3")
    await page.clock.fast_forward(5000)
    await page.wait_for_selector(state("open"))
    await page.clock.fast_forward(11_000)
    await page.wait_for_selector(state("lost"))
    await page.clock.fast_forward(1000)
    await page.wait_for_selector(state("open"))
    assert len(wires) == 3
    await by_mouse(page, "d3")
    await page.wait_for_selector('.square.last[data-move="d3"]')


@pytest.mark.long
async def test_a_handshake_that_the_network_swallows_is_given_up(pages: WebWorld, browser: Any) -> None:
    number = await begin(pages, "reversi")
    page = await by_hand(browser)
    await pages.watch(page, await pages.link(number, pages.world.ann, "Ann"))
    await page.clock.pause_at(await page.evaluate("Date.now() + 1000"))
    begun: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()

    async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        begun.put_nowait(writer)

    for by in ("time", "online", "visibilitychange"):
        await pages.close()
        await page.wait_for_selector(state("lost"))
        server = await asyncio.start_server(swallow, "127.0.0.1", pages.port)
        await page.clock.run_for(1000)
        writer = await begun.get()
        server.close()
        pages.serving = AsyncExitStack()
        await pages.serve()
        if by == "time":
            await page.clock.run_for(10_000)
        else:
            target = "window" if by == "online" else "document"
            await page.evaluate(f"{target}.dispatchEvent(new Event('{by}'))")
        await page.wait_for_selector(state("open"))
        writer.close()
    forgive(pages)


@pytest.mark.long
async def test_a_quiet_page_stays_connected_or_waits_longer_each_time(pages: WebWorld, browser: Any) -> None:
    number = await begin(pages, "reversi")
    page, wires = await on_a_wire(pages, browser, await pages.link(number, pages.world.ann))
    ((wire, server),) = wires
    answers: asyncio.Queue[str | bytes] = asyncio.Queue()

    def answer(message: str | bytes) -> None:
        wire.send(message)
        answers.put_nowait(message)

    server.on_message(answer)
    for _ in range(3):
        await page.clock.fast_forward(26_000)
        assert json.loads(await answers.get())["t"] == "beat"
        await page.evaluate("1")
    await page.locator(state("open")).wait_for()
    assert len(wires) == 1
    # After a loss it waits longer each time.
    await page.evaluate("Math.random = () => 0.5")
    await page.clock.pause_at(await page.evaluate("Date.now() + 1000"))
    tries: asyncio.Queue[Any] = asyncio.Queue()
    await page.route_web_socket(SOCKETS, tries.put_nowait)
    await wire.close()
    await page.wait_for_selector(state("lost"))
    for wait in (500, 850, 1445):
        await page.clock.fast_forward(wait - 20)
        assert tries.empty()
        await page.clock.fast_forward(40)
        await (await tries.get()).close()
        await page.evaluate("1")


async def test_two_pages_of_a_player_show_the_same(pages: WebWorld, world: World, browser: Any) -> None:
    number = await begin(pages, "reversi")
    address = await pages.link(number, world.ann, "Ann")
    first, second = [await opened(pages, browser, address) for _ in range(2)]
    await first.locator('button[data-act="resign"]').click()
    await by_mouse(second, "d3")
    for page in (first, second):
        await page.wait_for_selector('.square.last[data-move="d3"]')
        assert await page.locator("main.your-turn").count() == 0


@pytest.mark.long
async def test_a_page_at_another_address_names_the_right_one(pages: WebWorld, browser: Any) -> None:
    number = await begin(pages, "reversi")
    address = await pages.link(number, pages.world.ann)
    page = await by_hand(browser)
    await page.goto(address.replace("127.0.0.1", "localhost"))
    await page.wait_for_selector(state("foreign"))
    await page.locator(".state a").click()
    await page.wait_for_selector(state("open"))
    assert page.url == address


SHOWN = """() => {
    const copy = document.querySelector('main').cloneNode(true);
    for (const counting of copy.querySelectorAll('.clock, time')) counting.remove();
    const fields = [...document.querySelectorAll('input, select')].map((field) => field.value);
    const focused = document.activeElement;
    const at = focused === document.body ? '' : focused.textContent;
    return [copy.innerHTML, at, fields].join(' ');
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

    async def until(self, *kinds: str) -> None:
        wanted = re.compile(rf'"t":"({"|".join(kinds)})"')
        while not wanted.search(await self.heard.get()):
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
    await line.until(*KINDS.values())
    await page.evaluate("1")
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
async def test_a_page_shows_the_same_after_a_reconnection(pages: WebWorld, browser: Any, held: Any) -> None:
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
    await use.help(ann, trial.puzzle.id, trial.attempt.ply, ELSEWHERE, Deed.SHOWN)
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
