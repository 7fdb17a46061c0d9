"""`/block`: blocked players cannot start games with the person who blocked them, and get a kind answer."""

from __future__ import annotations

import pytest

from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import Person, World


@pytest.fixture
def ben(world: World) -> Person:
    return world.ben


def refused(other: Person) -> str:
    """Answer for the blocked player."""
    return (
        f"You and {other.mention} can't start a game with each other. For a game with anyone else: "
        "`/reversi start`."
    )


def told(other: Person) -> str:
    """Answer for the player who blocks."""
    return f"You have blocked {other.mention}. To play each other again, unblock them in `/me` first."


async def test_blocking_is_private_and_silent(world: World, ben: Person) -> None:
    answer = await world.ann.blocks(ben)
    assert answer.private.startswith(f"{ben.mention} can't challenge you any more")
    assert world.posts() == []
    assert world.seen(world.channel, ben) == []
    assert (await world.ann.sees_blocked()).private == f"You have blocked {ben.mention}."
    assert (await ben.sees_blocked()).private == "You haven't blocked anyone."


async def test_a_blocked_player_cannot_challenge_in_any_way(world: World, ben: Person) -> None:
    ann = world.ann
    await ann.blocks(ben)
    assert (await ben.types("reversi start", opponent=ann)).private == refused(ann)
    assert (await ben.uses_menu_of(ann, "Challenge to Reversi")).private == refused(ann)
    assert world.posts() == []
    await ben.types("reversi start")
    assert (await ben.invites(ann)).private == refused(ann)
    assert world.offer().labels[0] == "Join"


async def test_the_blocking_player_is_reminded(world: World, ben: Person) -> None:
    ann = world.ann
    await ann.blocks(ben)
    assert (await ann.types("reversi start", opponent=ben)).private == told(ben)
    await ben.types("reversi start")
    assert (await ann.taps("Join")).private == told(ben)
    assert world.boards() == []


async def test_neither_joins_the_others_game_but_others_do(world: World, ben: Person) -> None:
    await world.ann.blocks(ben)
    await world.ann.types("reversi start")
    assert (await ben.taps("Join")).private == refused(world.ann)
    await world.chloe.taps("Join")
    assert world.chloe.mention in world.board().text


async def test_a_challenge_made_before_is_declined_and_not_accepted(world: World, ben: Person) -> None:
    await ben.types("reversi start", opponent=world.ann)
    await world.ann.blocks(ben)
    assert (await world.ann.taps("Accept")).private == told(ben)
    await world.ann.taps("Decline")
    assert f"{world.ann.mention} declined." in world.offer().text


async def test_a_game_continues_without_a_rematch(world: World, ben: Person) -> None:
    ann = world.ann
    game = await world.begin(ann, ben)
    await ann.blocks(ben)
    await world.play(WIPE_OUT, ann, ben, game=game)
    assert "wins 64–0" in world.board(game).text
    assert (await ben.taps("Rematch")).private == refused(ann)
    assert (await ann.taps("Rematch")).private == told(ben)
    assert len(world.posts()) == 1


async def test_a_rematch_asked_for_before_is_not_accepted(world: World, ben: Person) -> None:
    ann = world.ann
    game = await world.begin(ann, ben)
    await world.play(WIPE_OUT, ann, ben, game=game)
    await ann.taps("Rematch")
    await ann.blocks(ben)
    assert (await ben.taps("Accept")).private == refused(ann)
    assert (await ben.taps("Rematch")).private == refused(ann)
    assert len(world.boards(2)) == 0


async def test_a_block_is_taken_back(world: World, ben: Person) -> None:
    ann = world.ann
    await ann.blocks(ben)
    await world.restart()
    assert (await ann.unblocks(ben)).private.startswith(f"{ben.mention} can challenge you again.")
    assert (await ann.unblocks(ben)).private == f"You haven't blocked {ben.mention}."
    await ben.types("reversi start", opponent=ann)
    await ann.taps("Accept")
    assert "to move" in world.board().text


async def test_neither_oneself_nor_a_bot_can_be_blocked(world: World) -> None:
    assert (await world.ann.blocks(world.ann)).private == "You can't block yourself."
    robot = world.server.add_member(world.env.create_user("robot", bot=True))
    answer = await world.ann.blocks(robot)
    assert answer.private == f"{robot.mention} is a bot and never challenges anyone."
    assert (await world.ann.sees_blocked()).private == "You haven't blocked anyone."


async def test_in_a_private_chat_one_sees_and_changes_whom_one_has_blocked(world: World, ben: Person) -> None:
    await world.ann.blocks(ben.actor.user, privately=True)
    answer = await world.ann.sees_blocked(privately=True)
    assert answer.messages[0].text == f"You have blocked {ben.mention}."
