"""The demo a second time on the same database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.app import Flipfour
from bot.demo.cafe import Cafe
from bot.play.games.referee import Referee
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
        await play(cafe)
        before = {message.id for message in cafe.channel.history()}
    async with demo(database) as cafe, preview(cafe) as shown, BrowserPage.opened(shown) as page:
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


async def test_games_find_their_people_again(database: Path) -> None:
    async with demo(database) as cafe:
        first = [person.id for person in cafe.people], cafe.channel.id, cafe.env.backend.bot_user.id
    async with demo(database) as cafe:
        assert first == ([person.id for person in cafe.people], cafe.channel.id, cafe.env.backend.bot_user.id)


async def test_an_empty_database_has_nothing_open(database: Path) -> None:
    async with demo(database) as cafe:
        greeting, _ = cafe.channel.history()
        assert "earlier game" not in greeting.content


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
