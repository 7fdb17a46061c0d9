"""“If c4, then d3”: planned by command, played with the opponent's move, private before that."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.core.snapshot import GameSnapshot
from data.games.records import GameState
from tests.e2e.world import World

pytestmark = pytest.mark.usefixtures("slow_beats")


@pytest.fixture
async def game(world: World) -> int:
    """A game with a day for each move, in which Ben is to move and Ann can plan."""
    number = await world.begin(world.ann, world.ben, time="1 day")
    await world.play("d3", world.ann)
    return number


async def plans(world: World) -> str:
    return (await world.ann.types("game if")).private


@pytest.mark.usefixtures("game")
async def test_an_answer_is_played_with_the_move_it_was_planned_for(world: World) -> None:
    ann, ben = world.ann, world.ben
    before = world.board().text
    answer = await ann.types("game if", moves="c3 c4")
    assert "- if **c3**, then **c4**" in answer.private
    assert answer.public == ""
    assert world.board().text == before
    await world.play("c3", ben)
    assert await world.moves() == "d3 c3 c4"
    text = world.board().text
    assert "White played **c3**, Black answered **c4**." in text
    assert "Planned as the answer to **c3**, and played at once." in text
    assert f"**{ben.mention} to move.**" in text
    assert "You have no conditional moves" in await plans(world)
    await world.play("e3", ben)
    assert "planned" not in world.board().text


@pytest.mark.usefixtures("game")
async def test_the_player_to_move_gets_no_example(world: World) -> None:
    assert "such as `c3 " in (await world.ann.types("game if")).private
    answer = (await world.ben.types("game if")).private
    assert "make your move first" in answer
    assert "such as" not in answer


@pytest.mark.usefixtures("game")
async def test_the_answer_costs_no_time(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("game if", moves="c3 c4")
    await world.leap_hours(20)
    await world.play("c3", ben)
    game = (await world.snapshot()).game
    assert game.seconds[0] < 60
    clock = game.clock
    assert clock is not None
    assert clock.side == 1
    assert clock.flag_at == game.moved_at + timedelta(days=1)


@pytest.mark.usefixtures("game")
async def test_another_move_drops_the_plan(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("game if", moves="c3 c4")
    await world.play("e3", ben)
    assert await world.moves() == "d3 e3"
    assert "You have no conditional moves" in await plans(world)


@pytest.mark.usefixtures("game")
async def test_several_answers_and_lines_of_several_moves(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("game if", moves="c3 c4 e3 f4, e3 f4")
    answer = await ann.types("game if", moves="c5 c6")
    assert answer.private.count("\n- ") == 3
    assert "- if **c3**, then **c4**, if **e3**, then **f4**" in answer.private
    await world.play("c3", ben)
    assert await world.moves() == "d3 c3 c4"
    assert "- if **e3**, then **f4**" in await plans(world)
    assert (await plans(world)).count("\n- ") == 1
    await world.play("e3", ben)
    assert await world.moves() == "d3 c3 c4 e3 f4"
    assert "You have no conditional moves" in await plans(world)


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("stop", ["restart", "kill"])
async def test_plans_outlive_a_restart(world: World, stop: str) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("game if", moves="c3 c4 e3 f4")
    await (world.restart() if stop == "restart" else world.kill())
    await world.play("c3", ben)
    await (world.restart() if stop == "restart" else world.kill())
    assert "Planned as the answer to **c3**" in world.board().text
    await world.play("e3", ben)
    assert await world.moves() == "d3 c3 c4 e3 f4"


@pytest.mark.usefixtures("game")
async def test_plans_are_private(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("game if", moves="c3 c4")
    assert "no conditional moves" not in await plans(world)
    answer = await ben.types("game if")
    assert "You have no conditional moves" in answer.private
    assert "c4" not in "".join(seen.text for seen in world.seen(world.channel, ben) if not seen.picture)
    refused = await ben.types("game if", moves="c3 c4")
    assert "It is your turn: make your move first." in refused.private


@pytest.mark.usefixtures("game")
async def test_they_can_be_removed_one_by_one_and_all_at_once(world: World) -> None:
    ann, ben = world.ann, world.ben
    answer = await ann.types("game if", moves="c3 c4, e3 f4, c5 c6")
    (menu,) = answer.messages[-1].menus
    assert [option["label"] for option in menu["options"]] == [
        "if c3, then c4",
        "if e3, then f4",
        "if c5, then c6",
        "All of them",
    ]
    removed = await ann.chooses("Remove", menu["options"][0]["value"])
    assert "if **c3**" not in removed.private
    assert "- if **e3**, then **f4**" in removed.private
    await ann.chooses("Remove", "all")
    assert "You have no conditional moves" in await plans(world)
    await world.play("e3", ben)
    assert await world.moves() == "d3 e3"


@pytest.mark.usefixtures("game")
async def test_a_later_plan_takes_the_place_of_an_earlier_one(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("game if", moves="c3 c4, e3 f4")
    answer = await ann.types("game if", moves="c3 f5")
    assert "then **c4**" not in answer.private
    assert answer.private.count("\n- ") == 2
    await world.play("c3", ben)
    assert await world.moves() == "d3 c3 f5"


ILLEGAL = [
    ("c3 a1", "a1 isn't possible at that point"),
    ("d3 c4", "d3 isn't possible at that point"),
    ("c3 c4 e3", "has to end with your move"),
    ("c3", "has to end with your move"),
    ("c3 c4, e3 zz", "zz isn't possible"),
    ("pass c4", "pass isn't possible"),
]
"""Lines that are refused, and why."""


@pytest.mark.usefixtures("game")
async def test_illegal_lines_are_refused(world: World) -> None:
    world.untranslated += ["zz", "pass"]
    for typed, said in ILLEGAL:
        assert said in (await world.ann.types("game if", moves=typed)).private
    assert "You have no conditional moves" in await plans(world)


@pytest.mark.usefixtures("game")
async def test_there_is_an_end_to_plans(world: World) -> None:
    ann = world.ann
    lines = [""]
    for _ in range(3):
        lines = [longer for line in lines for longer in _with_an_answer(await world.snapshot(), line)]
    assert len(lines) > 20
    assert "You can have 20 lines" in (await ann.types("game if", moves=", ".join(lines[:21]))).private
    assert "You have no conditional moves" in await plans(world)


@pytest.mark.usefixtures("game")
async def test_taking_back_drops_them(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.play("c3 c4", ben, ann)
    await ann.types("game if", moves="e3 f4")
    await ann.types("game ask", what="take back")
    await ben.taps("Agree to the takeback")
    assert await world.moves() == "d3 c3"
    await world.play("c4", ann)
    assert "You have no conditional moves" in await plans(world)
    await world.play("e3", ben)
    assert await world.moves() == "d3 c3 c4 e3"


@pytest.mark.usefixtures("game")
async def test_swapping_colours_drops_them(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("game if", moves="c3 c4")
    await ann.types("game ask", what="swap")
    await ben.taps("Agree to swap")
    await world.play("c3", ann)
    assert await world.moves() == "d3 c3"


async def test_the_end_drops_them(world: World, game: int) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("game if", moves="c3 c4")
    await ben.taps("Resign")
    await ben.taps("Resign")
    stored = (await world.snapshot()).game
    assert stored.state is GameState.FINISHED
    assert await world.bot.services.storage.conditional.of(stored, ann.id) == ()
    answer = await ann.types("game if", game=str(game))
    assert "no game" in answer.private


async def test_a_planned_answer_can_win(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("connect4 start", opponent=ben, colour="first", time="1 day")
    await ben.taps("Accept")
    await world.play("1 2 1 2 1", ann, ben)
    answer = await ann.types("game if", moves="2 1")
    assert "- if **column 2**, then **column 1**" in answer.private
    await world.play("2", ben)
    text = world.board().text
    assert f"**{ann.mention} wins" in text
    assert f"{ben.mention}: placement game 1 of about 10" in text
    assert await world.moves() == "1 2 1 2 1 2 1"


@pytest.mark.usefixtures("game")
async def test_both_can_plan_and_their_plans_meet(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("game if", moves="c3 c4 e3 f4")
    await world.play("c3", ben)
    # Ben is to move, and cannot plan; Ann plans on.
    await world.play("c5", ben)
    await ben.types("game if", moves="b3 e3")
    assert "You have no conditional moves" in await plans(world)
    await world.play("b3", ann)
    assert (await world.moves()).endswith("b3 e3")
    assert f"**{ann.mention} to move.**" in world.board().text


@pytest.mark.usefixtures("game")
async def test_planning_while_the_move_is_made(world: World) -> None:
    """Whichever comes first: the answer is played, or the plan is refused; it never lies there unplayed."""
    ann, ben = world.ann, world.ben
    board = world.board()
    ben.send_tap(board, board.custom_id("c3"))
    answer = await ann.types("game if", moves="c3 c4")
    await world.env.settle()
    played = await world.moves()
    if "then **c4**" in answer.private:
        assert played == "d3 c3 c4"
    else:
        assert played == "d3 c3"
    assert await world.bot.services.storage.conditional.of((await world.snapshot()).game, ann.id) == ()


async def test_other_games_have_none(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("reversi start", bot="easy", colour="first", time="1 day")
    assert "Conditional moves are for games between people" in (await ann.types("game if")).private
    live = await world.begin(ann, ben, time="5+5")
    await world.play("d3", ann, game=live)
    answer = await ann.types("game if", moves="c3 c4", game=str(live))
    assert "with days per move" in answer.private


async def test_typed_lines_have_no_passes(world: World) -> None:
    """After Ben's e4 and Ann's a6, Ben has no move."""
    ann, ben = world.ann, world.ben
    await ann.types("reversi start", opponent=ben, colour="second", board="6x6", time="1 day")
    await ben.taps("Accept")
    await world.play("c2 b4 a5 a4 b5 b6", ann, ben)
    answer = await ann.types("game if", moves="e4 a6 d2")
    assert "- if **e4**, then **a6**, then **d2**" in answer.private
    await world.play("e4", ben)
    assert (await world.moves()).endswith("e4 a6 pass d2")
    assert f"**{ben.mention} to move.**" in world.board().text


def _with_an_answer(snapshot: GameSnapshot, line: str) -> list[str]:
    """A line with every move of the opponent after it, and always the same answer to that."""
    position = snapshot.position
    for move in line.split():
        position = position.play(move)
    return [
        f"{line} {reply} {position.play(reply).legal_moves()[0]}".strip() for reply in position.legal_moves()
    ]
