"""The page of puzzles: attempts and streaks are those of the command."""

from __future__ import annotations

from typing import Any

import pytest

from bot.catalog import GAMES
from bot.core.people import Person
from bot.puzzles.puzzles import Puzzles, PuzzleWish
from data.puzzles.runs import PuzzleRunStore, RunKind
from engine import puzzles
from tests.cases import there
from tests.e2e.world import World
from tests.web.browser import PHONE, WebWorld, sign_out_all
from tests.web.test_connections import connected, said, told
from tests.web.test_game_page import by_keyboard, by_mouse, opened
from tests.web.test_review_page import words_of

pytestmark = pytest.mark.english


def address(pages: WebWorld, name: str = "") -> str:
    return f"{pages.address}/puzzles" + (f"?as={name}" if name else "")


def where(puzzle: Any) -> Any:
    return {key: puzzle[key] for key in ("puzzle", "ply", "run", "number") if key in puzzle}


async def asked(socket: Any, act: str, puzzle: Any = None, **more: Any) -> Any:
    """Use a button of the page; returns the puzzle then."""
    at = where(puzzle or {})
    await socket.send_json({"do": "act", "act": act, **at, **more})
    return await told(socket, "puzzle")


async def tried(socket: Any, puzzle: Any, move: str) -> Any:
    at = where(puzzle)
    await socket.send_json({"do": "move", "move": move, **at})
    return await told(socket, "puzzle")


def right(puzzle: Any) -> str:
    found = there(puzzles.find(puzzle["puzzle"]))
    return str(found.line[puzzle["ply"]])


def wrong(puzzle: Any) -> str:
    return next(str(move) for move in puzzle["legal"] if move != right(puzzle))


async def test_puzzles_on_the_page_count_as_those_of_the_command(pages: WebWorld) -> None:
    world = pages.world
    use, ann = world.bot.kit[Puzzles], Person(world.ann.id, "Ann")
    async with connected(pages, address(pages, "Ann")) as socket:
        puzzle = await asked(socket, "next", game="connect4")
        assert (await use.next(ann, None, PuzzleWish())).puzzle.id == puzzle["puzzle"]
        while not puzzle["over"]:
            puzzle = await tried(socket, puzzle, right(puzzle))
        assert puzzle["solved"]
        assert "Solved on the first attempt!" in words_of(puzzle["lines"])
        assert (await use.rating(ann, "connect4")) is not None
        assert [button["act"] for button in puzzle["buttons"]] == ["next", "step"]
        assert (await asked(socket, "next", puzzle))["puzzle"] != puzzle["puzzle"]
        # A wrong move and a hint count against the first attempt.
        puzzle = await asked(socket, "next", game="reversi")
        missed = wrong(puzzle)
        puzzle = await tried(socket, puzzle, missed)
        assert "Not " in words_of(puzzle["lines"])
        puzzle = await asked(socket, "hint", puzzle, refuted=[missed])
        assert right(puzzle) in puzzle["marked"]
        assert missed not in puzzle["marked"]
        while not puzzle["over"]:
            puzzle = await tried(socket, puzzle, right(puzzle))
        assert "The first attempt missed" in words_of(puzzle["lines"])
        # The solution ends the attempt, and is stepped through.
        puzzle = await asked(socket, "next", game="connect4")
        assert (await said(socket, "act", act="step", puzzle=puzzle["puzzle"]))["refused"]
        first = right(puzzle)
        shown = await asked(socket, "solution", puzzle)
        assert (shown["over"], shown["solved"]) == (True, False)
        solution = await told(socket, "solution")
        assert solution["ply"] == 0
        assert first in solution["values"]
        await socket.send_json({"do": "act", "act": "step", "puzzle": puzzle["puzzle"], "ply": 1})
        assert (await told(socket, "solution"))["last"] == [first]


async def test_a_streak_is_the_persons_own_of_the_command(pages: WebWorld, world: World) -> None:
    async with connected(pages, address(pages, "Ann")) as socket:
        puzzle = await asked(socket, "streak", game="connect4")
        number = puzzle["number"]
        async with connected(pages, address(pages, "Ben")) as other:
            await other.send_json({"do": "act", "act": "stop", "run": puzzle["run"], "number": number})
            assert "someone else's run" in words_of((await told(other, "said"))["lines"])
        while puzzle["number"] == number:
            puzzle = await tried(socket, puzzle, right(puzzle))
        assert "On to the next one!" in words_of(puzzle["lines"])
        puzzle = await tried(socket, puzzle, wrong(puzzle))
        assert puzzle["over"]
        assert "1 puzzle solved" in words_of(puzzle["lines"])
    best = there(await world.bot.kit[PuzzleRunStore].best_of(world.ann.id, "connect4", RunKind.STREAK))
    assert best.score == 1


async def test_puzzles_are_solved_by_taps_and_by_the_keyboard_alone(pages: WebWorld, browser: Any) -> None:
    world = pages.world
    page = await opened(pages, browser, address(pages, "Ann"), PHONE)
    await page.wait_for_selector('button[data-act="hint"]')
    for game, by in (("reversi", by_keyboard), ("connect4", by_mouse)):
        await page.get_by_label("Game", exact=True).select_option(game)
        await page.wait_for_selector(f".board.{game}")
        trial = await world.bot.kit[Puzzles].next(Person(world.ann.id, "Ann"), GAMES[game], PuzzleWish())
        assert trial.puzzle.game == game
        for move in trial.puzzle.own_moves:
            await page.wait_for_selector(f'.playable button.legal[data-move="{move}"]')
            await by(page, move)
        await page.wait_for_selector("main.solved")
        assert "Solved" in await page.locator(".words").inner_text()
        await page.locator("button[data-act='step']").focus()
        await page.keyboard.press("Enter")
        await page.wait_for_selector(".value")
        await page.locator("h1").click()
        await page.keyboard.press("End")
        await page.wait_for_function("() => document.querySelector('.stepper input').value != '0'")
        await page.locator("button[data-act='next']").focus()
        await page.keyboard.press("Enter")
        await page.wait_for_selector("main:not(.solved) button[data-act='hint']")
        # The button is gone; another one has the focus.
        assert await page.evaluate("() => document.activeElement.closest('.buttons') !== null")


async def test_visitors_get_no_puzzle(pages: WebWorld, browser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_out_all(monkeypatch)
    page = await opened(pages, browser, address(pages))
    assert "hasn't set up signing in" in await page.locator(".words").inner_text()
    assert await page.locator(".table").is_hidden()
