"""`/privacy` and `/mydata`: people read, take away and delete what is stored of them."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from bot.core.snapshot import GameSnapshot
from bot.play.games import finding as shown
from bot.play.games.referee import resigned
from data.upkeep.forgetting import ForgettingStore
from tests.cases import missing
from tests.databases import everything
from tests.e2e.seen import Answer
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import RECOVERY_SECONDS, Person, World


async def stored_of(world: World, *values: object) -> list[str]:
    """Return the columns of all tables that contain one of the values."""
    stored = await everything(world.bot.kit.storage)
    return [f"{table}.{column}" for table, column, cell in stored for value in values if str(value) in cell]


async def delete_all(person: Person, typed: str = "delete") -> Answer:
    """Go through both questions."""
    await person.asks_to_delete_data()
    return await (await person.opens("Delete my data")).send(typed)


def exported(world: World, answer: Answer) -> dict[str, Any]:
    (message,) = answer.messages
    (file,) = message.payload["attachments"]
    read: dict[str, Any] = json.loads(world.env.backend.cdn.get(file["url"]) or b"")
    return read


async def test_the_privacy_text_is_private_and_says_what_to_do(world: World) -> None:
    text = (await world.ann.reads_privacy()).private
    for part in ("Your games", "Your ratings", "Who you have blocked", "/history", "It is yours"):
        assert part in text
    assert "Who runs this bot" not in text
    assert world.posts() == []
    document = exported(world, await world.chloe.exports_data(privately=True))
    assert document["games"] == document["ratings"] == []
    assert (await world.ann.asks_to_delete_data()).private.startswith("I have no data about you")


async def test_an_export_has_the_games_and_nothing_of_others(world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    await world.play(WIPE_OUT, world.ann, world.ben, game=game)
    await world.ann.blocks(world.chloe)
    answer = await world.ann.exports_data()
    assert answer.private.startswith("Everything that is stored about you is in this file.")
    document = exported(world, answer)
    (played,) = document["games"]
    assert played["transcript"] == await world.moves(game)
    assert (played["first_player_id"], played["second_player_id"]) == ("me", "person 1")
    everything = json.dumps(document)
    assert str(world.ben.id) not in everything
    assert "Ben" not in everything
    # Nothing is deleted before the word was typed.
    game = await world.begin(world.ann, world.ben)
    question = await world.ann.asks_to_delete_data()
    assert "you resign, so your opponents don't lose out" in question.private
    assert "stay as they are and may still name you: announcements" in question.private
    answer = await (await world.ann.opens("Delete my data")).send("yes")
    assert answer.private == "That was “yes”, not DELETE: nothing was deleted."
    assert (await world.ann.taps("Keep my data")).private == "Nothing was deleted."
    assert await stored_of(world, world.ann.id) != []
    assert world.ann.mention in world.board(game).text


async def test_a_deleted_person_is_named_nowhere(world: World, ann: Person, ben: Person) -> None:
    over = await world.begin(ann, ben)
    await world.play(WIPE_OUT, ann, ben, game=over)
    going = await world.begin(ann, ben)
    await world.play("d3 c3 c4 e3", ann, ben, game=going)
    await ann.types("connect4 start")
    await ben.types("game ask", what="draw", game=str(going))
    assert any("Agree to a draw" in seen.labels for seen in world.posts())
    assert (await delete_all(ann)).private.startswith("Everything that was stored about you is deleted.")
    await world.pass_time(RECOVERY_SECONDS)
    assert await stored_of(world, ann.id, "Ann") == []
    for seen in world.posts():
        assert ann.mention not in seen.text
        assert "Ann" not in seen.text
        assert "Agree to a draw" not in seen.labels
    ended = world.board(going)
    assert not missing(ended.text, f"{ben.mention} wins", "deleted player")
    assert "Rematch" not in world.board(over).labels
    assert "Rematch" not in ended.labels
    board = (await ben.types("leaderboard")).messages[0].text
    assert "Ann" not in board
    assert "deleted player" not in board
    assert "deleted player" in (await ben.types("profile")).messages[0].text


@pytest.mark.long
async def test_old_boards_are_edited_in_place(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "MAX_RENAMED", 2)
    ann, ben = world.ann, world.ben
    games = [await world.begin(ann, ben) for _ in range(3)]
    for game in games:
        await ann.resigns(world.board(game))
    before = [seen.id for seen in world.posts()]
    await world.leap(timedelta(hours=3).total_seconds())
    await delete_all(ann)
    await world.pass_time(RECOVERY_SECONDS)
    named = [seen for seen in world.posts() if ann.mention in seen.text]
    assert len(named) <= 1
    await world.restart()
    await world.pass_time(RECOVERY_SECONDS)
    assert [seen for seen in world.posts() if ann.mention in seen.text] == []
    assert [seen.id for seen in world.posts()] == before, "no board was reposted"


@pytest.mark.long
async def test_reviews_are_edited_in_place(world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    await world.play(WIPE_OUT, world.ann, world.ben, game=game)
    await world.ben.taps("Review", world.board(game))
    assert world.ann.mention in world.posts()[-1].text
    assert "Ann: accuracy" in world.posts()[-1].alt
    before = [seen.id for seen in world.posts()]
    await world.leap(timedelta(hours=3).total_seconds())
    await delete_all(world.ann)
    await world.pass_time(RECOVERY_SECONDS)
    review = world.posts()[-1]
    assert world.ann.mention not in review.text
    assert "deleted player" in review.text
    assert "deleted player: accuracy" in review.alt
    assert "Ann" not in review.alt
    assert review.labels == ["Step through", "First error", "How this is computed"]
    assert [seen.id for seen in world.posts()] == before, "no review was reposted"
    assert await world.bot.kit[ForgettingStore].outdated(10) == ()


@pytest.mark.long
@pytest.mark.parametrize("command", ["review", "game"])
async def test_what_is_in_progress_continues_without_the_name(world: World, command: str) -> None:
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben)
    await world.play(WIPE_OUT, ann, ben, game=game)
    await world.manager("Mo").sets_games_list("post")
    await world.begin(ann, ben)
    world.searches.hold()
    if command == "review":
        await ben.taps("Review", world.board(game))
    else:
        await ann.types("reversi start", bot="hard", colour="second")
    assert ann.mention in world.posts()[-1].text
    await delete_all(ann)
    await world.pass_time(RECOVERY_SECONDS)
    await world.let_go()
    assert await stored_of(world, ann.id) == []
    for seen in world.posts():
        assert ann.mention not in seen.text
        assert "Ann" not in seen.alt
    assert "deleted player" in world.posts()[-1].text
    (listed,) = (seen for seen in world.posts() if "Games in this channel" in seen.text)
    assert "Reversi" not in listed.text


async def test_a_deletion_survives_a_start(world: World) -> None:
    """Even one right after it is stored."""
    game = await world.begin(world.ann, world.ben)
    await world.play("d3 c3 c4 e3", world.ann, world.ben, game=game)
    with world.env._bot_scope():
        await world.bot.kit[ForgettingStore].forget(
            world.ann.id, lambda game, side: resigned(GameSnapshot.of(game), side)
        )
    assert world.ann.mention in world.board(game).text
    await world.kill()
    await world.pass_time(RECOVERY_SECONDS)
    assert await stored_of(world, world.ann.id, "Ann") == []
    assert "deleted player" in world.board(game).text
    assert world.ann.mention not in world.board(game).text
    assert f"{world.ben.mention} wins" in world.board(game).text


@pytest.mark.settings(keep_games_days=90, keep_people_days=365, contact="host@example.org")
async def test_games_are_deleted_and_people_kept(world: World) -> None:
    world.untranslated.append("host@example.org")
    text = (await world.ann.reads_privacy()).private
    assert "Games are deleted 90 days after they end." in text
    assert "Everything about you is deleted after 365 days of inactivity." in text
    assert "A server's data is deleted 30 days after I am removed from it" in text
    assert "**Who runs this bot**: host@example.org" in text
    game = await world.begin(world.ann, world.ben)
    await world.play(WIPE_OUT, world.ann, world.ben, game=game)
    old = world.board(game)
    world.skip(timedelta(days=91))
    await world.bot._recover()
    await world.env.settle()
    assert await world.bot.kit.storage.game(game) is None
    answer = await world.ann.taps("Rematch", old)
    assert answer.private.startswith("This game no longer exists: it was deleted, or lost")
    assert await stored_of(world, world.ann.id) != []
