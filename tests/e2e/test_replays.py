"""Replays: any finished game gone through move by move, and as an animated picture."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image
from structlog.typing import EventDict

from bot.preferences.languages import Languages
from bot.study.replay import replays
from languages import Language
from tests.bot.helpers import BLACK_WIPES_OUT
from tests.e2e.logs import taken_out
from tests.e2e.seen import Seen
from tests.e2e.world import Person, World
from tests.languages.pseudo import SERVER, spoken

CONNECT4_GAME = "1 1 2 1 3 1 4"


async def finish(world: World, game: str = "connect4", moves: str = CONNECT4_GAME) -> Seen:
    """Let Ann and Ben play a whole game; returns its board."""
    number = await begin(world, game)
    await world.play(moves, world.ann, world.ben, game=number)
    return world.board(number)


async def begin(world: World, game: str = "connect4", **options: Any) -> int:
    await world.ann.types(f"{game} start", opponent=world.ben, colour="first", **options)
    await world.ben.taps("Accept")
    picture = world.posts()[-1].picture
    assert picture is not None
    return int(picture.split("-")[1])


def own(world: World, person: Person) -> Seen:
    """The last message for one person alone."""
    return [seen for seen in world.seen(world.channel, person) if seen.private][-1]


def animation(world: World, seen: Seen) -> Image.Image:
    return Image.open(BytesIO(world.picture(seen)))


async def test_any_position_of_it_can_be_analysed_and_played_on_from(world: World) -> None:
    board = await finish(world)
    await world.chloe.taps("Replay", board)
    await world.chloe.taps("Forward", own(world, world.chloe))
    step = own(world, world.chloe)
    await world.chloe.taps("Play on against…", step)
    assert "from a position, unrated" in world.posts()[-1].text
    (shown,) = (await world.chloe.taps("Analyse", step)).messages
    assert shown.text.splitlines()[0] == "### 🔬 Connect 4: 🟡 Yellow to move"


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_finished_board_replays_every_move_in_private(world: World, restarted: bool) -> None:
    board = await finish(world)
    if restarted:
        await world.restart()
    await world.chloe.taps("Replay", board)
    start = own(world, world.chloe)
    assert "### Game #1, the start" in start.text
    assert f"🔴 {world.ann.mention} · 🟡 {world.ben.mention}" in start.text
    assert start.labels == ["Forward", "Last", "Animation", "Review", "Analyse", "Play on against…"]
    assert start.picture == "replay-1-move-0.png"
    await world.chloe.taps("Forward", start)
    step = own(world, world.chloe)
    assert "move 1 of 7\n🔴 Red played **column 1**." in step.text
    assert "The last move was column 1." in step.alt
    if restarted:
        await world.kill()
    await world.chloe.taps("Last", step)
    last = own(world, world.chloe)
    assert "move 7 of 7" in last.text
    assert f"🏆 **{world.ann.mention} wins with four in a row**." in last.text
    assert last.labels == ["First", "Back", "Animation", "Review"]
    await world.chloe.taps("Back", last)
    assert "move 6 of 7\n🟡 Yellow played **column 1**." in own(world, world.chloe).text
    # All in one private message.
    assert len([seen for seen in world.seen(world.channel, world.chloe) if seen.private]) == 1
    assert [seen for seen in world.seen(world.channel, world.ann) if seen.private] == []


async def test_a_replay_needs_no_review_and_offers_one(world: World) -> None:
    await world.ben.taps("Replay", await finish(world))
    assert world.searches.asked == 0
    await world.ben.taps("Review", own(world, world.ben))
    assert any("accuracy" in seen.text for seen in world.posts())


async def test_boards_in_letters_on_request(world: World) -> None:
    await world.ben.taps("Text board: turn on", (await world.ben.types("me")).messages[0])
    await world.ben.taps("Replay", await finish(world))
    step = own(world, world.ben)
    assert step.picture is None
    assert "1 2 3 4 5 6 7" in step.text


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
    answers = await world.together(
        (world.ben, seen, "Post for everyone"), (world.ben, seen, "Post for everyone")
    )
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
    (found,) = (
        seen for seen in world.seen(world.channel, person) if seen.private and seen.picture == picture
    )
    return found


async def test_concurrent_requests_share_one_animation(world: World) -> None:
    board = await finish(world)
    for person in (world.ann, world.ben):
        await person.taps("Replay", board)
    world.searches.hold()
    taps = [(person, own(world, person), "Animation") for person in (world.ann, world.ben, world.ben)]
    await world.together(*taps)
    await world.let_go()
    assert world.searches.asked == 1
    assert own(world, world.ann).picture == own(world, world.ben).picture == "connect4-1.gif"
    await world.chloe.types("replay", game="1", show="animation")
    assert world.searches.asked == 1


async def test_little_memory_keeps_few_animations(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "CACHE_BYTES", 1)
    await finish(world)
    for asked in (1, 2):
        await world.ann.types("replay", show="animation")
        assert world.searches.asked == asked


async def test_the_command_finds_games_as_review_does(world: World) -> None:
    assert (await world.ann.types("replay")).private == "You haven't finished a game yet. Start one: `/play`."
    board = await finish(world)
    assert await world.ann.suggestions("replay", "game") == ["Connect 4 #1 against Ben, 7 moves played"]
    link = f"https://discord.com/channels/{world.server.id}/{world.channel.id}/{board.id}"
    for typed in (None, "1", "#1", link):
        options: dict[str, Any] = {} if typed is None else {"game": typed}
        answer = await world.ann.types("replay", **options)
        assert "Game #1, the start" in answer.private
    for typed in ("0", "#99", "nonsense"):
        assert "the start" not in (await world.ann.types("replay", game=typed)).private
    assert (
        await world.chloe.types_privately("replay", game="1")
    ).private == "There is no game #1 that you can see."
    assert "the start" in (await world.ann.types_privately("replay", game="1")).private


async def test_the_command_posts_an_animation_at_once(world: World) -> None:
    await finish(world, "reversi", " ".join(BLACK_WIPES_OUT))
    await world.chloe.types("replay", game="1", show="post")
    assert world.posts()[-1].picture == "reversi-1.gif"
    # The temporary placeholder is gone.
    assert [seen for seen in world.seen(world.channel, world.chloe) if seen.private] == []


async def test_a_posted_animation_is_described_in_the_servers_language(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def for_server(*_: Any) -> Language:
        return SERVER

    await finish(world)
    monkeypatch.setattr(Languages, "for_server", for_server)
    await world.chloe.types("replay", game="1", show="post")
    payload = world.posts()[-1].payload
    for text in (payload["content"], payload["attachments"][0]["description"]):
        assert [*spoken(text)] == [SERVER]


async def test_games_that_are_not_over_are_refused(world: World) -> None:
    number = await begin(world)
    await world.play("4", world.ann, world.ben)
    assert "Replay" not in world.board(number).labels
    assert (await world.ann.types("replay", game="1")).private == "This game isn't over yet."
    await world.ann.types("reversi start", opponent=world.ben)
    assert (await world.ann.types("replay", game="2")).private.startswith("This game hasn't started")
    await world.ann.types("connect4 start", bot="easy", colour="first")
    await world.ann.taps("Resign")
    await world.ann.taps("Resign")
    board = world.board(3)
    assert "Replay" not in board.labels
    empty = await world.ann.types("replay", game="3")
    assert empty.private == "No one made a move in this game, so I can't replay it."


async def test_a_resigned_game_shows_the_winner(world: World) -> None:
    await begin(world)
    await world.play("1 1 2 1", world.ann, world.ben)
    await world.ann.taps("Resign")
    await world.ann.taps("Resign")
    await world.chloe.taps("Replay")
    await world.chloe.taps("Last")
    assert f"**{world.ben.mention} wins**: {world.ann.mention} resigned." in own(world, world.chloe).text
    assert "Yellow has won the game." in own(world, world.chloe).alt


async def test_a_match_of_computers_can_be_seen_again(world: World) -> None:
    await world.ann.types("match", first="beginner", second="beginner", game="connect4")
    await world.pass_time(400.0)
    assert "Replay" in world.posts()[-1].labels
    await world.ben.taps("Replay")
    await world.ben.taps("Last")
    assert "wins" in own(world, world.ben).text or "draw" in own(world, world.ben).text


async def test_history_opens_replays(world: World) -> None:
    await finish(world)
    await finish(world, "reversi", " ".join(BLACK_WIPES_OUT))
    answer = await world.ann.types("history")
    (menu,) = answer.messages[0].menus
    assert [option["label"] for option in menu["options"]] == ["#2 · Ann – Ben", "#1 · Ann – Ben"]
    assert menu["options"][1]["description"] == "Connect 4 7x6 · Ann won"
    await world.ann.chooses("Replay a game", "1")
    assert "Game #1, the start" in own(world, world.ann).text
    # The list stays.
    assert len([seen for seen in world.seen(world.channel, world.ann) if seen.private]) == 2


async def test_a_game_that_is_gone(world: World) -> None:
    board = await finish(world)
    await world.ann.taps("Replay", board)
    shown = own(world, world.ann)
    storage = world.bot.services.storage
    await storage._database.write(lambda c: c.exec_driver_sql("DELETE FROM games"))
    for label in ("Forward", "Animation"):
        answer = await world.ann.taps(label, shown)
        assert answer.private.startswith("This game no longer exists: it was deleted, or lost")


async def test_a_drawing_that_fails_is_apologized_for_and_can_be_tried_again(
    world: World, log: list[EventDict]
) -> None:
    await finish(world)
    world.searches.fail_once = True
    answer = await world.ann.types("replay", show="animation")
    assert answer.private.startswith("Sorry, something went wrong on my side")
    assert taken_out(log, "an interaction failed") == 1
    assert (await world.ann.types("replay", show="animation")).messages[0].picture == "connect4-1.gif"


async def test_without_the_permission_to_attach_files_nothing_is_posted(world: World) -> None:
    await finish(world)
    strict = world.server.create_text_channel(
        "strict",
        overwrites={world.server.default_role: discord.PermissionOverwrite(attach_files=False)},
    )
    seen = (await world.ann.types("replay", channel=strict, show="animation")).messages[0]
    answer = await world.ann.taps("Post for everyone", seen)
    assert "**Attach Files**" in answer.private
    assert world.posts(strict) == []
    answer = await world.ann.types("replay", channel=strict, show="post")
    assert "**Attach Files**" in answer.private


@pytest.mark.parametrize(
    ("code", "status", "told"),
    [(40005, 413, "too large for Discord in this channel"), (50013, 403, "**Attach Files**")],
)
async def test_an_animation_too_large_for_discord_is_explained(
    world: World, code: int, status: int, told: str
) -> None:
    await finish(world)
    await world.ann.types("replay", show="animation")
    world.env.inject_error("POST", "/webhooks/*", status=status, code=code)
    answer = await world.ann.taps("Post for everyone")
    assert told in answer.private
    # It can be tried again.
    await world.ann.taps("Post for everyone", own_with(world, world.ann, "connect4-1.gif"))
    assert world.posts()[-1].picture == "connect4-1.gif"
