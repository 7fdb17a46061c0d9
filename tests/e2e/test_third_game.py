"""A game registered by a test is played from the command to the leaderboard; no part of the bot knows it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.typing import EventDict

from bot.catalog import forget, register
from bot.matches.exhibitions import PACE
from tests.e2e.world import World
from tests.tictactoe import TicTacToeKind


@pytest.fixture
async def world(tmp_path: Path, log: list[EventDict]) -> AsyncIterator[World]:
    """A world in which a third game is registered before the bot is made."""
    register(TicTacToeKind())
    try:
        made = World(tmp_path / "games.db")
        await made.start()
        yield made
        await made.end()
    finally:
        forget("tictactoe")
    assert not [entry for entry in log if entry["log_level"] == "error"]


async def test_a_third_game_is_played_to_its_end(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("tictactoe start", opponent=ben, colour="first")
    await ben.taps("Accept")
    for mover, move in zip((ann, ben, ann, ben), ("a1", "b1", "a2", "b2"), strict=True):
        await mover.taps(move)
    assert (await ben.taps("a3")).private.startswith(f"It is {ann.mention}'s turn")
    await ann.taps("a3")
    assert f"🏆 **{ann.mention} wins with three in a row**" in world.posts()[-1].text
    assert f"{ann.mention} 1500 → " in world.posts()[-1].text
    leaderboard = await ann.types("leaderboard", game="tictactoe")
    assert "Tic-tac-toe" in leaderboard.public
    assert "🥇 **Ann** (you)" in leaderboard.public
    assert "Nobody" in (await ann.types("leaderboard", game="reversi")).public
    assert "Tic-tac-toe" in (await ann.types("profile")).public


async def test_its_computers_play_each_other(world: World) -> None:
    await world.ann.types("match", first="taker", second="taker", game="tictactoe")
    assert "❌ Flipfour (taker) · ⭕ Flipfour (taker)" in world.posts()[-1].text
    await world.pass_time(PACE * 10)
    assert "wins with three in a row" in world.posts()[-1].text
    await world.ann.taps("Again, sides swapped")
    assert (await world.snapshot(2)).going


async def test_its_computers_are_compared(world: World) -> None:
    await world.ann.types("strength", first="taker", second="taker", games=10, game="tictactoe")
    seen = world.posts()[-1]
    assert "Tic-tac-toe · " in seen.text
    assert "**10 games** played" in seen.text
    assert "Too close to tell" in seen.text
    assert "taker (1) is Crosses, taker (2) is Noughts" in seen.alt
    offered = await world.ann.actor.autocomplete(world.channel, "strength", "first", "", game="tictactoe")
    assert "taker" in [choice["value"] for choice in offered]


async def test_its_computer_plays_and_a_restart_does_not_matter(world: World) -> None:
    ann = world.ann
    await ann.types("tictactoe start", bot="taker", colour="first")
    await ann.taps("b2")
    assert "Noughts played **a1**" in world.posts()[-1].text
    await world.kill()
    await ann.taps("c1")
    assert (await world.moves()) == "b2 a1 c1 b1"
    await ann.taps("a3")
    assert "wins with three in a row" in world.posts()[-1].text
    assert "Three in a row" in (await ann.types("tictactoe rules")).private
