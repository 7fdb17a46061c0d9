"""`/block`: blocked players cannot start games with the person who blocked them, and get a kind answer."""

from __future__ import annotations

from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import Person, World


def refused(other: Person) -> str:
    """Answer for the blocked player."""
    return (
        f"You and {other.mention} can't start a game with each other. For a game with anyone else: "
        "`/reversi start`."
    )


def told(other: Person) -> str:
    """Answer for the player who blocks."""
    return f"You have blocked {other.mention}. To play each other again, unblock them in `/me` first."


async def test_blocking_is_private_and_silent_and_ends_every_way_to_challenge(world: World) -> None:
    ann, ben = world.ann, world.ben
    assert (await ann.blocks(ben)).private.startswith(f"{ben.mention} can't challenge you any more")
    assert world.posts() == world.seen(world.channel, ben) == []
    assert (await ann.sees_blocked()).private == f"You have blocked {ben.mention}."
    assert (await ben.sees_blocked()).private == "You haven't blocked anyone."
    assert (await ben.types("reversi start", opponent=ann)).private == refused(ann)
    assert (await ben.uses_menu_of(ann, "Challenge to Reversi")).private == refused(ann)
    assert (await ann.types("reversi start", opponent=ben)).private == told(ben)
    assert world.posts() == []
    await ben.types("reversi start")
    assert (await ben.invites(ann)).private == refused(ann)
    assert world.offer().labels[0] == "Join"
    assert (await ann.taps("Join")).private == told(ben)
    await ann.types("reversi start")
    assert (await ben.taps("Join")).private == refused(ann)
    assert world.boards(1) == world.boards(2) == []
    # Others join.
    await world.chloe.taps("Join")
    assert world.chloe.mention in world.board(2).text


async def test_a_game_or_challenge_from_before_is_ended_without_another_one(world: World) -> None:
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben)
    await ben.types("reversi start", opponent=ann)
    await ann.blocks(ben)
    assert (await ann.taps("Accept")).private == told(ben)
    await ann.taps("Decline")
    assert f"{ann.mention} declined." in world.offer().text
    await world.play(WIPE_OUT, ann, ben, game=game)
    assert "wins 64–0" in world.board(game).text
    assert (await ben.taps("Rematch")).private == refused(ann)
    assert (await ann.taps("Rematch")).private == told(ben)
    # One that was offered before is not accepted.
    await ann.unblocks(ben)
    await ann.taps("Rematch")
    await ann.blocks(ben)
    assert (await ben.taps("Accept")).private == refused(ann)
    assert world.boards(3) == []


async def test_a_block_is_taken_back(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.blocks(ben.actor.user, privately=True)
    answer = await ann.sees_blocked(privately=True)
    assert answer.messages[0].text == f"You have blocked {ben.mention}."
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
