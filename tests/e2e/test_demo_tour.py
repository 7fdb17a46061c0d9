"""The guided tour at the side of the demo's page: its words, and the commands and buttons that it knows."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from bot.demo.page import SCRIPTS
from bot.demo.page_words import script_words
from bot.demo.tour_words import tour_words
from bot.rooms import add_commands
from bot.settings.settings import Settings
from bot.sharded import create_bot
from bot.ui.localization import command_texts
from engine import puzzles
from languages import LANGUAGES, speaking
from tests.e2e.demo_page import BrowserPage, demo, preview

pytestmark = pytest.mark.english

SCRIPT = files("bot.demo").joinpath("static", "tour.js").read_text(encoding="utf-8")


async def test_only_a_solution_ticks_off_the_puzzle(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown, BrowserPage.opened(shown) as page:
        await page.do("send_message", content="/puzzle run:race", target_id=None, reply_to_id=None)
        await page.look()
        assert "solvedPuzzle" not in await page.tap("Join")
        puzzle = next(one for one in puzzles.shipped("connect4") if len(one.own_moves) == 1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(puzzles, "shipped", lambda game=None: (puzzle,))
            typed = await page.do(
                "send_message", content="/puzzle game:connect4", target_id=None, reply_to_id=None
            )
            assert not typed["rejected"]
        await page.look()
        assert (await page.tap(puzzle.own_moves[0]))["solvedPuzzle"]


def test_the_page_loads_the_tour_with_its_words() -> None:
    assert "tour.js" in SCRIPTS
    for language in LANGUAGES.values():
        with speaking(language):
            assert script_words()["tour"] == tour_words()


def test_every_step_is_known_to_the_script_and_every_command_exists() -> None:
    bot = create_bot(Settings())
    add_commands(bot.tree)
    there = {text.where.removeprefix("/") for text in command_texts(bot.tree) if text.context == "command"}
    steps = tour_words()["steps"]
    assert isinstance(steps, list)
    assert [step["key"] for step in steps] == re.findall(r"^    (\w+): \{ commands:", SCRIPT, re.MULTILINE)
    assert {step["command"].removeprefix("/") for step in steps if "command" in step} <= there
    listed = "".join(re.findall(r"commands: \[([^\]]*)\]", SCRIPT))
    for name in re.findall(r'"([^"]+)"', listed):
        assert any(command == name or command.startswith(f"{name} ") for command in there), name
