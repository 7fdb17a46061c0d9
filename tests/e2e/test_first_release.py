"""A database of version 1.0 opens in this one, and its games go on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from structlog.typing import EventDict

from bot.events.votes.boards import USUAL_SECONDS
from tests.cases import missing
from tests.data.db import first_release
from tests.data.db.earlier_simuls import FINISHED, OPEN, RUNNING, create_with_simuls
from tests.data.db.earlier_votes import PUT_ASIDE, VOTED, VOTED_OUT, create_with_votes_of_servers
from tests.data.db.first_release import AGAINST_COMPUTER, BOARDS, CLOCK, CORRESPONDENCE, TOURNAMENT, VOTE
from tests.e2e.seen import Seen
from tests.e2e.world import RECOVERY_SECONDS, Person, World

SOON = 8.0
"""Seconds after which a change is shown."""

pytestmark = [pytest.mark.sqlite, pytest.mark.english]


@pytest.fixture
async def world(request: pytest.FixtureRequest, tmp_path: Path, log: list[EventDict]) -> AsyncIterator[World]:
    """A virtual Discord in which people and channels have the ids of the database."""
    request.param(tmp_path / "games.db")
    made = World(tmp_path / "games.db")
    made.skip(timedelta(minutes=1))
    await made.start()
    yield made
    await made.end()
    assert [entry for entry in log if entry["log_level"] in ("error", "critical")] == []


@pytest.mark.long
@pytest.mark.parametrize("world", [first_release.create_first_release], indirect=True)
async def test_every_kind_of_game_goes_on(world: World, ann: Person, ben: Person, chloe: Person) -> None:
    await ann.taps("c4", world.board(CLOCK))
    assert await world.moves(CLOCK) == "d3 c3 c4"
    await chloe.taps("1", world.board(AGAINST_COMPUTER))
    assert (await world.moves(AGAINST_COMPUTER)).startswith("4 4 1 ")
    await ben.taps("c3", world.board(CORRESPONDENCE))
    # Ann had planned the answer.
    assert await world.moves(CORRESPONDENCE) == "d3 c3 c4"
    await ben.taps("d3", world.board(TOURNAMENT))
    assert await world.moves(TOURNAMENT) == "d3"
    await world.pass_time(USUAL_SECONDS)
    # Ben's vote was the only one.
    assert (await world.moves(VOTE)).startswith("d3 ")


def card(world: World, number: int) -> Seen:
    return [seen for seen in world.posts() if f"simultaneous exhibition #{number}\n" in seen.text][-1]


@pytest.mark.long
@pytest.mark.parametrize("world", [create_with_simuls], indirect=True)
async def test_exhibitions_go_on(world: World, ann: Person, ben: Person, chloe: Person) -> None:
    await world.pass_time(SOON)
    assert "+0 =0 −0** · 2 boards in progress" in card(world, RUNNING).text
    assert f"f4:simul_manage:{RUNNING}" in card(world, RUNNING).custom_ids
    for person, label, shown in (
        (ben, "Leave", card(world, RUNNING)),
        (ann, "Resign", world.board(BOARDS[1])),
    ):
        (question,) = (await person.taps(label, shown)).messages
        await person.taps(next(one for one in question.labels if "Resign" in one), question)
    await world.pass_time(SOON)
    assert "Final score: +1 =0 −1** (1 win, 0 draws, 1 loss)" in card(world, RUNNING).text
    # One that is in its lobby begins.
    assert "Places taken: 1 of 5" in card(world, OPEN).text
    assert "You were removed" in (await chloe.taps("Join", card(world, OPEN))).private
    manage = await ben.taps("Manage", card(world, OPEN))
    await ben.invites(chloe, manage.messages[0])
    await chloe.taps("Join", card(world, OPEN))
    await ben.taps("Start", card(world, OPEN))
    await world.pass_time(SOON)
    assert "2 boards in progress" in card(world, OPEN).text
    begun = [(await world.snapshot(game)).game for game in (TOURNAMENT + 1, TOURNAMENT + 2)]
    assert [game.seats[0].player_id for game in begun] == [ben.id] * 2
    assert all(game.in_simul for game in begun)
    # One that is over stays as it is.
    assert not [seen for seen in world.posts() if f"simultaneous exhibition #{FINISHED}" in seen.text]
    assert "tournament #1" in (await ann.types("tournament list")).private


OF_SERVERS = (
    *("f4:vote_move:21:2:1:4", "f4:vote_hint:21:2:1", "f4:vote_join:21:1"),
    *("f4:vote_end:21", "f4:vote_resume:21", "f4:vote_resume_at:21:2"),
)
"""Buttons on boards of votes between two servers."""


@pytest.mark.parametrize("world", [create_with_votes_of_servers], indirect=True)
async def test_votes_between_servers_have_ended(world: World) -> None:
    """They are shown as called off, reviewed, and read like any game; old buttons say what became of them."""
    await world.pass_time(RECOVERY_SECONDS + SOON)
    for game in (VOTED, PUT_ASIDE):
        assert not missing(world.board(game).text, "**Called off**", "Votes for the best move")
    dora, there = world.foreigner("Dora")
    await dora.types("reversi start", channel=there, bot="easy")
    shown = world.seen(there)[-1]
    # The board of the second server as it was left.
    left = Seen({**shown.payload, "attachments": world.board(VOTED).payload["attachments"]})
    for custom_id in OF_SERVERS:
        answer = await dora.taps_gone(custom_id, left)
        assert "Servers can't vote against each other any more" in answer.private, custom_id
    assert world.posts(there) == [shown]
    for game in (VOTED, VOTED_OUT):
        assert f"Game #{game}, the start" in (await world.ann.types("replay", game=str(game))).private
        assert "has 1 game" in (await world.ann.types("export", game=str(game))).private
    assert "Team 1" in (await world.ben.types("history", whose="server")).private
