"""The demo a second time on the same database, at the same address."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import pytest

from bot.app import Flipfour
from bot.demo.cafe import Cafe
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
            assert (await cafe.bot.services[Referee].snapshot(game)).game.message_id in messages
        result = await page.tap("d3")
        assert result["settlement"] == "settled"
        assert (await cafe.bot.services[Referee].snapshot(2)).game.moves[0] == "d3"


@pytest.mark.long
async def test_the_demo_starts_though_the_bot_is_never_idle(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    async with demo(database, patience=0.2) as cafe, preview(cafe) as shown:
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
