"""No voter asks the engine unseen: a position that is voted on is valued nowhere else."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.events.votes.rules import USUAL_SECONDS
from bot.play.assist import fair_play
from bot.play.assist.refusals import PositionInPlay
from engine import reversi
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.vote_games import SOON, between_servers, board, ends
from tests.e2e.world import Person, World

REFUSED = "Teams are voting on that position"
START = str(reversi.start())


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
    assert here.private.count(REFUSED) == 1
    assert str(board(voted).id) in here.private
    assert REFUSED in (await voted.chloe.types(command, channel=other, **asked)).private
    assert REFUSED in (await voted.chloe.types_privately(command, **asked)).private
    asked[option] = "d3c3"
    assert REFUSED not in (await voted.chloe.types(command, **asked)).private


async def test_the_explorer_leads_past_the_position(voted: World) -> None:
    (closed,) = (await voted.chloe.types("opening explore", moves="d3")).messages
    (after,) = (await voted.chloe.taps("c3", closed)).messages
    assert REFUSED not in after.text
    (again,) = (await voted.chloe.taps("Back", after)).messages
    assert REFUSED in again.text
    (start,) = (await voted.chloe.taps("Back", again)).messages
    assert "Black" in start.text
    assert REFUSED not in start.text


async def test_those_who_do_not_see_the_channel_are_not_refused(world: World) -> None:
    hidden = world.server.create_text_channel(
        "team", overwrites={world.chloe.actor: discord.PermissionOverwrite(view_channel=False)}
    )
    await vote_after_d3(world, 1, hidden)
    assert REFUSED not in (await world.chloe.types("position", text="d3")).private


async def test_members_of_the_second_server_are_refused(world: World) -> None:
    there = await between_servers(world)
    start = {"text": START}
    assert REFUSED in (await there.dora.types("position", channel=there.channel, **start)).private
    assert REFUSED in (await there.dora.types_privately("position", **start)).private


async def test_others_are_not_refused(voted: World) -> None:
    there = voted.env.create_guild("Another server", preferred_locale="en-GB")
    channel = there.create_text_channel("talk")
    dora = Person(voted, there.add_member(voted.env.create_user("dora", global_name="Dora")))
    assert REFUSED not in (await dora.types("position", channel=channel, text="d3")).private


async def test_a_copy_of_the_game_has_no_hints(world: World) -> None:
    await world.ann.types("vote", against="teams")
    await world.pass_time(SOON)
    await world.ben.types("reversi start", bot="easy", colour="first")
    answer = await world.ben.types("hint")
    assert REFUSED in answer.private
    await ends(world, world.ann)
    await world.pass_time(SOON)
    assert REFUSED not in (await world.ben.types("hint")).private


async def test_a_copy_of_the_game_is_not_handed_over(world: World) -> None:
    await world.ann.types("vote", against="teams")
    await world.pass_time(SOON)
    await world.ben.types("reversi start", bot="easy", colour="first")
    assert REFUSED in (await world.ben.types("game ask", bot="oracle")).private
    await ends(world, world.ann)
    await world.pass_time(SOON)
    assert REFUSED not in (await world.ben.types("game ask", bot="oracle")).private


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
