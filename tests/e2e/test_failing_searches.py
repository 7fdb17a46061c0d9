"""A failing search: the person's move is kept, the game says so, and continues."""

from __future__ import annotations

import pytest
from structlog.typing import EventDict

from bot.computer.computer import MAX_ATTEMPTS
from tests.e2e.logs import taken_out
from tests.e2e.world import RECOVERY_SECONDS, World


@pytest.fixture
async def stumbled(world: World, log: list[EventDict]) -> World:
    """Ann has moved, and the computer stumbled over its answer, which the game says."""
    await world.ann.types("reversi start", bot="easy", colour="first")
    world.searches.failing = True
    await world.ann.taps("d3")
    assert taken_out(log, "a search failed") == MAX_ATTEMPTS - 1
    assert taken_out(log, "the computer's move could not be made") == 1
    board = world.board()
    assert await world.moves() == "d3"
    assert "Black played **d3**." in board.text
    assert "**Something went wrong** while Flipfour (easy) was thinking. Your move is safe" in board.text
    assert (board.moves, board.labels[0]) == ([], "Try again")
    return world


async def test_try_again_plays_on_unless_it_stumbles_again(stumbled: World, log: list[EventDict]) -> None:
    ann, searches = stumbled.ann, stumbled.searches
    record = ann.send_tap(stumbled.board(), "f4:move:1:0:c4")
    await stumbled.env.settle()
    assert "Something went wrong while I was thinking" in stumbled.answer(record).private
    await ann.taps("Try again")
    assert "Try again" in stumbled.board().labels
    assert taken_out(log, "a search failed") == MAX_ATTEMPTS - 1
    assert taken_out(log, "the computer's move could not be made") == 1
    searches.failing, asked, board = False, searches.asked, stumbled.board()
    assert (await stumbled.ben.taps("Try again", board)).private.startswith("You're watching this game.")
    assert searches.asked == asked
    # Two taps at once start one search, and a late one shows the board as it is.
    await stumbled.together((ann, board, "Try again"), (ann, board, "Try again"))
    assert (await ann.taps("Try again", board)).acknowledged
    assert searches.asked == asked + 1
    assert f"**{ann.mention} to move.**" in stumbled.board().text
    assert (await stumbled.snapshot()).game.ply == 2
    assert "Try again" not in stumbled.board().labels
    # One failing search is not even noticed.
    searches.fail_once = True
    await ann.taps(stumbled.board().moves[0])
    assert f"**{ann.mention} to move.**" in stumbled.board().text
    assert taken_out(log, "a search failed") == 1


@pytest.mark.parametrize("start", [True, False])
async def test_it_retries_without_a_tap(stumbled: World, start: bool) -> None:
    stumbled.searches.failing = False
    await (stumbled.kill() if start else stumbled.pass_time(RECOVERY_SECONDS))
    assert (await stumbled.snapshot()).game.ply == 2
    assert f"**{stumbled.ann.mention} to move.**" in stumbled.board().text


@pytest.mark.long
async def test_a_game_over_which_the_computer_stumbled_can_be_resigned(stumbled: World) -> None:
    await stumbled.ann.resigns()
    assert "**Called off**" in stumbled.board().text
    assert stumbled.board().labels == ["Rematch", "Replay"]
    asked = stumbled.searches.asked
    await stumbled.pass_time(RECOVERY_SECONDS)
    assert stumbled.searches.asked == asked
