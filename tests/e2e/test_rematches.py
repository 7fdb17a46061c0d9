"""Rematch: the same two again with swapped colours, once."""

from __future__ import annotations

from tests.e2e.seen import Seen
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import World


async def _finished(world: World) -> Seen:
    game = await world.begin(world.ann, world.ben)
    await world.play(WIPE_OUT, world.ann, world.ben, game=game)
    return world.board(game)


async def test_against_people_a_rematch_is_an_offer_with_swapped_colours(world: World) -> None:
    ann, ben = world.ann, world.ben
    over = await _finished(world)
    await ann.taps("Rematch", over)
    offer = world.posts()[-1]
    assert f"{ann.mention} challenges {ben.mention} to a rematch ({ann.mention} plays White)." in offer.text
    own = await ann.taps("Accept", offer)
    assert "someone else has to accept" in own.private
    await ben.taps("Accept", offer)
    assert f"⚫ **2** {ben.mention} · ⚪ **2** {ann.mention}" in world.board(2).text
    assert "wins 64–0" in world.board(1).text


async def test_a_spectator_cannot_ask_for_a_rematch(world: World) -> None:
    over = await _finished(world)
    answer = await world.chloe.taps("Rematch", over)
    assert "You're watching this game." in answer.private
    assert len(world.posts()) == 1


async def test_a_rematch_is_declined(world: World) -> None:
    over = await _finished(world)
    await world.ann.taps("Rematch", over)
    await world.ben.taps("Decline")
    assert f"{world.ben.mention} declined." in world.posts()[-1].text


async def test_pressing_rematch_after_the_other_accepts_their_offer(world: World) -> None:
    ann, ben = world.ann, world.ben
    over = await _finished(world)
    await ann.taps("Rematch", over)
    answer = await ben.taps("Rematch", over)
    assert f"⚫ **2** {ben.mention} · ⚪ **2** {ann.mention}" in world.board(2).text
    assert str(world.board(2).id) in answer.private
    assert len(world.posts()) == 2


async def test_both_pressing_rematch_at_the_same_moment_makes_one_game(world: World) -> None:
    ann, ben = world.ann, world.ben
    over = await _finished(world)
    answers = await world.together((ann, over, "Rematch"), (ben, over, "Rematch"))
    assert all(answer.acknowledged for answer in answers)
    assert "to move" in world.board(2).text
    assert len(world.posts()) == 2
    assert await world.bot.services.storage.game(3) is None


async def test_pressing_rematch_twice_makes_one_offer(world: World) -> None:
    over = await _finished(world)
    await world.together((world.ann, over, "Rematch"), (world.ann, over, "Rematch"))
    await world.ann.taps("Rematch", over)
    assert len(world.posts()) == 2
    assert await world.bot.services.storage.game(3) is None


async def test_against_the_computer_a_rematch_begins_at_once(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour="first")
    for _ in range(2):
        await ann.taps(world.board().moves[0])
    await ann.taps("Resign")
    await ann.taps("Resign")
    await ann.taps("Rematch")
    board = world.board(2)
    assert f"⚫ **4** Flipfour (easy) · ⚪ **1** {ann.mention}" in board.text
    assert f"**{ann.mention} to move.**" in board.text


async def test_a_second_rematch_against_the_computer_links_the_first(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour="first")
    await ann.taps("Resign")
    await ann.taps("Resign")
    over = world.board()
    await ann.taps("Rematch", over)
    answer = await ann.taps("Rematch", over)
    assert str(world.board(2).id) in answer.private
    assert await world.bot.services.storage.game(3) is None


async def test_a_rematch_that_was_declined_is_not_offered_again(world: World) -> None:
    ann, ben = world.ann, world.ben
    over = await _finished(world)
    await ann.taps("Rematch", over)
    await ben.taps("Decline")
    answer = await ann.taps("Rematch", over)
    assert answer.private == "This challenge is no longer open. For a new one: `/reversi start`."
    assert len(world.posts()) == 2


async def test_after_each_loss_an_easier_level_is_one_tap_away(world: World) -> None:
    ann = world.ann
    for number, level, easier in ((1, "medium", "child"), (2, "child", "toddler"), (3, "toddler", None)):
        await ann.types("reversi start", bot=level, colour="first")
        for _ in range(2):
            await ann.taps(world.board(number).moves[0], world.board(number))
        await ann.taps("Resign", world.board(number))
        await ann.taps("Resign")
        offered = [f"Easier: {easier}"] if easier else []
        puzzle = ["An easy puzzle"] if number != 2 else []
        assert world.board(number).labels == ["Rematch", *offered, *puzzle, "Review", "Replay"]
    assert "shows you where to look" in world.board(3).text
    meddling = await world.ben.taps("Easier: toddler", world.board(2))
    assert "You're watching this game." in meddling.private
    await ann.taps("Easier: toddler", world.board(2))
    assert f" Flipfour (toddler) · ⚪ **1** {ann.mention}" in world.board(4).text
    again = await ann.taps("Rematch", world.board(2))
    assert str(world.board(4).id) in again.private
    assert await world.bot.services.storage.game(5) is None
