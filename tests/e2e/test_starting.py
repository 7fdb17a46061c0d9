"""`/reversi start`: colours, opponents of every sort, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.world import World


@pytest.mark.parametrize("colour", ["first", "second"])
async def test_the_colour_asked_for_is_given(world: World, colour: str) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour=colour)
    heading = world.board().text.splitlines()[0]
    assert heading.startswith(f"⚫ **2** {ann.mention}") == (colour == "first")
    assert f"**{ann.mention} to move.**" in world.board().text
    assert (await world.snapshot()).game.ply == (0 if colour == "first" else 1)


@pytest.mark.parametrize("options", [{}, {"colour": "random"}], ids=["left out", "random"])
async def test_colours_are_chosen_at_random(world: World, options: dict[str, Any]) -> None:
    colours = set()
    for game in range(1, 9):
        await world.ann.types("reversi start", bot="easy", **options)
        colours.add((await world.snapshot(game)).side_of(world.ann.id))
    assert colours == {0, 1}


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
async def test_every_level_answers(world: World, level: str) -> None:
    await world.ann.types("reversi start", bot=level, colour="second")
    board = world.board()
    assert f"⚫ **4** Flipfour ({level}) · ⚪ **1** {world.ann.mention}" in board.text
    assert len(board.moves) == 3


async def test_challenging_oneself_is_refused_in_private(world: World) -> None:
    answer = await world.ann.types("reversi start", opponent=world.ann)
    assert answer.private.startswith("You can't challenge yourself.")
    assert answer.public == ""
    assert world.posts() == []


async def test_challenging_another_bot_is_refused_in_private(world: World) -> None:
    other = world.server.add_member(world.env.create_user("robot", bot=True))
    answer = await world.ann.types("reversi start", opponent=other)
    assert f"{other.mention} is a bot and can't press buttons." in answer.private
    assert world.posts() == []


async def test_challenging_flipfour_starts_a_game_at_a_suitable_level(world: World) -> None:
    answer = await world.ann.types("reversi start", opponent=world.flipfour, colour="first")
    assert answer.private == (
        "You challenged me without a level, so I play at **child**. For another one: `/reversi start bot:`."
    )
    assert "⚪ **2** Flipfour (child)" in world.board().text
    assert "-# Child · level 2 of 19 · like someone who plays for the first time" in world.board().text


async def test_an_opponent_and_a_level_together_are_refused(world: World) -> None:
    answer = await world.ann.types("reversi start", opponent=world.ben, bot="easy")
    assert answer.private == "Choose either an `opponent` or a `bot` level, not both."
    assert world.posts() == []


async def test_in_direct_messages_one_plays_the_computer(world: World) -> None:
    ann = world.ann
    await ann.types_privately("reversi start", bot="easy", colour="first")
    chat = ann.actor.user.dm_channel
    await ann.taps("d3", world.board(channel=chat))
    board = world.board(channel=chat)
    assert f"**{ann.mention} to move.**" in board.text
    assert (await world.snapshot()).game.ply == 2
    await ann.types_privately("game board")
    assert world.board(channel=chat).id != board.id
    leaderboard = await ann.types_privately("leaderboard")
    assert "everywhere" in leaderboard.public


async def test_direct_messages_take_no_challenges(world: World) -> None:
    answer = await world.ann.types_privately("reversi start", opponent=world.ben.actor.user)
    assert answer.private.startswith("No one else can see this chat.")
    assert world.posts(world.ann.actor.user.dm_channel) == []


async def test_the_rules_are_private_and_have_a_picture(world: World) -> None:
    answer = await world.ann.reads_rules("reversi")
    assert "Black moves first" in answer.private
    assert answer.messages[0].picture == "reversi-rules.png"
    assert answer.messages[0].alt
    assert world.posts() == []
