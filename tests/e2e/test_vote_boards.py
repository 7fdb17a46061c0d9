"""The boards of vote games: each shows one state of its game, and both are boards of it."""

from __future__ import annotations

import pytest
from structlog.typing import EventDict

from bot.events.votes.games import VoteGames
from bot.events.votes.rules import USUAL_SECONDS
from tests.e2e.vote_games import SOON, between_servers, board, ends, label
from tests.e2e.world import World


async def test_a_new_position_has_no_votes_of_the_one_before(
    world: World, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]
) -> None:
    """Even between a move and the next countdown, where the move filled the column that was voted for."""
    await world.ann.types("vote", against="teams", game="connect4", board="5x4")
    await world.pass_time(SOON)
    for _ in range(3):
        await (world.ann if (await world.snapshot()).position.turn == 0 else world.ben).taps(
            label(board(world), "1"), board(world)
        )
        await world.pass_time(USUAL_SECONDS + SOON)
    votes = world.bot.services[VoteGames]

    async def killed(*arguments: object) -> None:
        """Do no more, as a killed process."""

    monkeypatch.setattr(votes, "_begin_countdown", killed)
    await world.ben.taps(label(board(world), "1"), board(world))
    await world.pass_time(USUAL_SECONDS + SOON)
    assert await world.moves() == "1 1 1 1"
    votes.boards.update(1, now=True)
    await world.pass_time(SOON)
    assert [entry for entry in log if entry["log_level"] == "error"] == []
    shown = board(world)
    assert "Team 1 votes." in shown.text
    assert "Votes so far" not in shown.alt
    assert not [one for one in shown.labels if "·" in one]


async def test_a_countdown_that_has_run_out_is_not_shown(world: World) -> None:
    await world.ann.types("vote", against="teams", game="connect4")
    await world.pass_time(SOON)
    boards = world.bot.services[VoteGames].boards
    for passed, is_shown in ((0.0, True), (USUAL_SECONDS, False)):
        world.env.backend.advance_clock(passed)
        content = await boards.content(1, 0)
        assert content is not None
        assert (content.vote.ends_at is not None) == is_shown


async def test_a_vote_leaves_the_second_servers_board_where_it_is(world: World) -> None:
    there = await between_servers(world)
    await world.ann.taps("d3", board(world))
    await world.pass_time(USUAL_SECONDS + SOON)
    shown = board(world, there.channel)
    await there.dora.taps("c3", shown)
    assert world.posts(there.channel) == [shown]
    await world.pass_time(SOON)
    assert "c3 · 1" in board(world, there.channel).labels


async def test_a_refused_tap_leaves_the_second_servers_board_where_it_is(world: World) -> None:
    there = await between_servers(world)
    await world.ann.taps("d3", board(world))
    await world.pass_time(USUAL_SECONDS + SOON)
    await world.bot.services.storage.votes.join(1, there.dora.id, 0)
    shown = board(world, there.channel)
    answer = await there.dora.taps("c3", shown)
    assert "You're on the other team" in answer.private
    await world.pass_time(SOON)
    assert board(world, there.channel).text == shown.text


async def test_a_replay_leaves_the_second_servers_board_where_it_is(world: World) -> None:
    there = await between_servers(world)
    await world.ann.taps("d3", board(world))
    await world.pass_time(USUAL_SECONDS + SOON)
    await ends(world, world.ann)
    await world.pass_time(SOON)
    shown = board(world, there.channel)
    await there.dora.taps("Replay", shown)
    assert board(world, there.channel).text == shown.text


async def test_the_second_server_finds_the_game_by_the_link_to_its_board(world: World) -> None:
    there = await between_servers(world)
    await world.ann.taps("d3", board(world))
    await world.pass_time(USUAL_SECONDS + SOON)
    await ends(world, world.ann)
    message = board(world, there.channel).id
    assert there.channel.guild is not None
    link = f"https://discord.com/channels/{there.channel.guild.id}/{there.channel.id}/{message}"
    answer = await there.dora.types("replay", channel=there.channel, game=link)
    assert "I can't find a game" not in answer.private
