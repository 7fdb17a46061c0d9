"""A failing search: the person's move is kept, the game says so, and continues."""

from __future__ import annotations

import pytest
from structlog.typing import EventDict

from bot.computer.computer import MAX_ATTEMPTS
from tests.e2e.logs import taken_out
from tests.e2e.world import RECOVERY_SECONDS, World


@pytest.fixture
async def stumbled(world: World, log: list[EventDict]) -> World:
    """Ann has moved, and the computer stumbled over its answer."""
    await world.ann.types("reversi start", bot="easy", colour="first")
    world.searches.failing = True
    await world.ann.taps("d3")
    assert taken_out(log, "a search failed") == MAX_ATTEMPTS - 1
    assert taken_out(log, "the computer's move could not be made") == 1
    return world


async def test_a_failing_search_keeps_the_move_and_says_that_the_computer_stumbled(stumbled: World) -> None:
    board = stumbled.board()
    assert await stumbled.moves() == "d3"
    assert "Black played **d3**." in board.text
    assert "**Something went wrong** while Flipfour (easy) was thinking. Your move is safe" in board.text
    assert board.moves == []
    assert board.labels[0] == "Try again"


async def test_try_again_plays_on(stumbled: World) -> None:
    stumbled.searches.failing = False
    await stumbled.ann.taps("Try again")
    assert f"**{stumbled.ann.mention} to move.**" in stumbled.board().text
    assert (await stumbled.snapshot()).game.ply == 2
    assert "Try again" not in stumbled.board().labels


async def test_try_again_can_stumble_again(stumbled: World, log: list[EventDict]) -> None:
    await stumbled.ann.taps("Try again")
    assert "**Something went wrong**" in stumbled.board().text
    assert "Try again" in stumbled.board().labels
    assert taken_out(log, "a search failed") == MAX_ATTEMPTS - 1
    assert taken_out(log, "the computer's move could not be made") == 1


async def test_trying_again_twice_at_once_makes_one_move(stumbled: World) -> None:
    stumbled.searches.failing = False
    asked = stumbled.searches.asked
    board = stumbled.board()
    await stumbled.together((stumbled.ann, board, "Try again"), (stumbled.ann, board, "Try again"))
    assert (await stumbled.snapshot()).game.ply == 2
    assert stumbled.searches.asked == asked + 1


async def test_a_spectator_cannot_try_again(stumbled: World) -> None:
    asked = stumbled.searches.asked
    answer = await stumbled.ben.taps("Try again", stumbled.board())
    assert answer.private.startswith("You're watching this game.")
    assert stumbled.searches.asked == asked


async def test_a_late_try_again_shows_the_board_as_it_is(stumbled: World) -> None:
    board = stumbled.board()
    stumbled.searches.failing = False
    await stumbled.ann.taps("Try again", board)
    answer = await stumbled.ann.taps("Try again", board)
    assert answer.acknowledged
    assert (await stumbled.snapshot()).game.ply == 2
    assert f"**{stumbled.ann.mention} to move.**" in stumbled.board().text


async def test_it_retries_without_a_tap(stumbled: World) -> None:
    stumbled.searches.failing = False
    await stumbled.pass_time(RECOVERY_SECONDS)
    assert (await stumbled.snapshot()).game.ply == 2
    assert f"**{stumbled.ann.mention} to move.**" in stumbled.board().text


async def test_it_retries_after_a_start(stumbled: World) -> None:
    stumbled.searches.failing = False
    await stumbled.kill()
    assert f"**{stumbled.ann.mention} to move.**" in stumbled.board().text


async def test_a_game_over_which_the_computer_stumbled_can_be_resigned(stumbled: World) -> None:
    await stumbled.ann.taps("Resign")
    await stumbled.ann.taps("Resign")
    assert "**Called off**" in stumbled.board().text
    assert stumbled.board().labels == ["Rematch", "Replay"]
    asked = stumbled.searches.asked
    await stumbled.pass_time(RECOVERY_SECONDS)
    assert stumbled.searches.asked == asked


async def test_one_failing_search_is_not_even_noticed(world: World, log: list[EventDict]) -> None:
    await world.ann.types("reversi start", bot="easy", colour="first")
    world.searches.fail_once = True
    await world.ann.taps("d3")
    assert f"**{world.ann.mention} to move.**" in world.board().text
    assert taken_out(log, "a search failed") == 1


async def test_a_computer_that_begins_may_stumble_too(world: World, log: list[EventDict]) -> None:
    world.searches.failing = True
    await world.ann.types("reversi start", bot="easy", colour="second")
    assert "**Something went wrong**" in world.board().text
    assert (
        taken_out(log, "a search failed") + taken_out(log, "the computer's move could not be made")
        == MAX_ATTEMPTS
    )
    world.searches.failing = False
    await world.ann.taps("Try again")
    assert (await world.snapshot()).game.ply == 1


async def test_a_tap_on_the_old_board_reports_the_failure(stumbled: World) -> None:
    record = stumbled.ann.send_tap(stumbled.board(), "f4:move:1:0:c4")
    await stumbled.env.settle()
    assert "Something went wrong while I was thinking" in stumbled.answer(record).private
