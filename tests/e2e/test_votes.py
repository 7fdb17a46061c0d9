"""Teams vote for their moves; what they vote on is valued nowhere else."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle
from structlog.typing import EventDict

from bot.events.votes.boards import MAX_EMPTY, USUAL_SECONDS
from bot.events.votes.games import VoteGames
from bot.play.assist import hints
from bot.play.assist.hints import PositionInPlay
from data.games.records import Ending, GameState
from data.games.votes import VoteStore
from data.jobs.reviews import ReviewStore
from tests.cases import missing
from tests.e2e.seen import Seen
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.test_own_data import delete_all
from tests.e2e.world import RECOVERY_SECONDS, Person, World

SOON = 5.0
"""Seconds after which a board shows the votes."""


def board(world: World, channel: ChannelHandle | None = None) -> Seen:
    return world.boards(channel=channel)[-1]


def label(shown: Seen, move: str) -> str:
    """Return the label of the button of a move, which may have a number of votes."""
    return next(one for one in shown.labels if one.split(" ")[0] == move)


async def ends(world: World, person: Person) -> None:
    await person.confirms("End game", board(world))


async def starts(world: World, against: str, **options: Any) -> None:
    await world.ann.types("vote", against=against, **options)
    await world.pass_time(SOON)


async def test_a_channel_votes_against_the_computer(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    await starts(world, "computer", bot="easy")
    first = board(world)
    assert not missing(first.text, "The team votes.", "No votes yet")
    picture = world.picture(first)
    # A vote can be changed.
    for person, move in ((ann, "f5"), (ann, "d3"), (ben, "c4"), (chloe, "c4")):
        await person.taps(move, first)
    assert re.search(r"I would vote for \*\*\w\d\*\*", (await ben.taps("Hint", first)).private)
    await world.pass_time(SOON)
    assert "c4 (**2**) · d3 (**1**)" in board(world).text
    assert "c4 · 2" in board(world).labels
    assert f"Asked for a hint: {ben.mention}" in board(world).text
    assert world.picture(board(world)) != picture
    assert "Votes so far: c4, 2 votes; d3, 1 vote." in board(world).alt
    assert await world.moves() == ""
    await world.pass_time(USUAL_SECONDS)
    moves = (await world.moves()).split()
    assert moves[0] == "c4"
    assert len(moves) == 2
    assert "The team votes." in board(world).text
    assert not (await world.snapshot()).game.rated
    # A majority of those who voted last ends the countdown.
    move, before = (await world.snapshot()).position.legal_moves()[0], board(world)
    await ann.taps(label(before, move), before)
    assert len((await world.moves()).split()) == 2
    await ben.taps(label(before, move), before)
    assert (await world.moves()).split()[2] == move


@pytest.mark.long
async def test_no_one_votes_for_both_teams(world: World, ann: Person, ben: Person) -> None:
    await starts(world, "teams")
    first = board(world)
    await ann.taps("d3", first)
    await ben.taps("c4", first)
    # Before the first move a team is changed, which withdraws the vote, and left.
    await ann.taps("Join White", first)
    await world.pass_time(SOON)
    assert not missing(board(world).text, "Team 1: 1 person · Team 2: 1 person", "c4 (**1**)")
    assert "d3 (**1**)" not in board(world).text
    assert "The other team is voting. Your team is next." in (await ann.taps("d3", first)).private
    question = await ben.taps("Join Black", board(world))
    assert "You're on Team 1" in question.private
    assert "your vote is withdrawn" in (await ben.taps("Leave the team", question.messages[0])).private
    await world.pass_time(SOON)
    assert "Team 1: 0 people · Team 2: 1 person" in board(world).text
    await ben.taps("d3", board(world))
    question = await ben.taps("Join Black", board(world))
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3"
    for tap, on, said in (
        ("Leave the team", question.messages[0], "everyone stays on their team"),
        ("Join White", board(world), "You're on the other team"),
        ("c3", board(world), "The other team is voting"),
    ):
        assert said in (await ben.taps(tap, on)).private
    assert "The countdown for this move is over" in (await ann.taps_late("d3", first, board(world))).private
    # A tie is settled by lot.
    await ann.taps("c3", board(world))
    await world.chloe.taps("e3", board(world))
    await world.pass_time(USUAL_SECONDS + SOON)
    move = (await world.moves()).split()[1]
    assert f"c3, e3 had the same number of votes, so I picked {move} at random" in board(world).text


@pytest.mark.long
async def test_without_votes_the_game_is_put_aside_and_resumed_or_ended(world: World) -> None:
    await starts(world, "teams")
    await world.pass_time(USUAL_SECONDS)
    assert "No one has voted yet" in board(world).text
    await world.pass_time(USUAL_SECONDS * MAX_EMPTY)
    assert "Put aside" in board(world).text
    assert board(world).labels == ["Resume game", "End game"]
    await world.chloe.taps("Resume game", board(world))
    await world.pass_time(USUAL_SECONDS * (MAX_EMPTY + 1))
    await ends(world, world.moderator("Mo"))
    await world.pass_time(RECOVERY_SECONDS)
    assert (await world.snapshot()).game.ending is Ending.CALLED_OFF
    assert await world.bot.kit[ReviewStore].of(1) is None
    assert "reviewing" not in board(world).text


async def killed(*_: object) -> None:
    """Do no more, as a killed process."""


async def test_no_kill_or_lost_connection_loses_a_vote(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed during the countdown, and before its end is stored."""
    await starts(world, "teams")
    await world.ann.taps("d3", board(world))
    await world.kill()
    await world.pass_time(SOON)
    assert "d3 (**1**)" in board(world).text
    for happened, seconds in (("disconnect", 10 * USUAL_SECONDS), ("resumed", SOON)):
        await world.hears(happened)
        await world.pass_time(seconds)
        assert await world.moves() == ""
    monkeypatch.setattr(world.bot.kit[VoteGames], "_play", killed)
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == ""
    await world.kill()
    await world.pass_time(SOON)
    assert await world.moves() == "d3"
    assert "Team 2 votes." in board(world).text


async def test_the_starter_ends_a_game(world: World) -> None:
    await starts(world, "teams")
    await world.ann.taps("d3", board(world))
    await world.pass_time(SOON)
    # A deleted board is posted again.
    world.delete(board(world))
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3"
    assert "Team 2 votes." in board(world).text
    assert "Only the person who started" in (await world.ben.taps("End game", board(world))).private
    assert "already in progress" in (await world.ben.types("vote", against="teams")).private
    question = await world.ann.taps("End game", board(world))
    assert "End the game for everyone?" in question.private
    await world.ann.taps("No, go back", question.messages[0])
    assert (await world.snapshot()).going
    question = await world.ann.taps("End game", board(world))
    assert "The game is over." in (await world.ann.taps("End game", question.messages[0])).private
    await world.pass_time(SOON)
    assert (await world.snapshot()).game.ending is Ending.CALLED_OFF
    assert "End game" not in board(world).labels
    assert "This game is over" in (await world.ann.taps("End game", question.messages[0])).private
    history = (await world.ben.types("history", whose="server")).private
    assert "Team 1" in history
    assert "-1" not in history


@pytest.mark.long
async def test_a_whole_game_against_the_computer(world: World) -> None:
    await starts(world, "computer", bot="child", game="connect4", board="5x4", colour="second")
    while (snapshot := await world.snapshot()).going:
        shown = board(world)
        await world.ben.taps(label(shown, snapshot.position.legal_moves()[0]), shown)
        await world.pass_time(USUAL_SECONDS + SOON)
    await world.pass_time(RECOVERY_SECONDS)
    await world.pass_time(SOON)
    assert (await world.snapshot()).game.state is GameState.FINISHED
    assert not missing(board(world).text, "Votes for the best move", f"{world.ben.mention}: ")
    assert "reviewing" not in board(world).text
    await starts(world, "teams")
    assert len(world.boards(game=2)) == 1


async def test_a_person_who_deletes_their_data_is_no_longer_counted(world: World) -> None:
    await starts(world, "teams")
    await world.ann.taps("d3", board(world))
    await world.ben.taps("c4", board(world))
    await world.ben.taps("Hint", board(world))
    await world.pass_time(SOON)
    assert world.ben.mention in board(world).text
    storage = world.bot.kit.storage
    assert [vote[1] for vote in await storage[VoteStore].all_votes(1)] == sorted((world.ann.id, world.ben.id))
    await delete_all(world.ben)
    await world.pass_time(RECOVERY_SECONDS)
    assert [vote[1] for vote in await storage[VoteStore].all_votes(1)] == [world.ann.id]
    assert world.ben.mention not in board(world).text
    assert (await world.snapshot()).going


@pytest.mark.long
async def test_a_new_position_has_no_votes_of_the_one_before(
    world: World, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]
) -> None:
    """Even between a move and the next countdown, where the move filled the column that was voted for."""
    await starts(world, "teams", game="connect4", board="5x4")
    for number in range(4):
        if number == 3:
            monkeypatch.setattr(world.bot.kit[VoteGames], "_begin_countdown", killed)
        shown = board(world)
        await (world.ben if number % 2 else world.ann).taps(label(shown, "1"), shown)
        await world.pass_time(USUAL_SECONDS + SOON)
    assert await world.moves() == "1 1 1 1"
    world.bot.kit[VoteGames].boards.update(1, now=True)
    await world.pass_time(SOON)
    assert [entry for entry in log if entry["log_level"] == "error"] == []
    shown = board(world)
    assert "Team 1 votes." in shown.text
    assert "Votes so far" not in shown.alt
    assert not [one for one in shown.labels if "·" in one]


REFUSED = "Teams are voting on that position"


async def vote_after_d3(world: World, game: int, channel: ChannelHandle) -> None:
    """Have teams vote after d3 in a channel, in what will be game number `game`."""
    await world.ann.types("vote", channel=channel, against="teams")
    await world.pass_time(SOON)
    await world.ann.taps("d3", world.boards(game, channel)[-1])
    await world.pass_time(USUAL_SECONDS + SOON)


@pytest.fixture
async def voted(world: World) -> World:
    """Return a world in whose channel teams vote after d3."""
    await vote_after_d3(world, 1, world.channel)
    assert await world.moves() == "d3"
    return world


async def test_members_are_refused_everywhere(voted: World) -> None:
    other = voted.server.create_text_channel("other")
    for command, option in (("position", "text"), ("opening explore", "moves")):
        asked: dict[str, Any] = {option: "d3"}
        here = await voted.chloe.types(command, **asked)
        assert here.private.count(REFUSED) == 1, command
        assert str(board(voted).id) in here.private
        assert REFUSED in (await voted.chloe.types(command, channel=other, **asked)).private
        assert REFUSED in (await voted.chloe.types_privately(command, **asked)).private
        asked[option] = "d3c3"
        assert REFUSED not in (await voted.chloe.types(command, **asked)).private
    # The explorer leads past the position.
    (closed,) = (await voted.chloe.types("opening explore", moves="d3")).messages
    (after,) = (await voted.chloe.taps("c3", closed)).messages
    assert REFUSED not in after.text
    (again,) = (await voted.chloe.taps("Back", after)).messages
    assert REFUSED in again.text
    (start,) = (await voted.chloe.taps("Back", again)).messages
    assert "Black" in start.text
    assert REFUSED not in start.text


async def test_others_are_not_refused(world: World) -> None:
    """Those who do not see the channel, and those of other servers."""
    nobody = discord.PermissionOverwrite(view_channel=False)
    hidden = world.server.create_text_channel("team", overwrites={world.chloe.actor: nobody})
    await vote_after_d3(world, 1, hidden)
    dora, there = world.foreigner("Dora")
    for person, channel in ((world.chloe, world.channel), (dora, there)):
        assert REFUSED not in (await person.types("position", channel=channel, text="d3")).private


async def test_a_copy_of_the_game_has_no_help(world: World) -> None:
    await world.ann.types("vote", against="teams")
    await world.pass_time(SOON)
    await world.ben.types("reversi start", bot="easy", colour="first")
    assert REFUSED in (await world.ben.types("hint")).private
    assert REFUSED in (await world.ben.types("game ask", bot="oracle")).private
    await ends(world, world.ann)
    await world.pass_time(SOON)
    assert REFUSED not in (await world.ben.types("hint")).private
    assert REFUSED not in (await world.ben.types("game ask", bot="oracle")).private


@pytest.mark.long
async def test_no_review_goes_through_the_position(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a new one, nor the steps of one that is there, nor that of an imported game."""
    monkeypatch.setattr(hints, "BOOK_MOVES", 1)
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben)
    await world.play(WIPE_OUT, ann, ben, game=game)
    await ann.types("review", game=str(game))
    posted = world.posts()[-1]
    (imported,) = (await ben.types("import", text=WIPE_OUT)).messages
    (steps,) = (await ben.taps("Step through", posted)).messages
    channel = world.server.create_text_channel("votes")
    await vote_after_d3(world, game + 1, channel)
    assert REFUSED in (await ben.types("review", game=str(game))).private
    assert REFUSED in (await ben.taps("Step through", posted)).private
    assert REFUSED in (await ben.taps("Forward", steps)).private
    assert REFUSED in (await ben.taps("Review", imported)).private
    # A visitor of the web page may be anyone.
    snapshot = await world.snapshot(game)
    with pytest.raises(PositionInPlay):
        await world.bot.kit[hints.FairPlay].require_game_not_voted_on(
            snapshot.kind, snapshot.positions(), None
        )
    await ann.confirms("End game", world.boards(game + 1, channel)[-1])
    await world.pass_time(SOON)
    assert REFUSED not in (await ben.taps("Forward", steps)).private
    assert REFUSED not in (await ben.taps("Review", imported)).private
