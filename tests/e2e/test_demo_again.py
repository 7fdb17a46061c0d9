"""The demo a second time on the same database, at the same address."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import pytest

from bot.app import Flipfour
from bot.demo.cafe import Cafe
from bot.demo.preview import DemoPreview
from bot.demo.serve import Address
from bot.play.games.referee import Referee
from tests.cases import for_each
from tests.e2e.demo_page import BrowserPage, demo, preview

pytestmark = pytest.mark.english


async def play(cafe: Cafe) -> None:
    """A challenge, a game in progress, a challenge that was declined, and a match."""
    ann, ben = cafe.people[:2]
    await ann.slash(cafe.channel, "connect4 start", opponent=ben)
    await ann.slash(cafe.channel, "reversi start", bot="easy", colour="first")
    await ben.slash(cafe.channel, "reversi start", opponent=ann)
    await ann.click(cafe.channel.history()[-1], label="Decline")
    await ann.slash(cafe.channel, "match", first="easy", second="beginner", game="reversi")


@pytest.mark.long
async def test_open_boards_are_posted_in_the_channel_again(database: Path) -> None:
    async with demo(database) as cafe:
        welcome, _ = cafe.channel.history()
        assert "earlier game" not in welcome.content
        await play(cafe)
        before = {message.id for message in cafe.channel.history()}
        first = [person.id for person in cafe.people], cafe.channel.id, cafe.env.backend.bot_user.id
    async with demo(database) as cafe, preview(cafe) as shown, BrowserPage.opened(shown) as page:
        assert first == ([person.id for person in cafe.people], cafe.channel.id, cafe.env.backend.bot_user.id)
        greeting = next(text for text in page.texts if "Welcome" in text)
        assert "2 earlier games are still in progress" in greeting
        assert len(page.texts) == 5
        assert len(page.pictures) == 2
        assert any("challenges" in text for text in page.texts)
        messages = {message.id for message in cafe.channel.history()}
        assert not messages & before
        for game in (1, 2, 4):
            assert (await cafe.bot.kit[Referee].snapshot(game)).game.message_id in messages
        assert (await page.tap("d3"))["settlement"] == "settled"
        assert (await cafe.bot.kit[Referee].snapshot(2)).game.moves[0] == "d3"


@pytest.mark.long
async def test_the_demo_starts_with_a_bot_never_idle(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with demo(database) as cafe:
        await play(cafe)

    async def play_on(bot: Flipfour) -> None:
        while bot:  # noqa: ASYNC110 - busy on purpose
            await asyncio.sleep(0)

    prepare = Flipfour.setup_hook

    async def setup_hook(bot: Flipfour) -> None:
        await prepare(bot)
        endless.append(asyncio.create_task(play_on(bot)))

    endless: list[asyncio.Task[None]] = []
    monkeypatch.setattr(Flipfour, "setup_hook", setup_hook)
    async with demo(database, patience=0.05) as cafe, preview(cafe) as shown:
        await shown.catch_up()
        async with BrowserPage.opened(shown) as page:
            result = await page.tap("d3")
            assert (result["rejected"], result["settlement"]) == (False, "settled")
        assert not endless[0].done()
        endless[0].cancel()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate cache folder that does not exist yet."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


def test_the_next_run_has_the_same_address_which_only_its_owner_can_read(cache: Path) -> None:
    first = Address(4711, Address.last().key)
    first.store()
    assert Address.last() == first
    second = Address(4712, first.key)
    second.store()
    assert Address.last() == second
    (kept,) = (cache / "flipfour").iterdir()
    assert kept.name == "demo.json"
    # Windows has no such permissions.
    assert os.name == "nt" or stat.S_IMODE(kept.stat().st_mode) == 0o600


@for_each(
    "text", ["", "{", "[]", '{"port": 80}', '{"port": "80", "key": 1}', '{"port": 0, "key": "short"}', "\xff"]
)
def test_a_damaged_file_means_a_new_address(cache: Path, text: str) -> None:
    (cache / "flipfour").mkdir(parents=True, exist_ok=True)
    (cache / "flipfour" / "demo.json").write_bytes(text.encode("latin-1"))
    one, other = Address.last(), Address.last()
    assert one.port == 0
    assert one.key != other.key


def test_a_folder_that_cannot_be_made_is_no_obstacle(cache: Path) -> None:
    cache.write_text("a file")
    Address(4711, Address.last().key).store()
    assert Address.last().port == 0


async def begin_exhibition(cafe: Cafe) -> str:
    """Let Ann play Ben and Chloé in a thread; return its id."""
    ann, ben, chloe, *_ = cafe.people
    await ann.slash(cafe.channel, "simul", game="connect4", side="second")
    card = cafe.channel.history()[-1]
    for person in (ben, chloe):
        await person.click(card, label="Join")
    await ann.click(card, label="Start")
    [thread] = cafe.channel.threads
    return str(thread.id)


async def move_of(cafe: Cafe, shown: DemoPreview, thread: str, viewer: str, label: str) -> str:
    """Tap a button under Chloé's board in a thread as a person; return the moves afterwards."""
    chloe = next(person.id for person in cafe.people if person.user.global_name == "Chloé")
    games = await cafe.bot.kit.storage.playing_games(channel_id=int(thread))
    board = next(game.message_id for game in games if game.seats[0].player_id == chloe)
    async with BrowserPage.opened(shown, viewer, thread) as page:
        result = await page.tap(label, board)
        assert (result["rejected"], result["settlement"]) == (False, "settled")
    games = await cafe.bot.kit.storage.playing_games(channel_id=int(thread))
    return " ".join(move for game in games for move in game.moves)


@pytest.mark.long
async def test_an_exhibition_is_played_in_its_thread_and_continued_by_the_next_run(database: Path) -> None:
    async with demo(database) as cafe, preview(cafe) as shown:
        async with BrowserPage.opened(shown, "Ben", "nonsense") as page:
            assert [place["name"] for place in page.state["places"]] == ["games"]
            # A place that is not there is the channel.
            assert page.state["channelId"] == str(cafe.channel.id)
        thread = await begin_exhibition(cafe)
        async with BrowserPage.opened(shown, "Ben", thread) as page:
            assert page.state["channelId"] == thread
            assert len(page.pictures) == 2
            assert page.state["places"][1]["newest"] == page.state["timeline"][-1]
            # Commands and messages are where the page is.
            for text in ("Good luck!", "/game board"):
                await page.say(text)
            await page.look()
            assert "Good luck!" in page.texts
        async with BrowserPage.opened(shown, "Ben") as page:
            assert [place["id"] for place in page.state["places"]] == [str(cafe.channel.id), thread]
            assert page.state["channelId"] == str(cafe.channel.id)
            assert "Good luck!" not in page.texts
            assert page.pictures == []
        assert await move_of(cafe, shown, thread, "Chloé", "4") == "4"
    async with demo(database) as cafe, preview(cafe) as shown:
        assert [str(one.id) for one in cafe.channel.threads] == [thread]
        async with BrowserPage.opened(shown, "Ann") as page:
            assert "exhibition" in page.state["places"][1]["name"]
            assert any("exhibition" in text for text in page.texts)
            assert any("2 earlier games" in text for text in page.texts)
        async with BrowserPage.opened(shown, "Ann", thread) as page:
            assert len(page.pictures) == 2
        assert await move_of(cafe, shown, thread, "Ann", "3") == "4 3"


async def test_a_page_may_close_while_others_are_published(database: Path) -> None:
    async with (
        demo(database) as cafe,
        preview(cafe) as shown,
        BrowserPage.opened(shown, "Ann") as page,
        BrowserPage.opened(shown, "Ben"),
    ):
        del shown._published[page.state["context"]["id"]]
        await cafe.people[0].slash(cafe.channel, "tournament create", game="connect4")
        await shown.catch_up()
