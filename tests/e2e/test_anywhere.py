"""In group chats and servers without the bot, where a person has installed it: all it can do is to answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import discord
import pytest

from data.games.records import GameState
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, RatingList
from tests.e2e.abroad import Abroad
from tests.e2e.world import Person, World


@pytest.fixture
def abroad(request: pytest.FixtureRequest, world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Abroad]:
    """A group chat, or a server without the bot; the bot never acts there on its own."""
    place = Abroad(world, monkeypatch, server=getattr(request, "param", False))
    yield place
    assert place.by_itself() == []


in_a_server = pytest.mark.parametrize("abroad", [True], indirect=True)


@pytest.mark.long
async def test_the_computers_answer_rides_on_the_tap(world: World, abroad: Abroad, ann: Person) -> None:
    await abroad.types(ann, "connect4 start", bot="easy", colour="second")
    assert f"**{ann.mention} to move.**" in abroad.board().text
    await abroad.types(ann, "reversi start", bot="easy", colour="first")
    for _ in range(3):
        await ann.taps(abroad.board(2).moves[0], abroad.board(2))
    assert f"**{ann.mention} to move.**" in abroad.board(2).text
    assert len((await world.snapshot(2)).game.moves) == 6
    world.searches.hold()
    await ann.taps(abroad.board(2).moves[0], abroad.board(2))
    await world.leap(13 * 60)
    assert "is thinking" in abroad.board(2).text
    await world.let_go()
    assert f"**{ann.mention} to move.**" in abroad.board(2).text


async def test_a_tap_shows_a_late_answer_and_reposts_an_old_board(world: World, abroad: Abroad) -> None:
    await abroad.types(world.ann, "reversi start", bot="easy", colour="first")
    world.searches.hold()
    await world.ann.taps("d3", abroad.board())
    await world.leap(16 * 60)
    await world.let_go()
    assert "is thinking" in abroad.board().text
    await world.ann.taps("Refresh", abroad.board())
    old = abroad.board()
    assert f"**{world.ann.mention} to move.**" in old.text
    await world.leap(3600)
    await world.ann.taps(old.moves[0], old)
    assert abroad.board().id != old.id
    assert f"**{world.ann.mention} to move.**" in abroad.board().text
    # After a restart the bot has answered, and cannot show it.
    world.searches.hold()
    await world.ann.taps(abroad.board().moves[0], abroad.board())
    await world.kill()
    await world.let_go()
    assert len((await world.snapshot()).game.moves) == 6
    assert f"**{world.ann.mention} to move.**" not in abroad.board().text
    await world.pass_time(300)
    await world.ann.taps("Refresh", abroad.board())
    assert f"**{world.ann.mention} to move.**" in abroad.board().text


async def test_two_people_play_by_their_own_taps(world: World, abroad: Abroad) -> None:
    ann, ben = world.ann, world.ben
    await abroad.begin(ann, ben)
    await abroad.play("d3", ann)
    shown = abroad.board()
    await abroad.play("c3", ben)
    # A stale board catches up.
    assert (await ben.taps_late("c3", shown, abroad.board())).private
    assert f"**{ann.mention} to move.**" in abroad.board().text
    await abroad.play("c4 e3", ann, ben)
    assert await world.moves() == "d3 c3 c4 e3"
    assert len(abroad.posts()) == 1
    assert "You're watching this game" in (await world.chloe.taps("f4", abroad.board())).private
    for answer in (await ann.types("games"), await abroad.types(ann, "games")):
        assert "**Reversi** against **Ben**" in answer.private
        assert f"/@me/{abroad.channel.id}/{abroad.board().id}" in str(answer.messages[0].payload)
    # A person who is named in the command or on the card accepts.
    await abroad.types(ann, "reversi start", opponent=ben, colour="first")
    assert abroad.posts()[-1].labels == ["Accept", "Decline", "Withdraw"]
    await ben.taps("Accept", abroad.posts()[-1])
    await abroad.play("d3", ann, game=2)
    await abroad.types(ann, "reversi start", colour="first")
    await ann.invites(ben, abroad.posts()[-1])
    assert len(abroad.posts()) == 3
    await ben.taps("Accept", abroad.posts()[-1])
    await abroad.play("d3", ann, game=3)


async def test_questions_review_and_rematch(world: World, abroad: Abroad, ann: Person, ben: Person) -> None:
    await abroad.begin(ann, ben)
    await abroad.play("d3 c3 c4 e3", ann, ben)
    await abroad.types(ann, "game ask", what="draw")
    lapsed = abroad.posts()[-1]
    await abroad.play("f4 c5", ann, ben)
    assert (await ben.taps("Agree to a draw", lapsed)).private
    assert (await world.snapshot()).going
    await abroad.types(ann, "game ask", what="draw")
    await ben.taps("Agree to a draw", abroad.posts()[-1])
    assert "**A draw**" in abroad.board().text
    before = len(abroad.posts())
    await ben.taps("Review", abroad.board())
    await world.pass_time(30)
    assert len(abroad.posts()) == before + 1
    assert "Step through" in abroad.posts()[-1].labels
    await ben.taps("Rematch", abroad.board())
    await ann.taps("Accept", abroad.posts()[-1])
    await abroad.play("d3", ben, ann, game=2)


@pytest.mark.long
async def test_games_there_cost_nothing_between_taps_and_no_notices(world: World, abroad: Abroad) -> None:
    await world.ben.wants("notices", "channel")
    await abroad.begin(world.ann, world.ben, time="1 day")
    await abroad.play("d3", world.ann)
    await world.restart(away=timedelta(minutes=20))
    before = len(world.env.http_requests)
    await world.pass_time(200)
    assert world.env.http_requests[before:] == []
    assert len(abroad.posts()) == 1


@pytest.mark.long
async def test_the_board_is_posted_again_by_command(world: World, abroad: Abroad) -> None:
    ann, ben = world.ann, world.ben
    await abroad.begin(ann, ben)
    await abroad.play("d3", ann)
    old = abroad.board()
    await abroad.types(ben, "game board")
    # The last tap could still delete the one before.
    assert abroad.board().id != old.id
    await abroad.play("c3", ben)
    await world.pass_time(20 * 60)
    there = abroad.board()
    await abroad.types(ben, "game board")
    boards = world.boards(1, abroad.channel)
    assert [board.id for board in boards[:1]] == [there.id]
    # Nothing can delete the old one any more: a tap on it brings it up to date.
    await ann.taps("c4", boards[0])
    first, *_ = world.boards(1, abroad.channel)
    assert first.id == there.id
    assert f"**{ben.mention} to move.**" in first.text


async def test_a_clock_ends_the_game_and_the_last_tap_shows_it(world: World, abroad: Abroad) -> None:
    ann, ben = world.ann, world.ben
    await abroad.begin(ann, ben, time="1+0")
    await abroad.play("d3 c3", ann, ben)
    await world.pass_time(61)
    assert f"{ann.mention} ran out of time" in abroad.board().text


@pytest.mark.long
@pytest.mark.usefixtures("slow_beats")
async def test_a_clock_that_ends_the_game_later_is_seen_at_the_next_tap(world: World, abroad: Abroad) -> None:
    ann, ben = world.ann, world.ben
    await abroad.begin(ann, ben, time="30+0")
    await abroad.play("d3 c3", ann, ben)
    board = abroad.board()
    await world.leap(31 * 60)
    assert (await world.snapshot()).game.state is GameState.FINISHED
    assert abroad.board().text == board.text
    assert "This game is over" in (await ann.taps("c4", board)).private
    assert f"{ann.mention} ran out of time" in abroad.board().text
    assert await world.moves() == "d3 c3"


async def test_two_computers_are_not_let_loose_there(world: World, abroad: Abroad, ann: Person) -> None:
    for options in ({}, {"games": 4}):
        answer = await abroad.types(ann, "match", first="easy", second="easy", **options)
        assert "I'm not a member here" in answer.private
    await abroad.types(ann, "reversi start", bot="easy", colour="first")
    answer = await abroad.types(ann, "game ask", bot="easy")
    if "I'm not a member here" not in answer.private:
        answer = await ann.taps("Let it play", answer.messages[-1])
    assert "I'm not a member here" in answer.private
    assert not (await world.snapshot()).delegated


@in_a_server
async def test_a_game_in_another_server(world: World, abroad: Abroad, ann: Person, ben: Person) -> None:
    await abroad.begin(ann, ben)
    await abroad.play("d3 c3 c4 e3", ann, ben)
    await ann.confirms("Resign", abroad.board())
    assert "wins" in abroad.board().text
    assert await world.bot.kit[StandingStore].rating(ben.id, RatingList("reversi", Pool.PEOPLE))
    # The server has nothing of its own.
    answer = await abroad.types(ann, "leaderboard", where="server")
    assert "Only servers that have added me" in answer.private
    answer = await abroad.types(ann, "leaderboard")
    assert "everywhere" in answer.public
    assert "This server" not in answer.messages[-1].labels
    noah = world._allowed("Noah", discord.Permissions.all())
    for command in ("opponent", "settings"):
        assert "I'm not a member here" in (await abroad.types(noah, command)).private, command


@pytest.mark.long
async def test_questions_need_a_public_answer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Abroad(world, monkeypatch, server=True, seen_by_all=False)
    assert "Only you can see my replies" in (await place.types(world.ann, "reversi start")).private
    assert world.posts(place.channel) == []
    await place.types(world.ann, "reversi start", bot="easy", colour="first")
    assert place.board().moves
