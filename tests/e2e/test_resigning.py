"""Giving a game up and playing it again: asked for, meant or not, and what it costs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cases import missing
from tests.e2e.seen import Seen
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import Person, World


async def test_resigning_is_asked_for_and_then_ends_the_game(world: World, ann: Person, ben: Person) -> None:
    """Asked for again if it became a loss meanwhile."""
    await world.begin(ann, ben)
    await world.play("d3 c3 e6", ann, ben)
    early = (await ben.taps("Resign")).messages[0]
    assert "won't count as a loss" in early.text
    await world.play("d2 c4", ben, ann)
    # It is the other's turn.
    before = world.board()
    await ann.taps("Resign")
    answer = await ann.taps("Keep playing")
    assert answer.private == "All right, the game continues."
    assert answer.messages[0].labels == []
    assert world.board() == before
    question = await ann.taps("Resign")
    assert question.private == "Resign this game? It counts as a loss."
    again = await ben.taps("Resign", early)
    assert not missing(again.private, "The game has moved on since then", "counts as a loss")
    assert (await world.snapshot()).going
    assert not any(seen.private and "Resign" in seen.text for seen in world.seen(world.channel, world.chloe))
    assert (await ben.taps("Resign", again.messages[0])).private == "You resigned."
    board = world.board()
    assert f"🏆 **{ann.mention} wins**: {ben.mention} resigned." in board.text
    assert f"{ben.mention}: placement game 1 of about 10" in board.text
    assert board.labels == ["Rematch", "Review", "Replay"]


async def test_resigning_while_the_computer_thinks_ends_the_game(world: World, ann: Person) -> None:
    await ann.types("reversi start", bot="expert", colour="first")
    world.searches.hold()
    await ann.taps("d3")
    await ann.resigns()
    assert "**Called off**" in world.board().text
    await world.let_go()
    assert await world.moves() == "d3"
    assert "**Called off**" in world.board().text
    assert world.board().labels == ["Rematch", "Replay"]
    assert "1500" not in world.board().text
    assert "No rated games yet" in (await ann.types("profile")).public


@pytest.mark.long
@pytest.mark.parametrize("asked_before", [True, False])
async def test_a_board_that_missed_the_end_is_mended_when_resigning_is_refused(
    world: World, lose_connection: Callable[[str, str], None], *, asked_before: bool, ann: Person, ben: Person
) -> None:
    await world.begin(ann, ben)
    await world.play(WIPE_OUT.rsplit(" ", 1)[0], ann, ben)
    question = (await ben.taps("Resign")).messages[0] if asked_before else world.board()
    lose_connection("PATCH", "/webhooks/*/messages/@original")
    lose_connection("PATCH", "/channels/*/messages/*")
    await ann.taps("c5", world.board())
    assert "wins 64–0" not in world.board().text
    assert "This game is over." in (await ben.taps("Resign", question)).private
    assert "wins 64–0" in world.board().text


async def test_the_command_asks_for_the_game_meant(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    nothing = await chloe.types("game resign")
    assert nothing.private == "You have no games in progress in this channel. Start one: `/reversi start`."
    first, second = await world.begin(ann, ben), await world.begin(ann, ben)
    await world.play("d3 c3 e6 d2", ann, ben, game=first)
    wrong = await ann.types("game resign", game="the one with Ben")
    assert "You have no game “the one with Ben” here. Choose one of: #" in wrong.private
    question = await ann.types("game resign", game=str(first))
    assert "counts as a loss" in question.private
    await ann.taps("Resign", question.messages[0])
    assert not (await world.snapshot(first)).going
    assert (await world.snapshot(second)).going


async def _finished(world: World) -> Seen:
    game = await world.begin(world.ann, world.ben)
    await world.play(WIPE_OUT, world.ann, world.ben, game=game)
    return world.board(game)


async def test_against_people_a_rematch_is_one_offer_with_swapped_colours(world: World) -> None:
    ann, ben = world.ann, world.ben
    over = await _finished(world)
    assert "You're watching this game." in (await world.chloe.taps("Rematch", over)).private
    await world.together((ann, over, "Rematch"), (ann, over, "Rematch"))
    await ann.taps("Rematch", over)
    assert len(world.posts()) == 2
    offer = world.posts()[-1]
    assert f"{ann.mention} challenges {ben.mention} to a rematch ({ann.mention} plays White)." in offer.text
    assert "someone else has to accept" in (await ann.taps("Accept", offer)).private
    await ben.taps("Decline", offer)
    assert f"{ben.mention} declined." in world.posts()[-1].text
    # It is not offered again.
    answer = await ann.taps("Rematch", over)
    assert answer.private == "This challenge is no longer open. For a new one: `/reversi start`."
    assert len(world.posts()) == 2
    # Where both want one, it is one game.
    over = await _finished(world)
    answers = await world.together((ann, over, "Rematch"), (ben, over, "Rematch"))
    assert all(answer.acknowledged for answer in answers)
    assert f"⚫ **2** {ben.mention} · ⚪ **2** {ann.mention}" in world.board(4).text
    assert await world.bot.kit.storage.game(5) is None


async def test_after_each_loss_an_easier_level_is_one_tap_away(world: World, ann: Person) -> None:
    for number, level, easier in ((1, "medium", "child"), (2, "child", "toddler")):
        await ann.types("reversi start", bot=level, colour="first")
        for _ in range(2):
            await ann.taps(world.board(number).moves[0], world.board(number))
        await ann.resigns(world.board(number))
        puzzle = ["An easy puzzle"] if number == 1 else []
        assert world.board(number).labels == ["Rematch", f"Easier: {easier}", *puzzle, "Review", "Replay"]
    assert "You're watching this game." in (await world.ben.taps("Easier: toddler", world.board(2))).private
    await ann.taps("Easier: toddler", world.board(2))
    assert f" Flipfour (toddler) · ⚪ **1** {ann.mention}" in world.board(3).text
    assert f"**{ann.mention} to move.**" in world.board(3).text
    assert str(world.board(3).id) in (await ann.taps("Rematch", world.board(2))).private
    assert await world.bot.kit.storage.game(4) is None
