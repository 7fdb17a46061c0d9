"""Taps that are not in order: each gets a short private answer, and changes nothing."""

from __future__ import annotations

import pytest

from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import World


async def test_a_spectator_cannot_move_nor_resign(world: World) -> None:
    await world.begin(world.ann, world.ben)
    before = world.board()
    for label in ("d3", "Resign"):
        answer = await world.chloe.taps(label)
        assert answer.private == "You're watching this game. To start your own: `/reversi start`."
    assert world.board() == before
    assert await world.moves() == ""


async def test_the_waiting_player_cannot_move(world: World) -> None:
    await world.begin(world.ann, world.ben)
    before = world.board()
    answer = await world.ben.taps("d3")
    assert answer.private == f"It is {world.ann.mention}'s turn. You are next."
    assert world.board() == before
    assert await world.moves() == ""


@pytest.mark.parametrize("message_changed", [False, True])
async def test_a_button_of_an_earlier_board_is_refused(world: World, message_changed: bool) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    old = world.board()
    await world.play("d3 c3", ann, ben)
    now = world.board()
    answer = await (ann.taps_late("c4", old, now) if message_changed else ann.taps("c4", old))
    assert answer.private == "The board has changed since then. Please look at it and choose again."
    assert await world.moves() == "d3 c3"
    assert world.board().moves == now.moves


@pytest.mark.parametrize("message_changed", [False, True])
async def test_a_late_tap_after_an_own_move_is_refused(world: World, message_changed: bool) -> None:
    await world.begin(world.ann, world.ben)
    old = world.board()
    await world.ann.taps("d3")
    now = world.board()
    answer = await (world.ann.taps_late("c4", old, now) if message_changed else world.ann.taps("c4", old))
    assert answer.private == f"It is {world.ben.mention}'s turn. You are next."
    assert await world.moves() == "d3"


@pytest.mark.parametrize("second", ["d3", "c4"], ids=["the same button", "another button"])
async def test_a_double_tap_moves_once(world: World, second: str) -> None:
    await world.begin(world.ann, world.ben)
    board = world.board()
    answers = await world.together((world.ann, board, "d3"), (world.ann, board, second))
    assert sorted(bool(answer.private) for answer in answers) == [False, True]
    assert (await world.snapshot()).game.ply == 1
    assert f"**{world.ben.mention} to move.**" in world.board().text


async def test_a_double_tap_against_the_computer_moves_once(world: World) -> None:
    await world.ann.types("reversi start", bot="easy", colour="first")
    board = world.board()
    answers = await world.together((world.ann, board, "d3"), (world.ann, board, "d3"))
    assert sorted(bool(answer.private) for answer in answers) == [False, True]
    assert (await world.snapshot()).game.ply == 2


async def test_both_players_tap_at_the_same_moment(world: World) -> None:
    await world.begin(world.ann, world.ben)
    board = world.board()
    answers = await world.together((world.ben, board, "d3"), (world.ann, board, "d3"))
    assert [bool(answer.private) for answer in answers][1] is False
    assert answers[0].private != ""
    assert await world.moves() == "d3"


async def test_a_finished_game_takes_no_moves_and_no_resignation(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play(WIPE_OUT.rsplit(" ", 1)[0], ann, ben)
    last_but_one = world.board()
    await ann.taps("c5")
    over = world.board()
    for label in (last_but_one.moves[0], "Resign"):
        for tap in (ann.taps(label, last_but_one), ann.taps_late(label, last_but_one, over)):
            answer = await tap
            assert answer.private == "This game is over. Press Rematch under the board to play again."
    assert world.board().text == over.text
    assert await world.moves() == WIPE_OUT


async def test_a_tap_while_the_computer_thinks_is_answered(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="expert", colour="first")
    old = world.board()
    world.searches.hold()
    await ann.taps("d3")
    thinking = world.board()
    assert "**Flipfour (expert) is thinking**…" in thinking.text
    assert "Black played **d3**." in thinking.text
    assert thinking.moves == []
    assert "Resign" in thinking.labels
    for tap in (ann.taps("c4", old), ann.taps_late("c4", old, thinking)):
        answer = await tap
        assert answer.private.startswith("I'm thinking about my move. You are next")
    assert await world.moves() == "d3"
    await world.let_go()
    assert f"**{ann.mention} to move.**" in world.board().text
    assert (await world.snapshot()).game.ply == 2
    assert world.searches.asked == 1


async def test_a_move_that_the_rules_forbid_is_refused(world: World) -> None:
    await world.begin(world.ann, world.ben)
    board = world.board()
    forged = board.custom_id("d3").replace("d3", "a1")
    record = world.ann.send_tap(board, forged)
    await world.env.settle()
    answer = world.answer(record)
    assert answer.private == "a1 is not possible here. The buttons under the board show every move you have."
    assert await world.moves() == ""


async def test_nonsense_for_a_move_is_refused(world: World) -> None:
    await world.begin(world.ann, world.ben)
    board = world.board()
    for move in ("pass", "d9", "", "🙂"):
        world.untranslated.append(move)
        record = world.ann.send_tap(board, board.custom_id("d3").replace("d3", move))
        await world.env.settle()
        assert "is not possible here" in world.answer(record).private, move
    assert await world.moves() == ""


async def test_a_button_of_an_unknown_game_is_answered(world: World) -> None:
    await world.begin(world.ann, world.ben)
    board = world.board()
    for label in ("d3", "Resign"):
        forged = board.custom_id(label).replace(":1", ":99", 1)
        record = world.ann.send_tap(board, forged)
        await world.env.settle()
        assert world.answer(record).private.startswith("This game no longer exists")


async def test_a_button_of_another_version_is_answered(world: World) -> None:
    await world.begin(world.ann, world.ben)
    record = world.ann.send_tap(world.board(), "f4:takeback:1:0")
    await world.env.settle()
    assert "another version of Flipfour" in world.answer(record).private
