"""Challenges: who can answer them, and how they end."""

from __future__ import annotations

from datetime import timedelta

from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import RECOVERY_SECONDS, World


async def test_anyone_but_the_challenger_accepts_an_open_challenge(world: World) -> None:
    ann, chloe = world.ann, world.chloe
    await ann.types("reversi start", colour="second")
    assert f"{ann.mention} is looking for an opponent ({ann.mention} plays White)" in world.offer().text
    own = await ann.taps("Join")
    assert "someone else has to accept it" in own.private
    assert world.boards() == []
    await chloe.taps("Join")
    assert f"⚫ **2** {chloe.mention} · ⚪ **2** {ann.mention}" in world.board().text
    assert len(world.posts()) == 1


async def test_only_the_one_challenged_can_answer(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    await ann.types("reversi start", opponent=ben)
    assert world.offer().labels == ["Accept", "Decline", "Withdraw"]
    for label in ("Accept", "Decline"):
        meddling = await chloe.taps(label)
        assert (
            meddling.private == f"This challenge is for {ben.mention}. To start your own: `/reversi start`."
        )
    assert world.offer().labels == ["Accept", "Decline", "Withdraw"]
    await ben.taps("Accept")
    assert "to move" in world.board().text


async def test_a_challenge_pings_only_the_challenged_player(world: World) -> None:
    await world.ann.types("reversi start", opponent=world.ben)
    (stored,) = world.env.backend.messages[world.channel.id].values()
    assert stored.ping_user_ids == [world.ben.id]
    await world.ben.taps("Accept")
    await world.play("d3 c3", world.ann, world.ben)
    assert not any(
        message.ping_user_ids
        for message in world.env.backend.messages[world.channel.id].values()
        if message.id != stored.id
    )


async def test_a_challenge_is_declined(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("reversi start", opponent=ben)
    offer = world.offer()
    await ben.taps("Decline")
    assert f"{ben.mention} declined." in world.offer().text
    assert world.offer().labels == []
    late = await ben.taps("Accept", offer)
    assert late.private == "This challenge is no longer open. For a new one: `/reversi start`."
    assert world.boards() == []


async def test_only_the_challenger_withdraws_a_challenge(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("reversi start", opponent=ben)
    meddling = await ben.taps("Withdraw")
    assert meddling.private == "Only the person who made this challenge can withdraw it."
    await ann.taps("Withdraw")
    assert "The challenge was withdrawn." in world.offer().text
    assert world.offer().labels == []


async def test_only_the_challenger_can_withdraw_an_open_challenge(world: World) -> None:
    await world.ann.types("reversi start")
    assert world.offer().labels == ["Join", "Play me: child", "Withdraw"]
    meddling = await world.ben.taps("Withdraw")
    assert meddling.private == "Only the person who made this challenge can withdraw it."
    await world.ann.taps("Withdraw")
    assert "The challenge was withdrawn." in world.offer().text


async def test_two_people_accept_at_the_same_moment_and_one_of_them_plays(world: World) -> None:
    await world.ann.types("reversi start", colour="first")
    offer = world.offer()
    answers = await world.together((world.ben, offer, "Join"), (world.chloe, offer, "Join"))
    told = sorted(answer.private for answer in answers)
    assert told == ["", "This challenge is no longer open. For a new one: `/reversi start`."]
    assert len(world.boards()) == 1
    winner = world.ben if answers[0].private == "" else world.chloe
    assert winner.mention in world.board().text


async def test_accepting_and_withdrawing_at_the_same_moment_does_one_of_them(world: World) -> None:
    await world.ann.types("reversi start")
    offer = world.offer()
    answers = await world.together((world.ben, offer, "Join"), (world.ann, offer, "Withdraw"))
    assert min(answer.private for answer in answers) == ""
    assert "no longer open" in "".join(answer.private for answer in answers)
    (post,) = world.posts()
    assert ("to move" in post.text) != ("was withdrawn" in post.text)


async def test_an_old_challenge_expires_and_says_so(world: World) -> None:
    await world.ann.types("reversi start", opponent=world.ben)
    offer = world.offer()
    world.skip(timedelta(hours=25))
    await world.pass_time(RECOVERY_SECONDS)
    assert "No one answered in time. Use `/reversi start` for a new one." in world.offer().text
    assert world.offer().labels == []
    late = await world.ben.taps("Accept", offer)
    assert "no longer open" in late.private


async def test_several_games_of_the_same_two_people_in_one_channel(world: World) -> None:
    ann, ben = world.ann, world.ben
    first = await world.begin(ann, ben)
    second = await world.begin(ann, ben)
    third = await world.begin(ben, ann)
    assert len({first, second, third}) == 3
    await world.play("d3 c3", ann, ben, game=first)
    await world.play("f5", ann, ben, game=third)
    await world.play(WIPE_OUT, ann, ben, game=second)
    assert await world.moves(first) == "d3 c3"
    assert await world.moves(second) == WIPE_OUT
    assert await world.moves(third) == "f5"
    assert "wins 64–0" in world.board(second).text
    assert f"**{ann.mention} to move.**" in world.board(first).text
    assert f"**{ann.mention} to move.**" in world.board(third).text


async def test_a_challenge_stays_in_the_channel_it_was_made_in(world: World) -> None:
    elsewhere = world.server.create_text_channel("elsewhere")
    await world.ann.types("reversi start", channel=elsewhere, opponent=world.ben)
    assert world.posts() == []
    (offer,) = world.posts(elsewhere)
    await world.ben.taps("Accept", offer)
    assert "to move" in world.board(channel=elsewhere).text
