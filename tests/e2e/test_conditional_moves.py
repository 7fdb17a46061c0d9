"""“If c4, then d3”: planned by command, played with the opponent's move, private before that."""

from __future__ import annotations

from datetime import timedelta

import pytest

from data.games.conditional import ConditionalStore
from tests.e2e.world import Person, World

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
    assert "such as `c3 " in await plans(world)
    world.untranslated += ["zz"]
    for typed, said in (("c3 c4, e3 zz", "zz isn't possible at that"), ("c3", "has to end with your move")):
        assert said in (await ann.types("game if", moves=typed)).private
    answer = await ann.types("game if", moves="c3 c4")
    assert "- if **c3**, then **c4**" in answer.private
    assert answer.public == ""
    assert world.board().text == before
    # They are private.
    answer = await ben.types("game if")
    assert "You have no conditional moves" in answer.private
    assert "such as" not in answer.private
    assert "c4" not in "".join(seen.text for seen in world.seen(world.channel, ben) if not seen.picture)
    assert "It is your turn: make your move first." in (await ben.types("game if", moves="c3 c4")).private
    await world.leap_hours(20)
    await world.play("c3", ben)
    assert await world.moves() == "d3 c3 c4"
    # The answer costs no time.
    game = (await world.snapshot()).game
    assert game.seconds[0] < 60
    assert game.clock is not None
    assert (game.clock.side, game.clock.flag_at) == (1, game.moved_at + timedelta(days=1))
    text = world.board().text
    assert "White played **c3**, Black answered **c4**." in text
    assert "Planned as the answer to **c3**, and played at once." in text
    assert f"**{ben.mention} to move.**" in text
    assert "You have no conditional moves" in await plans(world)
    await world.play("e3", ben)
    assert "planned" not in world.board().text


@pytest.mark.usefixtures("game")
async def test_they_can_be_removed_one_by_one_and_all_at_once(world: World, ann: Person, ben: Person) -> None:
    (menu,) = (await ann.types("game if", moves="c3 c4, e3 f4, c5 c6")).messages[-1].menus
    labels = [option["label"] for option in menu["options"]]
    assert labels == ["if c3, then c4", "if e3, then f4", "if c5, then c6", "All of them"]
    removed = await ann.chooses("Remove", menu["options"][0]["value"])
    assert "if **c3**" not in removed.private
    assert "- if **e3**, then **f4**" in removed.private
    await ann.chooses("Remove", "all")
    assert "You have no conditional moves" in await plans(world)
    await world.play("e3", ben)
    assert await world.moves() == "d3 e3"


async def test_taking_back_and_the_end_drop_them(world: World, game: int, ann: Person, ben: Person) -> None:
    await world.play("c3 c4", ben, ann)
    await ann.types("game if", moves="e3 f4")
    await ann.types("game ask", what="take back")
    await ben.taps("Agree to the takeback")
    assert await world.moves() == "d3 c3"
    await world.play("c4", ann)
    assert "You have no conditional moves" in await plans(world)
    await ann.types("game if", moves="e3 f4")
    await ben.resigns()
    assert await world.bot.kit[ConditionalStore].of((await world.snapshot()).game, ann.id) == ()
    assert "no game" in (await ann.types("game if", game=str(game))).private
