"""Threads in the demo: shown beside the channel, played in, and found again by the next run."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.demo.cafe import Cafe
from bot.demo.preview import DemoPreview
from bot.play.games.referee import Referee
from tests.e2e.demo_page import BrowserPage, demo, preview

pytestmark = pytest.mark.english


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
    games = await cafe.bot.services.storage.playing_games(channel_id=int(thread))
    board = next(game.message_id for game in games if game.seats[0].player_id == chloe)
    async with BrowserPage.opened(shown, viewer, thread) as page:
        result = await page.tap(label, board)
        assert (result["rejected"], result["settlement"]) == (False, "settled")
    games = await cafe.bot.services.storage.playing_games(channel_id=int(thread))
    return " ".join(move for game in games for move in game.moves)


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
                await page.look()
                await page.do("send_message", content=text, target_id=None, reply_to_id=None)
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


@pytest.mark.long
async def test_the_next_run_continues_a_tournament_in_its_thread(database: Path) -> None:
    async with demo(database) as cafe:
        ann = cafe.people[0]
        await ann.slash(cafe.channel, "tournament create", game="connect4")
        card = cafe.channel.history()[-1]
        for person in cafe.people:
            await person.click(card, label="Join")
        await ann.click(card, label="Manage")
        await ann.click(cafe.channel.history(viewer=ann)[-1], label="Start now")
        [thread] = cafe.channel.threads
        playing = await cafe.bot.services.storage.playing_games(channel_id=thread.id)
        assert playing
    async with demo(database) as cafe:
        [again] = cafe.channel.threads
        assert (again.id, again.name) == (thread.id, thread.name)
        assert any("tournament #1" in str(message.components) for message in cafe.channel.history())
        for game in playing:
            shown = (await cafe.bot.services[Referee].snapshot(game.id)).game
            assert shown.message_id in [message.id for message in again.history()]


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
