"""A command that needs a game means one it can serve, and lists no others."""

from __future__ import annotations

import pytest

from tests.e2e.world import World

pytestmark = pytest.mark.usefixtures("slow_beats")

COMPUTERS, BENS, ANNS_TURN = 3, 1, 2


@pytest.fixture
async def games(world: World) -> None:
    """Games of Ann: with days and Ben to move, with herself to move, with the computer."""
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben, time="1 day")
    await world.play("d3", ann, game=BENS)
    await world.begin(ann, ben)
    await world.play("d3 c3 c4 e3", ann, ben, game=ANNS_TURN)
    await ann.types("reversi start", bot="easy", colour="first")


async def listed(world: World, command: str, **filled: str) -> list[int]:
    """The numbers of the games that are offered for a command."""
    offered = await world.ann.suggestions(command, "game", **filled)
    return [int(name.split("#")[1].split()[0]) for name in offered]


@pytest.mark.usefixtures("games")
async def test_conditional_moves_are_planned_where_they_can_be(world: World) -> None:
    answer = await world.ann.types("game if", moves="c3 c4")
    assert "- if **c3**, then **c4**" in answer.private
    assert await listed(world, "game if") == [BENS]
    assert await listed(world, "game if", moves="c3 c4") == [BENS]


@pytest.mark.usefixtures("games")
async def test_a_draw_cannot_be_offered_to_the_computer(world: World) -> None:
    assert await listed(world, "game ask", what="draw") == [ANNS_TURN]
    assert await listed(world, "game ask", what="adjourn") == [ANNS_TURN, BENS]
    await world.ann.types("game ask", what="draw")
    assert "offers a draw" in world.posts()[-1].text


@pytest.mark.usefixtures("games")
async def test_hints_are_for_the_player_to_move(world: World) -> None:
    await world.ann.types("game ask", bot="easy", game=str(COMPUTERS))
    assert await listed(world, "hint") == [ANNS_TURN]
    assert await listed(world, "game ask", what="thinking") == [ANNS_TURN]
    await world.ann.types("hint")
    assert "what I think" in world.posts()[-1].text


@pytest.mark.usefixtures("games")
async def test_a_side_is_lent_once_and_taken_back_where_it_is_lent(world: World) -> None:
    ann = world.ann
    assert await listed(world, "game ask", what="take over") == []
    assert "playing your side yourself" in (await ann.types("game ask", what="take over")).private
    await ann.types("game ask", bot="easy", game=str(COMPUTERS))
    assert sorted(await listed(world, "game ask", bot="easy")) == [BENS, ANNS_TURN]
    assert await listed(world, "game ask", what="take over") == [COMPUTERS]
    await world.play("c3", world.ben, game=BENS)
    await ann.types("game ask", what="take over")
    assert (await world.snapshot(COMPUTERS)).game.delegates == (None, None)


@pytest.mark.usefixtures("games")
async def test_a_typed_game_is_the_one_used(world: World) -> None:
    answer = await world.ann.types("game if", moves="c3 c4", game=str(COMPUTERS))
    assert "days per move" in answer.private


@pytest.mark.usefixtures("games")
async def test_where_no_game_will_do_the_reason_is_that_of_the_latest(world: World) -> None:
    await world.ann.types("game ask", what="draw", game=str(ANNS_TURN))
    await world.ben.taps("Agree to a draw")
    await world.ben.taps("Resign", world.board(BENS))
    await world.ben.taps("Resign")
    assert "days per move" in (await world.ann.types("game if")).private


async def test_games_without_a_move_are_neither_reviewed_nor_replayed(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play("d3 c3 c4 e3", ann, ben)
    await ann.taps("Resign", world.board())
    await ann.taps("Resign")
    await world.begin(ann, ben)
    await ann.taps("Resign", world.board(2))
    await ann.taps("Resign")
    assert await listed(world, "replay") == [1]
    answer = await ann.types("replay")
    assert "No one made a move" not in answer.private
    assert answer.messages[0].picture is not None
