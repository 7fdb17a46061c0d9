"""A game's page in Chromium: people watch and play there and in Discord alike, and go to the next game."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.refusals import ComputerThinks
from bot.web.actions_ui import ActionReply, GameActions
from bot.web.messages import Play
from tests.chromium import PATIENCE
from tests.e2e.world import World
from tests.web.browser import DESKTOP, PHONE, WebWorld

pytestmark = pytest.mark.english

SHORT_GAME = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
"""Black takes every disc."""
FOUR_IN_A_ROW = "4 4 5 5 6 6 7"

ROWS = "() => [...document.querySelectorAll('.landing')].map((e) => [...e.parentNode.children].indexOf(e))"
"""The rows into which discs would fall."""


async def opened(
    pages: WebWorld, browser: Any, address: str, size: Any = DESKTOP, *, cookies: Any = (), **options: Any
) -> Any:
    """Open a page in a browser of its own."""
    context = await browser.new_context(viewport=size, reduced_motion="reduce", **options)
    await context.add_cookies(list(cookies))
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await pages.watch(page, address)
    return page


def move_button(page: Any, move: str) -> Any:
    return page.locator(f'.board button[data-move="{move}"]')


async def begin(pages: WebWorld, game: str) -> int:
    world = pages.world
    await world.ann.types(f"{game} start", opponent=world.ben, colour="first")
    await world.ben.taps("Accept")
    return 1


async def begun(pages: WebWorld, browser: Any, game: str) -> Any:
    """Begin a game between Ann and Ben, and open its page as Ann, who is to move."""
    await begin(pages, game)
    return (await seen_by(pages, browser, "Ann"))[0]


async def seen_by(pages: WebWorld, browser: Any, *names: str, size: Any = DESKTOP, **more: Any) -> list[Any]:
    """Open the page of the first game as people with these names."""
    links = [await pages.link(1, pages.world.ann, name) for name in names]
    return [await opened(pages, browser, link, size, **more) for link in links]


async def by_mouse(page: Any, move: str) -> None:
    await move_button(page, move).click()


async def by_touch(page: Any, move: str) -> None:
    await move_button(page, move).tap()


async def by_keyboard(page: Any, move: str) -> None:
    """Go to the button with the arrow keys."""
    board = page.locator(".board")
    await board.locator('button[tabindex="0"]').focus()
    for _ in range(40):
        here = await page.evaluate("document.activeElement.dataset.move")
        if here == move:
            break
        right = (ord(move[0]) - ord(here[0])) if move[0].isalpha() else int(move) - int(here)
        down = int(move[1:]) - int(here[1:]) if move[0].isalpha() else 0
        key = (
            "ArrowRight"
            if right > 0
            else "ArrowLeft"
            if right < 0
            else "ArrowDown"
            if down > 0
            else "ArrowUp"
        )
        await page.keyboard.press(key)
    await page.keyboard.press("Enter")


WAYS = {"touch": by_touch, "keyboard": by_keyboard}


@pytest.mark.first(1)
@pytest.mark.parametrize(
    ("game", "moves", "way", "size"),
    [("connect4", FOUR_IN_A_ROW, "touch", PHONE), ("reversi", SHORT_GAME, "keyboard", DESKTOP)],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_two_people_play_a_whole_game(
    pages: WebWorld, world: World, browser: Any, game: str, moves: str, way: str, size: Any
) -> None:
    number = await begin(pages, game)
    both = [
        await opened(
            pages, browser, await pages.link(number, world.ann, name), size, has_touch=way == "touch"
        )
        for name in ("Ann", "Ben")
    ]
    review = both[1].get_by_role("link", name="Review")
    assert await review.count() == 0
    for ply, move in enumerate(moves.split()):
        mover, other = both[ply % 2], both[1 - ply % 2]
        await mover.wait_for_selector("main.your-turn")
        if ply == 0:
            await world.ann.taps(move)
        else:
            await WAYS[way](mover, move)
        for page in (mover, other):
            await page.wait_for_function(
                "ply => document.querySelectorAll('.moves li').length >= ply", arg=ply + 1
            )
            assert move in await page.locator(".spoken").inner_text()
    assert await world.moves(number) == moves
    for page in both:
        await page.wait_for_selector("main.over")
        assert "wins" in await page.locator(".status").inner_text()
        assert await page.locator(".state").inner_text() == ""
        await page.locator('button[data-act="rematch"]').wait_for()
    await pages.until(lambda: ["🏆" in board.text for board in world.boards(number)] == [True], "the end")
    await review.click()
    await both[1].wait_for_url("**/review*")


@pytest.mark.long
async def test_a_draw_is_offered_declined_and_accepted(pages: WebWorld, world: World, browser: Any) -> None:
    await begin(pages, "reversi")
    await world.play("d3 c3 c4 c5", world.ann, world.ben)
    ann, ben = await seen_by(pages, browser, "Ann", "Ben")
    asked = ann.get_by_text("Your opponent has been asked.")
    await ann.get_by_role("button", name="Offer a draw").click()
    await asked.wait_for()
    await world.ben.taps("Decline")
    await asked.wait_for(state="hidden")
    await ben.get_by_role("button", name="Offer a draw").click()
    await ann.locator('button[data-act="yes"]').click()
    for page in (ann, ben):
        await page.wait_for_selector("main.over")
        assert "A draw" in await page.locator(".status").inner_text()
    await pages.until(lambda: ["A draw" in board.text for board in world.boards()] == [True], "the end")


@pytest.mark.long
async def test_a_question_is_answered_by_the_keyboard(pages: WebWorld, world: World, browser: Any) -> None:
    number = await begin(pages, "connect4")
    await world.play("4 4", world.ann, world.ben)
    page = await opened(pages, browser, await pages.link(number, world.ann, "Ann"))
    focused = "() => document.activeElement.textContent"
    await page.locator('button[data-act="resign"]').focus()
    await page.keyboard.press("Enter")
    await page.wait_for_selector(".said .strong")
    assert await page.evaluate(focused) == "Keep playing"
    await page.keyboard.press("Escape")
    assert await page.locator(".said p").count() == 0
    assert "Resign" in await page.evaluate(focused)
    # What the opponent does takes the focus from no button.
    await world.play("5 5", world.ann, world.ben)
    await page.wait_for_selector(".moves li:nth-child(4)")
    assert "Resign" in await page.evaluate(focused)
    await page.keyboard.press("Enter")
    await page.wait_for_selector(".said .strong")
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    await page.wait_for_selector("main.over")
    assert "Ann resigned" in await page.locator(".status").inner_text()


async def test_a_hint_and_a_move_taken_back_against_the_computer(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    await world.ann.types("reversi start", bot="easy", colour="first")
    page = await opened(pages, browser, await pages.link(1, world.ann, "Ann"))
    await page.wait_for_selector("main.your-turn")
    await page.locator('button[data-act="hint"]').click()
    answer = page.locator(".said .strong")
    assert "Shall I give you a hint?" in await page.locator(".said p").inner_text()
    assert await answer.inner_text() == "Give me a hint"
    await answer.click()
    await page.wait_for_selector(".square.marked")
    await by_mouse(page, "d3")
    await page.wait_for_function("() => document.querySelectorAll('.moves li').length == 2")
    undo = page.locator('button[data-act="undo"]')
    await undo.focus()
    await page.keyboard.press("Enter")
    await page.wait_for_function("() => document.querySelectorAll('.moves li').length == 0")
    # A button that has nothing left to do keeps the focus.
    await page.wait_for_selector('button[data-act="undo"][aria-disabled="true"]')
    assert "Undo" in await page.evaluate("() => document.activeElement.textContent")
    await page.keyboard.press("Enter")
    assert await undo.is_disabled()


@pytest.mark.long
async def test_spectators_and_the_player_who_waits_cannot_move(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    number = await begin(pages, "reversi")
    for name in ("Ben", "Chloe", ""):
        page = await opened(pages, browser, await pages.link(number, world.ann, name))
        assert await move_button(page, "d3").get_attribute("aria-disabled") == "true"
        await move_button(page, "d3").click(force=True)
    assert await world.moves(number) == ""


@pytest.mark.long
async def test_a_disc_shows_where_it_would_fall(pages: WebWorld, world: World, browser: Any) -> None:
    await begin(pages, "connect4")
    await world.play("4", world.ann)
    shades = """() => [...document.querySelectorAll('.landing')]
        .map((square) => getComputedStyle(square, '::after').opacity)"""
    ann, ben = await seen_by(pages, browser, "Ann", "Ben")
    for page in (ann, ben):
        await page.locator('.column[data-move="4"]').hover()
    assert await ben.evaluate(shades) == ["0.5" if row == 4 else "0" for row in await ben.evaluate(ROWS)]
    assert set(await ann.evaluate(shades)) == {"0"}


async def test_a_move_by_the_keyboard_alone_and_one_that_is_refused(
    pages: WebWorld, world: World, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await begun(pages, browser, "reversi")
    await page.wait_for_selector("main.your-turn")
    focused = "() => document.activeElement.closest('.board') !== null"
    for _ in range(10):
        await page.keyboard.press("Tab")
        if await page.evaluate(focused):
            break
    for key in (*["ArrowDown"] * 2, *["ArrowRight"] * 3, "Enter"):
        await page.keyboard.press(key)
    await page.wait_for_selector('.square.last[data-move="d3"]')
    assert await page.evaluate("() => document.activeElement.dataset.move") == "d3"
    # Keys with modifiers are the browser's, such as back and forward.
    for key in ("Alt+ArrowUp", "Control+ArrowLeft", "Shift+ArrowRight", "Meta+ArrowDown"):
        await page.keyboard.press(key)
        assert await page.evaluate("() => document.activeElement.dataset.move") == "d3"
    # A refusal is gone once the game has changed.
    await world.play("c3", world.ben)
    await page.wait_for_selector("main.your-turn")

    async def refuse(actions: GameActions, message: Play) -> ActionReply:
        raise ComputerThinks

    monkeypatch.setattr(GameActions, "play", refuse)
    await by_mouse(page, "c4")
    await page.wait_for_selector(".said.refused p")
    await world.ann.taps("c4", world.board())
    await plies(page, 3)
    assert await page.locator(".said p").count() == 0


IGNORED = "I ignored that tap"


async def guard(page: Any, *, on: bool) -> None:
    """Have every tap after a change count as one just after it, or none."""
    module = await page.evaluate(
        "() => document.querySelector('script[src]').src.replace('page.js', 'taps.js')"
    )
    await page.evaluate(f"async (module) => (await import(module)).guardFor({10**9 if on else 0})", module)


async def plies(page: Any, number: int) -> None:
    await page.wait_for_function(f"() => document.querySelectorAll('.moves li').length == {number}")


async def test_a_second_tap_on_the_board_of_the_reply_plays_nothing(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    await world.ann.types("connect4 start", bot="easy", colour="first")
    page = await opened(pages, browser, await pages.link(1, world.ann, "Ann"))
    await page.wait_for_selector("main.your-turn")
    await guard(page, on=True)
    await by_mouse(page, "4")
    await plies(page, 2)
    await page.wait_for_selector("main.your-turn")
    await by_mouse(page, "4")
    assert IGNORED in await page.locator(".said.refused").inner_text()
    await guard(page, on=False)
    await by_mouse(page, "4")
    await plies(page, 4)
    # The finger is down on a board that is another one when it goes up.
    box = await move_button(page, "1").bounding_box()
    await page.mouse.move(box["x"] + 5, box["y"] + 5)
    await page.mouse.down()
    await world.ann.taps("7", world.board())
    await plies(page, 6)
    await page.mouse.up()
    assert IGNORED in await page.locator(".said.refused").inner_text()
    assert (await world.snapshot()).game.ply == 6


@pytest.mark.long
async def test_moves_are_answered_at_once_but_new_buttons_not_pressed(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    number = await begin(pages, "reversi")
    await world.play("d3 c3 c4", world.ann, world.ben)
    page = await opened(pages, browser, await pages.link(number, world.ann, "Ann"))
    await guard(page, on=True)
    await world.ben.taps("c5", world.board())
    await page.wait_for_selector("main.your-turn")
    await by_mouse(page, (await world.snapshot()).position.legal_moves()[0])
    await plies(page, 5)
    await world.ben.types("game ask", what="draw")
    await page.locator('button[data-act="yes"]').click()
    assert IGNORED in await page.locator(".said.refused").inner_text()
    assert (await world.snapshot()).going
    await guard(page, on=False)
    await page.locator('button[data-act="yes"]').click()
    await page.wait_for_selector("main.over")


@pytest.mark.long
async def test_a_rematch_accepted_in_discord_leads_everyone_on(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    await begin(pages, "connect4")
    await world.play(FOUR_IN_A_ROW, world.ann, world.ben)
    ann, ben, chloe = await seen_by(pages, browser, "Ann", "Ben", "Chloe")
    await ann.locator('button[data-act="rematch"]').click()
    await ann.get_by_role("button", name="Withdraw the request").wait_for()
    for name in ("Decline", "Agree: Rematch"):
        await ben.get_by_role("button", name=name).wait_for()
    await pages.until(lambda: any("Accept" in post.labels for post in world.posts()), "the offer")
    await world.ben.taps("Accept")
    await chloe.get_by_role("link", name="Rematch").click()
    for page in (ann, ben, chloe):
        await page.wait_for_function("() => document.querySelector('.title')?.textContent.endsWith('#2')")
