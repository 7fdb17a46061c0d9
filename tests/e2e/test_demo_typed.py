"""What a person types into the demo's page as text: commands in full, with their options."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from bot.account.settings.ui import names_on_own_card
from bot.demo.cafe import Cafe
from bot.demo.page import SCRIPTS
from bot.demo.page_words import script_words, tour_words
from bot.demo.typed import NotUnderstoodError, command_of
from bot.play.games.referee import Referee
from bot.rooms import add_commands
from bot.settings.settings import Settings
from bot.sharded import create_bot
from bot.ui.localization import command_texts
from data.games.records import Game
from engine import puzzles
from languages import LANGUAGES, gettext, speaking
from tests.cases import for_each
from tests.e2e.demo_page import BrowserPage, demo, preview

pytestmark = pytest.mark.english


NO_COMMANDS = [
    ("/reversy start", "There is no command /reversy start. Did you mean /reversi start"),
    ("/reversi blah", "There is no command /reversi blah. Did you mean /reversi start"),
    ("/frobnicate", "There is no command /frobnicate. Type / to see them all."),
    ("/reversi start hard", "I don't understand “hard”. The options of /reversi start"),
    ("/vote bot:easy speed:30", "I don't understand “speed:30”. The options of /vote"),
    ("/reversi start colour:pink", "colour can't be “pink”. Choose one of: "),
    ("/reversi start opponent:@Zoe", "opponent can't be “@Zoe”."),
    ("/help please", "/help has no options. Leave out “please”."),
    ("/tournament create places:many", "places can't be “many”."),
]
"""What is typed, and the note that explains what is wrong."""


async def game_of(cafe: Cafe, game_id: int = 1) -> Game:
    return (await cafe.bot.kit[Referee].snapshot(game_id)).game


async def test_a_command_typed_with_its_options_is_run_and_what_is_none_explained(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown, BrowserPage.opened(shown) as page:
        before = page.texts
        for typed, note in NO_COMMANDS:
            result = await page.say(typed)
            assert result["rejected"]
            assert result["note"].startswith(note)
            # It stays typed.
            await page.look()
            assert page.texts == before
        # The next attempt counts.
        assert not (await page.do("send_message", content="Hi", target_id=None, reply_to_id=None))["rejected"]
        result = await page.say("/reversi  start bot:hard colour:Black (moves first)")
        assert (result["rejected"], result["settlement"]) == (False, "settled")
        game = await game_of(cafe)
        assert (game.seats[0].player_id, game.seats[1].computer) == (cafe.people[0].id, "hard")
        await page.look()
        assert not any(text.startswith("/reversi") for text in page.texts)
        # A choice is typed by its name, also where its value is a number, and a person by theirs.
        assert not (await page.say("/vote time:5 minutes"))["rejected"]
        for name in ("@Chloé", "chloe", f"<@{cafe.people[2].id}>"):
            assert not (await page.say(f"/connect4 start opponent:{name}"))["rejected"]
            await page.look()
            assert f"<@{cafe.people[2].id}>" in page.texts[-1]
        # The receipt names the command for the tour.
        assert (await page.say("/tournament list"))["ranCommand"] == "tournament list"
        assert "ranCommand" not in await page.say("Hi")
        note = (await page.say("/settings"))["note"]
        assert note.startswith("/settings is for people who manage the server. Mona can use it")
        async with BrowserPage.opened(shown, "Mona") as mona:
            assert (await mona.say("/settings"))["ranCommand"] == "settings"


@for_each("code", LANGUAGES)
def test_what_is_in_me_is_found_by_its_own_word(code: str) -> None:
    commands: list[dict[str, Any]] = [
        {"invocation": name, "options": []} for name in ("partie ansicht", "profile", "me")
    ]
    local = [*commands[:2], {"invocation": "ich", "options": []}]
    with speaking(LANGUAGES[code]):
        typed = [name for name in names_on_own_card() if " " not in name]
        assert gettext("Privacy") in typed or " " in gettext("Privacy")
        for name in (*typed, "privacy", "reminders"):
            with pytest.raises(NotUnderstoodError) as note:
                command_of({"content": f"/{name}"}, commands, local, {})
            assert "/ich" in str(note.value)


SCRIPT = files("bot.demo").joinpath("static", "tour.js").read_text(encoding="utf-8")


async def test_only_a_solution_ticks_off_the_puzzle(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown, BrowserPage.opened(shown) as page:
        await page.say("/puzzle run:race")
        await page.look()
        assert "solvedPuzzle" not in await page.tap("Join")
        puzzle = next(one for one in puzzles.shipped("connect4") if len(one.own_moves) == 1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(puzzles, "shipped", lambda game=None: (puzzle,))
            assert not (await page.say("/puzzle game:connect4"))["rejected"]
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
