"""The demo's page: clicks that come late, many at once, pictures, and lists to choose from."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from PIL import Image

import bot.demo.cafe
from bot.core.publisher import Publisher
from bot.play.games.referee import Referee
from tests.cases import missing
from tests.e2e.demo_page import PATIENCE, BrowserPage, demo, preview

pytestmark = pytest.mark.english

SOME_BOARDS = 12
"""More than simcord looks at at once."""


async def test_a_late_tap_plays_the_button_that_was_seen(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown:
        ann, ben = cafe.people[:2]
        await ann.slash(cafe.channel, "reversi start", opponent=ben, colour="first")
        await ben.click(cafe.channel.history()[-1], label="Accept")
        board = cafe.channel.history()[-1]
        async with BrowserPage.opened(shown) as page:
            await ben.send(cafe.channel, "Good luck!")
            await cafe.bot.kit[Publisher].show(1)
            await shown.catch_up()
            # It counts though the page is older than the channel.
            result = await page.tap("d3")
            assert (result["rejected"], result["settlement"]) == (False, "settled")
            await ben.click(board, label="c3")
            # Where d3 was before Ann's eyes, there is another of her moves now.
            assert not (await page.tap("d3"))["rejected"]
            assert (await cafe.bot.kit[Referee].snapshot(1)).game.moves == ("d3", "c3")
            await page.look()
            assert "The board has changed since then" in page.texts[-1]


@pytest.mark.long
async def test_all_pictures_are_available_at_once_with_their_size(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown:
        for number in range(SOME_BOARDS):
            await cafe.people[number % 2].slash(cafe.channel, "reversi start", bot="easy", colour="first")
        async with BrowserPage.opened(shown) as page:
            assert len(page.pictures) == SOME_BOARDS
            answers = await asyncio.gather(*(page.get(f"/api/assets/{one}") for one in page.pictures))
            for asset, (status, kind, picture) in zip(page.pictures, answers, strict=True):
                assert (status, kind) == (200, "image/png")
                told = page.state["assets"][asset]
                assert (told["displayWidth"], told["displayHeight"]) == Image.open(io.BytesIO(picture)).size
        # Taps at the same moment are all heard.
        boards = [(await cafe.bot.kit[Referee].snapshot(game)).game.message_id for game in (1, 2)]
        async with BrowserPage.opened(shown, "Ann") as one, BrowserPage.opened(shown, "Ben") as other:
            taps = one.tap("d3", boards[0]), other.tap("c4", boards[1])
            *results, _ = await asyncio.gather(*taps, shown.catch_up())
        assert [result["settlement"] for result in results] == ["settled", "settled"]
        for game, move in ((1, "d3"), (2, "c4")):
            assert (await cafe.bot.kit[Referee].snapshot(game)).game.moves[0] == move


async def test_the_page_carries_our_name_and_has_what_our_scripts_look_for(database: Path) -> None:
    """The ids, classes and paths of simcord's page that our scripts and styles rely on."""
    async with demo(database) as cafe, preview(cafe) as shown, BrowserPage.opened(shown) as page:
        html = (await page.get("/"))[2].decode()
        assert "simcord" not in html.lower().replace("window.simcordpreview.ready", "")
        assert not missing(html, "<strong>Flipfour</strong>", '<img class="brand-mark" src="/favicon.ico"')
        status, kind, picture = await page.get("/favicon.ico")
        assert (status, kind) == (200, "image/png")
        assert Image.open(io.BytesIO(picture)).width > 0
        for name in ("connection.js", "page.js", "toolbar.js", "flipfour.css"):
            assert f'"/flipfour/{name}"' in html
            assert (await page.get(f"/flipfour/{name}"))[0] == 200
        # Lists open full: the page asks for them with nothing typed.
        assert b'addEventListener("focusin"' in (await page.get("/flipfour/page.js"))[2]
        assert html.index("/flipfour/connection.js") < html.index("/app.js")
        for found in (
            *("messages-toggle", "messages-sidebar", "refresh", "capture-open", "inspector-toggle"),
            *("message-exact-id", "new-messages", "channel-message-list", "channel-composer"),
        ):
            assert f'id="{found}"' in html
        for found in ("viewer-control", "session-menu-popover"):
            assert f'class="{found}"' in html
        transport = (await page.get("/transport.js"))[2].decode()
        assert not missing(transport, '"X-Simcord-Context"', "await fetch(path, {")
        for option, first in (("bot", "toddler"), ("board", "8x8")):
            asked = {"focused": option, "value": "", "options": {}}
            result = await page.use("autocomplete_command", "reversi start", **asked)
            choices = [choice["name"] for choice in result["result"]["choices"]]
            assert len(choices) > 3
            assert choices[0].startswith(first)


@pytest.mark.long
async def test_the_demo_drops_requests_and_pictures(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.demo.cafe, "MAX_PICTURES", 4)
    monkeypatch.setattr(bot.demo.cafe, "RECENT_PICTURES", 2)
    async with demo(database) as cafe, preview(cafe) as shown:
        ann, ben = cafe.people[:2]
        await ann.slash(cafe.channel, "connect4 start", opponent=ben, colour="first")
        await ben.click(cafe.channel.history()[-1], label="Accept")
        for column in "111222":
            for person in (ann, ben):
                await person.click(cafe.channel.history()[-1], label=column)
                await shown.catch_up()
        assert not cafe.env.http_requests
        assert not cafe.env.backend.transcript
        assert len(cafe.env.backend.cdn._blobs) <= 5
        async with BrowserPage.opened(shown) as page:
            assert page.pictures
            for picture in page.pictures:
                assert (await page.get(f"/api/assets/{picture}"))[0] == 200


@pytest.mark.long
async def test_a_page_hears_of_changes_only(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown:
        ann, ben = cafe.people[:2]
        await ann.slash(cafe.channel, "reversi start", opponent=ben, colour="first")
        await ben.click(cafe.channel.history()[-1], label="Accept")
        async with BrowserPage.opened(shown, viewer="Nobody") as page:
            assert page.state["viewerId"] == str(ann.id)
        async with BrowserPage.opened(shown, viewer="Ben") as page:
            # A reloaded page is the same person at the newest message.
            assert page.state["viewerId"] == str(ben.id)
            assert page.state["targetId"] is None
            assert not page.state["history"]["hasAfter"]
            whole = await page.news()
            revision = page.state["publishedRevision"]
            await shown.catch_up()
            assert await page.news() == 0
            for person, move in ((ann, "d3"), (ben, "c3")):
                [before] = page.pictures
                await person.click(cafe.channel.history()[-1], label=move)
                # Between the bot's edit and the page's next state the picture is still there to be seen.
                await page.look()
                assert page.pictures == [before]
                assert page.state["assets"][before]["available"]
                assert page.state["publishedRevision"] == revision
                await shown.catch_up()
                assert (await page.get(f"/api/assets/{before}"))[0] == 200
                assert 0 < await page.news() < whole / 2
                assert page.pictures != [before]
                revision, changed = page.state["publishedRevision"], page.state
                await page.look()
                assert changed == page.state
                assert await page.news() == 0
            # A page whose last answer was lost, and one that slept for long.
            page.version -= 1
            assert 0 < await page.news() < whole / 2
            page.version += 50
            assert await page.news() >= whole / 2


async def test_a_person_begins_at_a_card_and_ends_the_demo_from_the_page(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown, BrowserPage.opened(shown, "Ben") as page:
        assert cafe.start_card is not None
        await page.speak("fr")
        await page.do("send_message", content="/unknown")
        await shown.catch_up()
        await page.look()
        assert page.state["opening"] == str(cafe.start_card.id)
        result = await page.tap("Puissance 4")
        assert (result["rejected"], result["settlement"]) == (False, "settled")
        await page.look()
        assert page.state["opening"] is None
        game = (await cafe.bot.kit[Referee].snapshot(1)).game
        assert game.game == "connect4"
        assert cafe.people[1].id in [seat.player_id for seat in game.seats]
        await page.news()
        assert not page.ends
        assert not shown.ended.is_set()
        assert (await page.do("close"))["settlement"] == "settled"
        assert shown.ended.is_set()
        # Open pages hear of it.
        goodbye = asyncio.create_task(shown.say_goodbye())
        while not page.ends:
            await page.news()
        # Nobody else has to be waited for.
        async with asyncio.timeout(PATIENCE):
            await goodbye
