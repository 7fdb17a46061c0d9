"""Replays: any finished game gone through move by move, and as an animated picture."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image

from bot.preferences.preferences import Languages
from languages import Language
from tests.bot.helpers import BLACK_WIPES_OUT
from tests.cases import missing
from tests.e2e.seen import Seen
from tests.e2e.test_reviews import finish, own
from tests.e2e.world import Person, World
from tests.languages.pseudo import SERVER, spoken


def animation(world: World, seen: Seen) -> Image.Image:
    return Image.open(BytesIO(world.picture(seen)))


async def test_a_finished_board_replays_every_move_in_private(world: World, chloe: Person) -> None:
    board = await finish(world)
    await world.restart()
    await chloe.taps("Replay", board)
    start = own(world, chloe)
    assert "### Game #1, the start" in start.text
    assert f"🔴 {world.ann.mention} · 🟡 {world.ben.mention}" in start.text
    assert start.labels == ["Forward", "Last", "Animation", "Review", "Analyse", "Play on against…"]
    assert start.picture == "replay-1-move-0.png"
    await chloe.taps("Forward", start)
    step = own(world, chloe)
    assert "move 1 of 7\n🔴 Red played **column 1**." in step.text
    assert "The last move was column 1." in step.alt
    await world.kill()
    await chloe.taps("Last", step)
    last = own(world, chloe)
    assert not missing(last.text, "move 7 of 7", f"🏆 **{world.ann.mention} wins with four in a row**.")
    assert last.labels == ["First", "Back", "Animation", "Review"]
    await chloe.taps("Back", last)
    assert "move 6 of 7\n🟡 Yellow played **column 1**." in own(world, chloe).text
    # All in one private message.
    assert len([seen for seen in world.seen(world.channel, chloe) if seen.private]) == 1
    assert [seen for seen in world.seen(world.channel, world.ann) if seen.private] == []
    # It needs no review and offers one, and any position can be analysed and played on from.
    assert world.searches.asked == 0
    here = own(world, chloe)
    await chloe.taps("Play on against…", here)
    assert "from a position, unrated" in world.posts()[-1].text
    (shown,) = (await chloe.taps("Analyse", here)).messages
    assert shown.text.splitlines()[0] == "### 🔬 Connect 4: 🔴 Red to move"
    await chloe.taps("Review", here)
    assert any("accuracy" in seen.text for seen in world.posts())
    await chloe.taps("Text board: turn on", (await chloe.types("me")).messages[0])
    await chloe.taps("Replay", board)
    assert own(world, chloe).picture is None
    assert "1 2 3 4 5 6 7" in own(world, chloe).text


@pytest.mark.english
async def test_an_animation_is_seen_first_and_posted_once(world: World) -> None:
    await world.ben.taps("Replay", await finish(world))
    await world.ben.taps("Animation", own(world, world.ben))
    seen = own(world, world.ben)
    assert seen.picture == "connect4-1.gif"
    assert seen.alt.startswith("The whole game, move by move: 7 moves. Its end: ")
    assert "Red has won the game." in seen.alt
    assert f"🏆 **{world.ann.mention} wins" in seen.text
    with animation(world, seen) as picture:
        assert picture.format == "GIF"
        assert picture.size[0] == 480
        assert getattr(picture, "n_frames", 1) > 7
    before, asked = len(world.posts()), world.searches.asked
    answers = await world.together(*[(world.ben, seen, "Post for everyone")] * 2)
    (posted,) = world.posts()[before:]
    assert posted.picture == "connect4-1.gif"
    assert f"🔴 {world.ann.mention} · 🟡 {world.ben.mention}" in posted.plain["content"]
    # A usual message, which can be forwarded, and has its words for those who do not see the picture.
    assert not posted.payload.get("components")
    assert posted.plain["attachments"][0]["description"].startswith("The whole game")
    assert world.searches.asked == asked
    assert any("already been posted" in answer.private for answer in answers)
    after = own_with(world, world.ben, "connect4-1.gif")
    assert "Posted." in after.text
    assert after.labels == []


def own_with(world: World, person: Person, picture: str) -> Seen:
    (found,) = (one for one in world.seen(world.channel, person) if one.private and one.picture == picture)
    return found


async def test_an_animation_is_in_the_servers_language(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def for_server(*_: Any) -> Language:
        return SERVER

    await finish(world, "reversi", " ".join(BLACK_WIPES_OUT))
    monkeypatch.setattr(Languages, "for_server", for_server)
    await world.chloe.types("replay", game="1", show="post")
    assert world.posts()[-1].picture == "reversi-1.gif"
    payload = world.posts()[-1].payload
    for text in (payload["content"], payload["attachments"][0]["description"]):
        assert [*spoken(text)] == [SERVER]
    # The temporary placeholder is gone.
    assert [seen for seen in world.seen(world.channel, world.chloe) if seen.private] == []


async def test_games_that_are_not_over_are_refused(world: World) -> None:
    """One that was resigned shows the winner."""
    number = await world.begin(world.ann, world.ben, "connect4")
    await world.play("1 1 2 1", world.ann, world.ben)
    assert "Replay" not in world.board(number).labels
    assert (await world.ann.types("replay", game="1")).private == "This game isn't over yet."
    await world.ann.resigns()
    await world.chloe.taps("Replay")
    await world.chloe.taps("Last")
    assert f"**{world.ben.mention} wins**: {world.ann.mention} resigned." in own(world, world.chloe).text
    assert "Yellow has won the game." in own(world, world.chloe).alt
    await world.ann.types("reversi start", opponent=world.ben)
    assert (await world.ann.types("replay", game="2")).private.startswith("This game hasn't started")
    await world.ann.types("connect4 start", bot="easy", colour="first")
    await world.ann.resigns(world.board(3))
    assert "Replay" not in world.board(3).labels
    empty = await world.ann.types("replay", game="3")
    assert empty.private == "No one made a move in this game, so I can't replay it."


async def test_history_opens_replays_unless_the_game_is_gone(world: World) -> None:
    await finish(world)
    await finish(world, "reversi", " ".join(BLACK_WIPES_OUT))
    (menu,) = (await world.ann.types("history")).messages[0].menus
    assert [option["label"] for option in menu["options"]] == ["#2 · Ann – Ben", "#1 · Ann – Ben"]
    assert menu["options"][1]["description"] == "Connect 4 7x6 · Ann won"
    await world.ann.chooses("Replay a game", "1")
    shown = own(world, world.ann)
    assert "Game #1, the start" in shown.text
    # The list stays.
    assert len([seen for seen in world.seen(world.channel, world.ann) if seen.private]) == 2
    storage = world.bot.kit.storage
    await storage._database.write(lambda c: c.exec_driver_sql("DELETE FROM games"))
    for label in ("Forward", "Animation"):
        answer = await world.ann.taps(label, shown)
        assert answer.private.startswith("This game no longer exists: it was deleted, or lost")


@pytest.mark.long
async def test_an_animation_that_discord_refuses_is_explained(world: World) -> None:
    """Before it is posted if the bot may not; then it can be tried again."""
    await finish(world)
    denied = discord.PermissionOverwrite(attach_files=False)
    strict = world.server.create_text_channel("strict", overwrites={world.server.default_role: denied})
    seen = (await world.ann.types("replay", channel=strict, show="animation")).messages[0]
    for answer in (
        await world.ann.taps("Post for everyone", seen),
        await world.ann.types("replay", channel=strict, show="post"),
    ):
        assert "**Attach Files**" in answer.private
    assert world.posts(strict) == []
    await world.ann.types("replay", show="animation")
    for code, status, told in (
        (40005, 413, "too large for Discord in this channel"),
        (50013, 403, "**Attach Files**"),
    ):
        world.env.inject_error("POST", "/webhooks/*", status=status, code=code, times=1)
        answer = await world.ann.taps("Post for everyone", own_with(world, world.ann, "connect4-1.gif"))
        assert told in answer.private
    await world.ann.taps("Post for everyone", own_with(world, world.ann, "connect4-1.gif"))
    assert world.posts()[-1].picture == "connect4-1.gif"
