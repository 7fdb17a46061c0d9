"""Openings under the board: their names, and games that begin with one chosen at random."""

from __future__ import annotations

from tests.e2e.world import World


async def test_the_board_names_the_opening(world: World) -> None:
    await world.begin(world.ann, world.ben)
    await world.play("f5", world.ann, world.ben)
    assert "Opening" not in world.board().text
    await world.play("d6 c3 d3 c4", world.ann, world.ben)
    assert "📖 Opening: Tiger" in world.board().text


async def test_a_game_of_xot_keeps_its_opening_after_a_restart(world: World) -> None:
    game = await world.begin(world.ann, world.ben, board="xot")
    begun = await world.snapshot(game)
    assert begun.position.moves_played == 8
    assert "XOT" in world.board().text
    legal = begun.position.legal_moves()
    assert set(legal) <= set(world.board().labels)
    await world.restart()
    await world.play(legal[0], world.ann, world.ben)
    assert (await world.snapshot(game)).position == begun.position.play(legal[0])


async def test_a_rematch_of_xot_takes_another_opening(world: World) -> None:
    game = await world.begin(world.ann, world.ben, board="xot")
    await world.play((await world.snapshot(game)).position.legal_moves()[0], world.ann, world.ben)
    for _ in range(3):
        await world.play((await world.snapshot(game)).position.legal_moves()[0], world.ann, world.ben)
    await world.ann.taps("Resign")
    await world.ann.taps("Resign")
    await world.ben.taps("Rematch")
    await world.ann.taps("Accept")
    first, again = await world.snapshot(game), await world.snapshot(game + 1)
    assert again.position.moves_played == 8
    assert again.game.options != first.game.options
