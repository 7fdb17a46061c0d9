"""Positions with more moves than Discord allows buttons."""

from __future__ import annotations

import pytest

from engine import reversi
from tests.e2e.sequences import MANY_MOVES
from tests.e2e.world import World

pytestmark = pytest.mark.usefixtures("crowded_start")


async def test_more_than_25_moves_are_offered_in_menus(world: World) -> None:
    await world.begin(world.ann, world.ben)
    board = world.board()
    assert board.moves == []
    offered = [option["value"] for menu in board.menus for option in menu["options"]]
    assert offered == list(reversi.parse(MANY_MOVES).legal_moves())
    assert len(offered) == 31
    assert len(board.menus) == 2
    assert board.menus[0]["placeholder"] == f"Choose a move: {offered[0]}–{offered[24]}"


@pytest.mark.parametrize("which", [0, -1], ids=["the first menu", "the last menu"])
async def test_a_move_picked_from_a_menu_is_played(world: World, which: int) -> None:
    await world.begin(world.ann, world.ben)
    move = world.board().menus[which]["options"][which]["value"]
    answer = await world.ann.picks(move, world.board())
    assert answer.private == ""
    assert await world.moves() == move
    assert f"Black played **{move}**." in world.board().text


async def test_menus_are_checked_like_buttons(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    await world.begin(ann, ben)
    old = world.board()
    first, second = (option["value"] for option in old.menus[0]["options"][:2])
    assert "You're watching" in (await chloe.picks(first, old)).private
    assert "You are next" in (await ben.picks(first, old)).private
    await ann.picks(first, old)
    for now in (old, world.board()):
        assert "turn" in (await ann.picks(second, old, now)).private
    assert await world.moves() == first


async def test_a_game_against_the_computer_begins_with_menus(world: World) -> None:
    await world.ann.types("reversi start", bot="easy", colour="first")
    board = world.board()
    await world.ann.picks(board.menus[1]["options"][0]["value"], board)
    assert (await world.snapshot()).game.ply >= 2
    assert f"**{world.ann.mention} to move.**" in world.board().text
