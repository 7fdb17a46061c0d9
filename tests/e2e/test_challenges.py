"""Challenges: who can answer them, how they end, and blocked players, who get a kind answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from simcord.actors import MemberActor

from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import RECOVERY_SECONDS, Person, World

LATE = "This challenge is no longer open. For a new one: `/reversi start`."
NOT_THEIRS = "Only the person who made this challenge can withdraw it."


async def test_anyone_but_the_challenger_accepts_an_open_challenge(world: World) -> None:
    ann, chloe = world.ann, world.chloe
    await ann.types("reversi start", colour="second")
    assert f"{ann.mention} is looking for an opponent ({ann.mention} plays White)" in world.offer().text
    assert world.offer().labels == ["Join", "Play me: child", "Withdraw"]
    assert "someone else has to accept it" in (await ann.taps("Join")).private
    assert (await world.ben.taps("Withdraw")).private == NOT_THEIRS
    assert world.boards() == []
    await chloe.taps("Join")
    assert f"⚫ **2** {chloe.mention} · ⚪ **2** {ann.mention}" in world.board().text
    assert len(world.posts()) == 1


async def test_only_the_one_challenged_can_answer(world: World, ann: Person, ben: Person) -> None:
    elsewhere = world.server.create_text_channel("elsewhere")
    await ann.types("reversi start", opponent=ben, channel=elsewhere)
    # It stays in the channel it was made in, and only the challenged player is pinged.
    assert world.posts() == []
    (offer,) = world.posts(elsewhere)
    messages = world.env.backend.messages[elsewhere.id]
    assert messages[offer.id].ping_user_ids == [ben.id]
    assert offer.labels == ["Accept", "Decline", "Withdraw"]
    for label in ("Accept", "Decline"):
        said = f"This challenge is for {ben.mention}. To start your own: `/reversi start`."
        assert (await world.chloe.taps(label, offer)).private == said
    await ben.taps("Accept", offer)
    shown = world.board(channel=elsewhere)
    await (ann if f"**{ann.mention} to move.**" in shown.text else ben).taps("d3", shown)
    assert not any(message.ping_user_ids for message in messages.values())


async def test_a_challenge_is_declined_withdrawn_or_expires(world: World, ann: Person, ben: Person) -> None:
    await ann.types("reversi start", opponent=ben)
    offer = world.offer()
    await ben.taps("Decline")
    assert f"{ben.mention} declined." in world.offer().text
    assert world.offer().labels == []
    assert (await ben.taps("Accept", offer)).private == LATE
    await ann.types("reversi start", opponent=ben)
    assert (await ben.taps("Withdraw")).private == NOT_THEIRS
    await ann.taps("Withdraw")
    assert "The challenge was withdrawn." in world.offer().text
    assert world.offer().labels == []
    await ann.types("reversi start", opponent=ben)
    offer = world.offer()
    world.skip(timedelta(hours=25))
    await world.pass_time(RECOVERY_SECONDS)
    assert "No one answered in time. Use `/reversi start` for a new one." in world.offer().text
    assert world.offer().labels == []
    assert (await ben.taps("Accept", offer)).private == LATE
    assert world.boards() == []


async def test_of_two_taps_at_the_same_moment_one_counts(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    await ann.types("reversi start", colour="first")
    answers = await world.together((ben, world.offer(), "Join"), (chloe, world.offer(), "Join"))
    assert sorted(answer.private for answer in answers) == ["", LATE]
    winner = ben if answers[0].private == "" else chloe
    assert winner.mention in world.board().text
    await ann.types("reversi start")
    offer = world.posts()[-1]
    answers = await world.together((ben, offer, "Join"), (ann, offer, "Withdraw"))
    assert sorted(answer.private for answer in answers) == ["", LATE]
    _, post = world.posts()
    assert ("to move" in post.text) != ("was withdrawn" in post.text)


async def test_a_person_is_challenged_from_the_menu_of_their_name(world: World) -> None:
    ann, ben = world.ann, world.ben
    robot = world.server.add_member(world.env.create_user("robot", bot=True))
    own = await ann.uses_menu_of(ann, "Challenge to Reversi")
    assert own.private.startswith("You can't challenge yourself.")
    other = await ann.uses_menu_of(robot, "Challenge to Reversi")
    assert f"{robot.mention} is a bot and can't press buttons." in other.private
    assert world.posts() == []
    for number, (title, key) in enumerate((("Reversi", "reversi"), ("Connect 4", "connect4")), start=1):
        await ann.uses_menu_of(ben, f"Challenge to {title}")
        offer = world.posts()[-1]
        assert f"{ann.mention} challenges {ben.mention} to a game (random colours)." in offer.text
        assert world.env.backend.messages[world.channel.id][offer.id].ping_user_ids == [ben.id]
        await ben.taps("Accept")
        assert world.board(number).picture == f"{key}-{number}-0.png"
    flipfour = MemberActor(world.env, world.server, world.flipfour)
    await ann.uses_menu_of(flipfour, "Challenge to Connect 4")
    assert world.posts()[-1].labels == ["Join", "Play me: child", "Withdraw"]
    await ann.chooses("Play me: another level, or a style", "medium")
    assert "Flipfour (medium)" in world.board(3).text


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


@pytest.mark.long
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


async def test_a_block_is_taken_back(world: World, ann: Person, ben: Person) -> None:
    await ann.blocks(ben.actor.user, privately=True)
    assert (await ann.sees_blocked(privately=True)).messages[0].text == f"You have blocked {ben.mention}."
    await world.restart()
    assert (await ann.unblocks(ben)).private.startswith(f"{ben.mention} can challenge you again.")
    assert (await ann.unblocks(ben)).private == f"You haven't blocked {ben.mention}."
    await ben.types("reversi start", opponent=ann)
    await ann.taps("Accept")
    assert "to move" in world.board().text
    # Neither oneself nor a bot can be blocked.
    assert (await ann.blocks(ann)).private == "You can't block yourself."
    robot = world.server.add_member(world.env.create_user("robot", bot=True))
    assert (await ann.blocks(robot)).private == f"{robot.mention} is a bot and never challenges anyone."
    assert (await ann.sees_blocked()).private == "You haven't blocked anyone."
