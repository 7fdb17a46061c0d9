"""Games on unusual boards are rated at the players' choice, in lists per board."""

from __future__ import annotations

import pytest

from bot.preferences.preferences import Preferences
from tests.data.helpers import rank_everyone
from tests.e2e.world import World


async def lose(world: World, game: int = 1) -> None:
    """Play four moves, and let the player whose turn it is resign."""
    people = (world.ann, world.ben)
    for _ in range(4):
        board = world.board(game)
        mover = next(one for one in people if f"**{one.mention} to move.**" in board.text)
        await mover.taps(board.moves[0], board)
    answer = await world.ann.taps("Resign", world.board(game))
    await world.ann.taps("Resign", answer.messages[-1])


async def test_the_choice_is_on_the_card_where_another_board_is_chosen(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("reversi start", colour="first")
    assert not [label for label in world.offer().labels if label.startswith("Rated")]
    await ann.chooses("Board", "6x6")
    assert "(6x6, unrated; " in world.offer().text
    refused = await ben.taps("Rated: no")
    assert "only" in refused.private
    await ann.taps("Rated: no")
    assert "(6x6, rated; " in world.offer().text
    await ann.taps("Rated: yes")
    await ann.taps("Rated: no")
    # A player who looked before that is asked to look again.
    await ben.taps("Join")
    assert "-# Board: 6 by 6 · This board has a separate rating" in world.board().text
    await world.restart()
    await lose(world)
    assert f"{ben.mention}: placement game 1 of about 10" in world.board().text


async def test_ratings_of_a_board_have_a_list_and_a_place_in_the_profile(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("reversi start", opponent=ben, colour="first", board="6x6", rated=True)
    assert "(6x6, rated; " in world.offer().text
    await ben.taps("Accept")
    await lose(world)
    await rank_everyone(world.bot.services.storage)
    board = await ben.types("leaderboard", board="6x6")
    assert "Reversi 6x6: between people" in board.public
    assert "You are number **1** of 2" in board.public
    assert "Everywhere" in board.messages[0].labels
    everywhere = await ben.taps("Everywhere")
    assert "Reversi 6x6: between people, everywhere" in everywhere.public
    assert "This leaderboard is still empty" in (await ben.types("leaderboard")).public
    profile = await ben.types("profile")
    assert "**Reversi 6x6** between people: **1662** (± 290), number 1" in profile.public
    assert "Rating 6x6, between people: 1662 ± 290, rank 1" in profile.messages[0].alt


async def test_a_rematch_is_rated_as_the_game_before(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("connect4 start", opponent=ben, colour="first", board="8x7", rated=True)
    await ben.taps("Accept")
    await lose(world)
    await ann.taps("Rematch")
    assert "8x7, rated; " in world.offer().text


async def test_a_level_is_never_rated_on_another_board(world: World) -> None:
    ann = world.ann
    answer = await ann.types("reversi start", bot="easy", board="6x6", rated=True)
    assert "only games between people can be rated" in answer.private
    await ann.types("reversi start", colour="first", board="6x6", rated=True)
    await ann.chooses("Play me: another level, or a style", "easy")
    assert not (await world.snapshot()).game.rated
    answer = await ann.types("leaderboard", board="6x6", against="computer")
    assert "leaderboards for games between people" in answer.private


async def test_the_usual_board_needs_no_choice(world: World) -> None:
    answer = await world.ann.types("reversi start", rated=False)
    assert "Games on the standard board are always rated" in answer.private
    assert world.posts() == []


async def test_where_the_server_has_no_rated_games_there_is_nothing_to_choose(world: World) -> None:
    await world.bot.services[Preferences].change_server(world.server.id, "rated", "off", manager=True)
    await world.ann.types("reversi start", board="6x6", rated=True)
    assert "(6x6, unrated; " in world.offer().text
    assert not [label for label in world.offer().labels if label.startswith("Rated")]


@pytest.mark.parametrize("board", ["anti", "10x10", "6x6 anti", "xot"])
async def test_every_board_of_reversi_can_be_rated(world: World, board: str) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("reversi start", opponent=ben, colour="first", board=board, rated=True)
    await ben.taps("Accept")
    await lose(world)
    assert f"**Reversi {board}** between people: **1662?**" in (await ben.types("profile")).public
