"""`/privacy` and `/mydata`: people read, take away and delete what is stored of them."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from bot.core.snapshot import GameSnapshot
from bot.play.games import shown
from bot.play.games.referee import resigned
from bot.preferences.preferences import Preferences
from tests.databases import everything
from tests.e2e.seen import Answer, Seen
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import RECOVERY_SECONDS, Person, World


async def stored_of(world: World, *values: object) -> list[str]:
    """Return the columns of all tables that contain one of the values."""
    stored = await everything(world.bot.services.storage)
    return [f"{table}.{column}" for table, column, cell in stored for value in values if str(value) in cell]


async def delete_all(person: Person, typed: str = "delete") -> Answer:
    """Go through both questions."""
    await person.asks_to_delete_data()
    return await (await person.opens("Delete my data")).send(typed)


def exported(world: World, answer: Answer) -> dict[str, Any]:
    """The document in the file of an answer."""
    (message,) = answer.messages
    (file,) = message.payload["attachments"]
    read: dict[str, Any] = json.loads(world.env.backend.cdn.get(file["url"]) or b"")
    return read


async def test_the_privacy_text_is_private_and_says_what_to_do(world: World) -> None:
    text = (await world.ann.reads_privacy()).private
    for part in (
        "Your games",
        "Your ratings",
        "Who you have blocked",
        "/history",
        "It is yours",
    ):
        assert part in text
    assert "Who runs this bot" not in text
    assert world.posts() == []


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


async def test_an_export_for_an_unknown_person(world: World) -> None:
    document = exported(world, await world.chloe.exports_data(privately=True))
    assert document["games"] == document["ratings"] == []


async def test_nothing_is_deleted_before_the_word_was_typed(world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    question = await world.ann.asks_to_delete_data()
    assert "you resign, so your opponents don't lose out" in question.private
    assert "stay as they are and may still name you: announcements" in question.private
    answer = await (await world.ann.opens("Delete my data")).send("yes")
    assert answer.private == "That was “yes”, not DELETE: nothing was deleted."
    assert (await world.ann.taps("Keep my data")).private == "Nothing was deleted."
    assert await stored_of(world, world.ann.id) != []
    assert world.ann.mention in world.board(game).text


async def test_an_unknown_person_has_nothing_to_delete(world: World) -> None:
    assert (await world.ann.asks_to_delete_data()).private.startswith("I have no data about you")


async def test_a_deleted_person_is_named_nowhere(world: World) -> None:
    ann, ben = world.ann, world.ben
    over = await world.begin(ann, ben)
    await world.play(WIPE_OUT, ann, ben, game=over)
    going = await world.begin(ann, ben)
    await world.play("d3 c3 c4 e3", ann, ben, game=going)
    await ann.types("connect4 start")
    assert (await delete_all(ann)).private.startswith("Everything that was stored about you is deleted.")
    await world.pass_time(RECOVERY_SECONDS)
    assert await stored_of(world, ann.id, "Ann") == []
    for seen in world.posts():
        assert ann.mention not in seen.text
        assert "Ann" not in seen.text
    ended = world.board(going)
    assert f"{ben.mention} wins" in ended.text
    assert "deleted player" in ended.text
    assert "Rematch" not in world.board(over).labels
    assert "Rematch" not in ended.labels
    board = (await ben.types("leaderboard")).messages[0].text
    assert "Ann" not in board
    assert "deleted player" not in board
    assert "deleted player" in (await ben.types("profile")).messages[0].text


async def test_old_boards_are_edited_in_place(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "MAX_RENAMED", 2)
    ann, ben = world.ann, world.ben
    games = [await world.begin(ann, ben) for _ in range(3)]
    for game in games:
        await ann.taps("Resign", world.board(game))
        await ann.taps("Resign")
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


async def test_a_board_that_cannot_be_edited_is_given_up(world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    await world.play(WIPE_OUT, world.ann, world.ben, game=game)
    world.delete(world.board(game))
    await delete_all(world.ann)
    await world.pass_time(RECOVERY_SECONDS)
    assert await world.bot.services.storage.forgetting.outdated(10) == ()
    assert world.posts() == []


async def reviewed(world: World) -> Seen:
    """The review of a game that Ann and Ben have played."""
    game = await world.begin(world.ann, world.ben)
    await world.play(WIPE_OUT, world.ann, world.ben, game=game)
    await world.ben.taps("Review", world.board(game))
    review = world.posts()[-1]
    assert world.ann.mention in review.text
    assert "Ann: accuracy" in review.alt
    return review


async def test_reviews_are_edited_in_place(world: World) -> None:
    await reviewed(world)
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
    assert await world.bot.services.storage.forgetting.outdated(10) == ()


async def test_a_review_of_a_board_that_is_gone_is_changed(world: World) -> None:
    review = await reviewed(world)
    world.delete(world.board())
    await delete_all(world.ann)
    await world.pass_time(RECOVERY_SECONDS)
    (left,) = world.posts()
    assert left.id == review.id
    assert world.ann.mention not in left.text


async def test_a_review_that_cannot_be_edited_is_given_up(world: World) -> None:
    world.delete(await reviewed(world))
    await delete_all(world.ann)
    await world.pass_time(RECOVERY_SECONDS)
    assert await world.bot.services.storage.forgetting.outdated(10) == ()
    assert len(world.posts()) == 1


async def test_a_review_in_progress_ends_without_the_name(world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    await world.play(WIPE_OUT, world.ann, world.ben, game=game)
    world.searches.hold()
    await world.ben.taps("Review", world.board(game))
    assert world.ann.mention in world.posts()[-1].text
    await delete_all(world.ann)
    await world.pass_time(RECOVERY_SECONDS)
    await world.let_go()
    assert world.ann.mention not in world.posts()[-1].text
    assert "Ann" not in world.posts()[-1].alt
    assert world.posts()[-1].labels[0] == "Step through"


async def test_the_list_of_a_channel_names_them_no_more(world: World) -> None:
    await world.begin(world.ann, world.ben)
    await world.manager("Mo").sets_games_list("post")
    assert world.ann.mention in world.posts()[-1].text
    await delete_all(world.ann)
    await world.pass_time(RECOVERY_SECONDS)
    (listed,) = (seen for seen in world.posts() if "Games in this channel" in seen.text)
    assert world.ann.mention not in listed.text
    assert "No games here right now." in listed.text


async def test_a_strength_test_in_progress_ends_without_the_name(world: World) -> None:
    world.searches.hold()
    await world.ann.types("match", first="beginner", second="easy", games=2)
    assert world.ann.mention in world.posts()[-1].text
    await delete_all(world.ann)
    await world.let_go()
    assert "requested by deleted player" in world.posts()[-1].text
    assert world.ann.mention not in world.posts()[-1].text


async def test_a_returning_person_is_new(world: World) -> None:
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben)
    await world.play(WIPE_OUT, ann, ben, game=game)
    old = world.board(game)
    await delete_all(ann)
    await world.pass_time(RECOVERY_SECONDS)
    assert "deleted their data" in (await ben.taps_gone(old.custom_id("Rematch"), world.board(game))).private
    again = await world.begin(ann, ben)
    await world.play(WIPE_OUT, ann, ben, game=again)
    document = exported(world, await ann.exports_data())
    assert [one["id"] for one in document["games"]] == [again]
    assert "deleted player" in world.board(game).text


@pytest.mark.parametrize("ways", ["restart", "kill"])
async def test_a_deletion_survives_a_restart(world: World, ways: str) -> None:
    game = await world.begin(world.ann, world.ben)
    await delete_all(world.ann)
    await getattr(world, ways)()
    await world.pass_time(RECOVERY_SECONDS)
    assert await stored_of(world, world.ann.id, "Ann") == []
    assert "deleted player" in world.board(game).text


async def test_the_computer_stops_thinking_about_their_games(world: World) -> None:
    world.searches.hold()
    await world.ann.types("reversi start", bot="hard", colour="second")
    await delete_all(world.ann)
    await world.let_go()
    assert "deleted player" in world.board().text
    assert await stored_of(world, world.ann.id) == []


async def test_a_match_continues_without_its_starters_name(world: World) -> None:
    await world.ann.types("match", first="easy", second="easy")
    await delete_all(world.ann)
    await world.pass_time(10)
    assert await stored_of(world, world.ann.id) == []
    assert world.ann.mention not in world.board().text


async def test_turn_notices_are_deleted_with_the_games_that_end(world: World) -> None:
    ann, ben = world.ann, world.ben
    for person in (ann, ben):
        with world.env._bot_scope():
            await world.bot.services[Preferences].change_person(person.id, "notices", "channel")
    anns, bens = await world.begin(ann, ben), await world.begin(ann, ben)
    await world.play("d3", ann, game=anns)
    await world.pass_time(70)
    await world.play("c3", ben, game=anns)
    await world.play("d3", ann, game=bens)
    await world.pass_time(6)
    notices = [seen for seen in world.posts() if "your move" in seen.text]
    assert {seen.text.partition(",")[0] for seen in notices} == {ann.mention, ben.mention}
    await delete_all(ann)
    assert [seen for seen in world.posts() if "your move" in seen.text] == []
    assert await stored_of(world, ann.id) == []
    assert "deleted player" in world.board(anns).text


async def test_a_question_that_is_open_is_closed_and_names_them_no_more(world: World) -> None:
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben)
    await world.play("d3 c3 c4 e3", ann, ben, game=game)
    await ben.types("game ask", what="draw")
    assert any("Agree to a draw" in seen.labels for seen in world.posts())
    await delete_all(ann)
    await world.pass_time(RECOVERY_SECONDS)
    assert not any("Agree to a draw" in seen.labels for seen in world.posts())
    assert [seen.text for seen in world.posts() if ann.mention in seen.text] == []
    assert await stored_of(world, ann.id) == []


async def test_a_bot_that_is_killed_right_after_shows_it_at_the_next_start(world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    await world.play("d3 c3 c4 e3", world.ann, world.ben, game=game)
    with world.env._bot_scope():
        await world.bot.services.storage.forgetting.forget(
            world.ann.id, lambda game, side: resigned(GameSnapshot.of(game), side)
        )
    assert world.ann.mention in world.board(game).text
    await world.kill()
    assert "deleted player" in world.board(game).text
    assert world.ann.mention not in world.board(game).text
    assert f"{world.ben.mention} wins" in world.board(game).text
