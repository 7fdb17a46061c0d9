"""No voter asks the engine unseen: a position that is voted on is valued nowhere else."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.builders import ChannelHandle

from bot.events.votes.rules import USUAL_SECONDS
from bot.play.assist import fair_play
from bot.play.assist.refusals import PositionInPlay
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.vote_games import SOON, between_servers, board, ends
from tests.e2e.world import Person, World

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


@pytest.mark.parametrize("command", ["position", "opening explore"])
async def test_members_are_refused_everywhere(voted: World, command: str) -> None:
    option = {"position": "text", "opening explore": "moves"}[command]
    other = voted.server.create_text_channel("other")
    asked: dict[str, Any] = {option: "d3"}
    here = await voted.chloe.types(command, **asked)
    assert REFUSED in here.private
    assert REFUSED in (await voted.chloe.types(command, channel=other, **{option: "d3c3"})).private
    assert REFUSED in (await voted.chloe.types_privately(command, **asked)).private


async def test_members_of_the_second_server_are_refused(world: World) -> None:
    there = await between_servers(world)
    answer = await there.dora.types("position", channel=there.channel, text="d3c3")
    assert REFUSED in answer.private
    assert REFUSED in (await there.dora.types_privately("position", text="d3")).private


async def test_others_are_not_refused(voted: World) -> None:
    there = voted.env.create_guild("Another server", preferred_locale="en-GB")
    channel = there.create_text_channel("talk")
    dora = Person(voted, there.add_member(voted.env.create_user("dora", global_name="Dora")))
    assert REFUSED not in (await dora.types("position", channel=channel, text="d3")).private


async def test_a_copy_of_the_game_has_no_hints(voted: World) -> None:
    await voted.ben.types("reversi start", bot="easy", colour="first")
    answer = await voted.ben.types("hint")
    assert REFUSED in answer.private
    await ends(voted, voted.ann)
    await voted.pass_time(SOON)
    assert REFUSED not in (await voted.ben.types("hint")).private


async def test_a_copy_of_the_game_is_not_handed_over(voted: World) -> None:
    await voted.ben.types("reversi start", bot="easy", colour="first")
    assert REFUSED in (await voted.ben.types("game ask", bot="oracle")).private
    await ends(voted, voted.ann)
    await voted.pass_time(SOON)
    assert REFUSED not in (await voted.ben.types("game ask", bot="oracle")).private


async def test_no_review_goes_through_the_position(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a new one, nor the steps of one that is there, nor that of an imported game."""
    monkeypatch.setattr(fair_play, "BOOK_MOVES", 1)
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
        await world.bot.services[fair_play.FairPlay].require_game_not_voted_on(
            snapshot.kind, snapshot.positions(), None
        )
    question = await ann.taps("End game", world.boards(game + 1, channel)[-1])
    await ann.taps("End game", question.messages[0])
    await world.pass_time(SOON)
    assert REFUSED not in (await ben.taps("Forward", steps)).private
    assert REFUSED not in (await ben.taps("Review", imported)).private


async def test_what_the_refusal_advises_works(voted: World) -> None:
    answer = await voted.ben.taps("Hint", board(voted))
    assert "I would vote for" in answer.private
