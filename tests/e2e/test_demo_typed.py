"""What a person types into the demo's page as text: commands in full, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.account.settings.view import names_on_own_card
from bot.demo.cafe import Cafe
from bot.demo.typed import NotUnderstoodError, command_of
from bot.play.games.referee import Referee
from data.games.records import Game
from languages import LANGUAGES, gettext, speaking
from tests.cases import for_each
from tests.e2e.demo_page import BrowserPage, demo, preview

pytestmark = pytest.mark.english


async def say(page: BrowserPage, text: str) -> dict[str, Any]:
    """Type a text and press Enter."""
    await page.look()
    return await page.do("send_message", content=text, target_id=None, reply_to_id=None)


async def game_of(cafe: Cafe, game_id: int = 1) -> Game:
    return (await cafe.bot.services[Referee].snapshot(game_id)).game


async def test_a_command_typed_with_its_options_is_run(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown, BrowserPage.opened(shown) as page:
        result = await say(page, "/reversi  start bot:hard colour:Black (moves first)")
        assert (result["rejected"], result["settlement"]) == (False, "settled")
        game = await game_of(cafe)
        assert (game.seats[0].player_id, game.seats[1].computer) == (cafe.people[0].id, "hard")
        await page.look()
        assert not any(text.startswith("/reversi") for text in page.texts)
        # A choice is typed by its name, also where its value is a number, and a person by theirs.
        assert not (await say(page, "/vote time:5 minutes"))["rejected"]
        for name in ("@Chloé", "chloe", f"<@{cafe.people[2].id}>"):
            assert not (await say(page, f"/connect4 start opponent:{name}"))["rejected"]
            await page.look()
            assert f"<@{cafe.people[2].id}>" in page.texts[-1]
        # The receipt names the command for the tour.
        assert (await say(page, "/tournament list"))["ranCommand"] == "tournament list"
        assert "ranCommand" not in await say(page, "Hi")
        note = (await say(page, "/settings"))["note"]
        assert note.startswith("/settings is for people who manage the server. Mona does")
        async with BrowserPage.opened(shown, "Mona") as mona:
            assert (await say(mona, "/settings"))["ranCommand"] == "settings"


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


async def test_what_is_no_command_is_explained_and_stays_typed(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown, BrowserPage.opened(shown) as page:
        before = page.texts
        for typed, note in NO_COMMANDS:
            result = await say(page, typed)
            assert result["rejected"]
            assert result["note"].startswith(note)
            await page.look()
            assert page.texts == before
        # The next attempt counts.
        assert not (await page.do("send_message", content="Hi", target_id=None, reply_to_id=None))["rejected"]
