"""The page of a review: who sees it, asks for it and analyses there, and going through it in Chromium."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.account.privacy.own_data import OwnData
from bot.core.people import Person, Place
from bot.play.assist.hints import PositionInPlay
from bot.play.web_links import WebLinks
from bot.study.analyses import Analyses
from bot.study.review.reviews import ReviewDone
from bot.web.connection_ui import CloseCode
from data.games.records import GameState
from tests.cases import missing
from tests.e2e.tournaments import board, pending
from tests.e2e.world import World
from tests.web.browser import PHONE, WebWorld, hide, sign_out_all
from tests.web.test_connections import connected, reason_of_end, said, told
from tests.web.test_event_pages import address_of, round_robin
from tests.web.test_game_page import SHORT_GAME, begin, move_button, opened

pytestmark = pytest.mark.english

CONNECT4_GAME = "1 1 2 1 3 1 4"
"""A game with errors of both sides."""


async def reviewed(pages: WebWorld, game: str = "connect4", moves: str = CONNECT4_GAME) -> str:
    """Play and review a game of Ann and Ben; returns the address of its review."""
    address = await played(pages, game, moves)
    await pages.world.ann.taps("Review", pages.world.board(1))
    return address


async def played(pages: WebWorld, game: str = "connect4", moves: str = CONNECT4_GAME) -> str:
    """Play a game of Ann and Ben; returns the address of its review."""
    world = pages.world
    number = await begin(pages, game)
    await world.play(moves, world.ann, world.ben, game=number)
    return f"{await pages.link(number, world.ann)}/review"


async def given(address: str) -> Any:
    """Return what a page gives to its script."""
    async with ClientSession() as session, session.get(address) as answer:
        text = await answer.text()
        if answer.status != 200 or "data-page=" not in text:
            return answer.status
        return json.loads(html.unescape(text.split('data-page="')[1].split('"')[0]))


def words_of(lines: Any) -> str:
    return "\n".join("".join(run[0] for run in line["runs"]) for line in lines)


async def test_the_page_says_what_the_review_on_discord_says(pages: WebWorld) -> None:
    address = await reviewed(pages)
    review = (await given(address))["review"]
    (post,) = (seen for seen in pages.world.posts() if "Review of game" in seen.text)
    answer = await pages.world.chloe.taps("Open in the browser", post)
    assert address in (answer.private or "")
    assert len(review["steps"]) == 8
    assert words_of(review["course"]).splitlines()[0] in post.text.replace("**", "")
    step = review["steps"][1]
    assert "Red played column 1: ‼️ a blunder." in words_of(step["lines"])
    assert "Column 4 was better: a win in 21 moves instead of a loss in 20 moves." in words_of(step["lines"])
    assert step["better"][0] == "4"
    assert step["instead"]["headings"][1][0] == "Better: column 4"
    assert step["instead"]["board"]["cells"] != step["cells"]
    for figures in review["figures"]:
        assert figures["accuracy"] in post.text
        assert words_of(figures["facts"]) in post.text
    assert [error["ply"] for error in review["errors"]] == [
        number for number, step in enumerate(review["steps"]) if "instead" in step
    ]
    assert review["chart"]["alt"].startswith("Ann: accuracy")
    # It is in the reader's language, and there until its game is hidden.
    async with ClientSession(headers={"Accept-Language": "de"}) as session, session.get(address) as page:
        text = html.unescape(await page.text())
    assert not missing(text, '<html lang="de"', "Rot")
    assert await given(f"{pages.address}/g/{'A' * 22}/review") == 404
    async with connected(pages, f"{address}?as=Chloe") as socket:
        await told(socket, "you")
        ended = asyncio.create_task(reason_of_end(socket))
        await hide(pages.world)
        assert await ended == CloseCode.NO_GAME
    assert await given(address) == 404


async def test_players_ask_for_a_review_of_a_game_that_is_over(pages: WebWorld) -> None:
    world, number, done = pages.world, await begin(pages, "connect4"), asyncio.Event()
    address = f"{await pages.link(number, world.ann)}/review"
    async with connected(pages, f"{address}?as=Ann") as socket:
        progress = await told(socket, "review")
        assert (progress["ask"], words_of(progress["lines"])) == (False, "This game isn't over yet.")
        for wanted in ({"do": "review"}, {"do": "analyse", "ply": 0, "moves": []}):
            await socket.send_json(wanted)
            assert words_of((await told(socket, "said"))["lines"]) == "This game isn't over yet."
    await world.play(CONNECT4_GAME, world.ann, world.ben)
    world.bot.kit[ReviewDone].listen(lambda game: done.set())
    assert (await given(address))["review"] is None
    for name in ("", "Chloe"):
        async with connected(pages, f"{address}?as={name}") as socket:
            progress = await told(socket, "review")
            assert (progress["state"], progress["ask"]) == ("none", False)
            assert words_of(progress["lines"]) == "This game has no review yet."
            assert (await said(socket, "review"))["refused"]
    async with connected(pages, f"{address}?as=Ben") as socket:
        assert (await told(socket, "review"))["ask"]
        await socket.send_json({"do": "review"})
        progress = await told(socket, "review")
        if progress["state"] == "running":
            assert "Review of game #1" in words_of(progress["lines"])
            await done.wait()
            while progress["state"] == "running":
                progress = await told(socket, "review")
        assert progress["state"] == "done"
    await pages.until(lambda: any("Review of game" in seen.text for seen in world.posts()), "the review")
    assert (await given(address))["review"] is not None


async def studies(socket: Any) -> AsyncIterator[Any]:
    """Yield the states of an analysis until it is over."""
    running = True
    while running:
        study = await told(socket, "study")
        yield study
        running = study["running"]


@pytest.mark.long
async def test_a_position_is_analysed_as_by_the_command_unless_it_is_in_play(pages: WebWorld) -> None:
    world, address = pages.world, await reviewed(pages)
    async with connected(pages, f"{address}?as=Chloe") as socket:
        await told(socket, "review")
        await socket.send_json({"do": "analyse", "ply": 2, "moves": ["4"]})
        seen = [study async for study in studies(socket)]
        assert seen[-1]["last"] == ["4"]
        assert set(seen[-1]["values"]) == set(seen[-1]["legal"])
        assert "Yellow to move" in words_of(seen[-1]["lines"])
        # As at another tap of a button from an altered client.
        assert (await said(socket, "analyse", ply=2, moves=["9"]))["refused"]
        await world.begin(world.ann, world.ben, "connect4")
        await world.play("1 1 2", world.ann, world.ben, game=2)
        refused = await said(socket, "analyse", ply=3, moves=[])
        assert refused["refused"]
        assert "Game #2" in words_of(refused["lines"])


async def test_no_stranger_sees_a_review_of_a_vote(pages: WebWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    address = await reviewed(pages)
    asked: list[object] = []

    async def refuse(fair_play: Any, kind: Any, positions: Any, who: Any) -> None:
        asked.append(who)
        raise PositionInPlay(7, "voted", Place(5, 6), 7)

    monkeypatch.setattr("bot.play.assist.hints.FairPlay.require_game_not_voted_on", refuse)
    async with ClientSession() as session, session.get(address) as answer:
        text = await answer.text()
    assert asked
    assert "#7" in text
    assert "blunder" not in text


@pytest.mark.long
async def test_people_go_through_a_review_by_keys_slider_and_chart(
    pages: WebWorld, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = await reviewed(pages)
    page = await opened(pages, browser, f"{address}?as=Ann", PHONE)
    step, focused = page.locator(".words"), "() => document.activeElement.textContent"
    # It begins with the turning point.
    assert "move 6 of 7" in await step.inner_text()
    await page.keyboard.press("Home")
    assert "the start" in await step.inner_text()
    await page.keyboard.press("ArrowRight")
    assert "a blunder" in await step.inner_text()
    better = move_button(page.locator(".table"), "4")
    assert await better.get_attribute("aria-label") == "Column 4, empty, suggested, win in 21"
    assert "Better: column 4" in await page.locator(".instead").inner_text()
    await page.keyboard.press("End")
    assert "move 7 of 7" in await step.inner_text()
    await page.locator(".stepper input").focus()
    await page.keyboard.press("ArrowLeft")
    assert "move 6 of 7" in await step.inner_text()
    assert await page.locator(".stepper input").get_attribute("aria-valuetext") == "Move 6"
    await page.locator(".chart").scroll_into_view_if_needed()
    chart = await page.locator(".chart").bounding_box()
    await page.mouse.move(chart["x"] + chart["width"] - 2, chart["y"] + 5)
    await page.mouse.down()
    await page.mouse.move(chart["x"] + 2, chart["y"] + 5, steps=4)
    await page.mouse.up()
    assert "the start" in await step.inner_text()
    await page.get_by_role("button", name=re.compile("1. column 1 .* a blunder ?, Red")).wait_for()
    await page.locator(".errors button").last.click()
    assert "mistake" in await step.inner_text() or "blunder" in await step.inner_text()
    following = page.get_by_role("button", name="Next error")
    assert await following.is_disabled()
    # The keyboard keeps its place.
    await page.get_by_role("button", name="First").click()
    await following.focus()
    for number in (1, 2):
        await page.keyboard.press("Enter")
        assert f"move {number} of 7" in await step.inner_text()
        assert "Next error" in await page.evaluate(focused)
    await page.keyboard.press("ArrowLeft")
    await page.get_by_role("button", name="Analyse").focus()
    await page.keyboard.press("Enter")
    await page.wait_for_selector("main.analysing .value")
    assert "Back to the review" in await page.evaluate(focused)
    await better.click()
    await page.wait_for_selector('.column[data-move="4"] .disc')
    await page.get_by_role("button", name="Back to the review").focus()
    await page.keyboard.press("Enter")
    assert "move 1 of 7" in await step.inner_text()
    assert "Analyse" in await page.evaluate(focused)
    assert await page.locator('.table .column[data-move="4"] .disc').count() == 0
    # Visitors don't analyse.
    sign_out_all(monkeypatch)
    page = await opened(pages, browser, address)
    await page.keyboard.press("ArrowRight")
    assert await page.get_by_role("button", name="Analyse").count() == 0
    assert await page.locator(".table .legal").count() == 0
    # Deleted names leave open pages.
    assert "Ann" in await page.locator("#main").inner_text()
    await pages.world.bot.kit[OwnData].delete(pages.world.ann.id)
    await page.wait_for_function("() => !document.querySelector('#main').innerText.includes('Ann')")
    assert "Ben" in await page.locator("#main").inner_text()


@pytest.mark.long
async def test_withdrawing_a_link_ends_an_analysis(pages: WebWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    world, address = pages.world, await reviewed(pages)
    stopped, stop = asyncio.Event(), Analyses.stop

    def note(analyses: Analyses, who: Person, message_id: int) -> None:
        stopped.set()
        stop(analyses, who, message_id)

    monkeypatch.setattr(Analyses, "stop", note)
    async with connected(pages, f"{address}?as=Ann") as socket:
        await told(socket, "review")
        await socket.send_json({"do": "analyse", "ply": 1})
        await told(socket, "study")
        ended = asyncio.create_task(reason_of_end(socket))
        await world.bot.kit[WebLinks].withdraw(1, Person(world.ann.id, "Ann"))
        assert await ended == CloseCode.NO_GAME
    assert await given(address) == 404
    await stopped.wait()


@pytest.mark.long
async def test_a_board_of_an_event_leads_to_its_review(pages: WebWorld, world: World, browser: Any) -> None:
    people = {one.id: one for one in await round_robin(world)}
    number, *players = (await pending(world))[0]
    for move, player in zip(SHORT_GAME.split(), players * 5, strict=False):
        await people[player].taps(move, board(world, number))
    seen_by = next(name for name, one in pages.people.items() if one in players)
    page = await opened(pages, browser, f"{await address_of(pages)}/{number}?as={seen_by}")
    await page.get_by_role("link", name="Review").click()
    await page.get_by_role("button", name="Review this game").click()
    await page.wait_for_selector(".chart")
    await page.get_by_role("link", name="Board").click()
    await page.wait_for_selector(".back")


@pytest.mark.long
async def test_who_started_a_match_has_it_reviewed(pages: WebWorld, world: World) -> None:
    await world.ann.types("match", first="easy", second="easy", game="connect4")
    while (await world.snapshot()).game.state is not GameState.FINISHED:
        await world.pass_time(60)
    address = f"{await pages.link(1, world.ann)}/review"
    for name, asks in (("Ben", False), ("Ann", True)):
        async with connected(pages, f"{address}?as={name}") as page:
            assert (await told(page, "review"))["ask"] is asks
            await page.send_json({"do": "review"})
            assert (await told(page, "review" if asks else "said")).get("state") == (
                "running" if asks else None
            )
