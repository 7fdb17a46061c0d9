"""A second tap that comes just after the reply has put new buttons under the finger."""

from __future__ import annotations

import pytest

from bot.core.publisher import Taps
from tests.e2e.world import Person, World

IGNORED = "I ignored that tap"


class Watch:
    """A clock that advances only when told to."""

    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def watch(world: World) -> Watch:
    watch = Watch()
    world.bot.kit[Taps] = Taps(0.7, watch)
    return watch


async def plies(world: World) -> int:
    return (await world.snapshot()).game.ply


async def test_a_second_tap_on_the_reply_plays_nothing(world: World, watch: Watch, ann: Person) -> None:
    await ann.types("reversi start", bot="easy", colour="first")
    await ann.taps(world.board().moves[0])
    assert await plies(world) == 2
    board = world.board()
    watch.seconds += 0.45
    assert IGNORED in (await ann.taps(board.moves[0])).private
    # Several are told once.
    assert IGNORED not in (await ann.taps(board.moves[0])).private
    assert await plies(world) == 2
    assert world.board() == board
    # The word itself changes no buttons: the time runs from the reply.
    watch.seconds += 0.3
    assert IGNORED not in (await ann.taps(board.moves[0])).private
    assert await plies(world) == 4
    watch.seconds += 31
    await ann.taps(world.board().moves[0])
    assert IGNORED in (await ann.taps(world.board().moves[0])).private


async def test_buttons_in_place_of_moves_are_protected_too(world: World, watch: Watch, ann: Person) -> None:
    await ann.types("reversi start", bot="expert", colour="first")
    world.searches.hold()
    await ann.taps("d3")
    watch.seconds += 0.45
    assert IGNORED in (await ann.taps("Resign")).private
    watch.seconds += 0.3
    assert "End this game?" in (await ann.taps("Resign")).private
    await world.let_go()


async def test_a_refused_tap_that_has_mended_the_board_counts_too(world: World, watch: Watch) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    old = world.board()
    # The opponent's tap is never too soon.
    await world.play("d3 c3", ann, ben)
    watch.seconds += 1
    assert "The board has changed since then" in (await ann.taps_late("c4", old, world.board())).private
    assert IGNORED in (await ann.taps("c4")).private
    assert await world.moves() == "d3 c3"


async def test_a_view_of_ones_own_and_a_puzzle_are_guarded_as_boards_are(world: World, watch: Watch) -> None:
    ann = world.ann
    await ann.types("connect4 start", bot="easy", colour="first")
    await ann.taps("More")
    watch.seconds += 1
    view = (await ann.taps("My view")).messages[-1]
    assert IGNORED in (await ann.taps("4", view)).private
    watch.seconds += 1
    await ann.taps("4", view)
    assert await plies(world) == 2
    puzzle = (await ann.types("puzzle", game="reversi")).messages[-1]
    await ann.taps("Hint", puzzle)
    assert IGNORED in (await ann.taps("Show solution")).private
    watch.seconds += 1
    assert IGNORED not in (await ann.taps("Show solution")).private


async def test_a_card_that_becomes_a_board_is_guarded_but_choices_are_not(world: World, watch: Watch) -> None:
    ann = world.ann
    await ann.types("reversi start", colour="first")
    assert IGNORED not in (await ann.chooses("Board", "6x6")).private
    assert IGNORED not in (await ann.taps("Play me: child")).private
    board = world.board()
    assert IGNORED in (await ann.taps(board.moves[0])).private
    assert await plies(world) == 0
    await ann.types("match", first="easy", second="medium")
    for label in ("Pause", "Step", "Step"):
        assert IGNORED not in (await ann.taps(label)).private


@pytest.mark.parametrize("label", ["Hint", "Take over"])
async def test_a_button_for_what_has_changed_is_refused(world: World, label: str, ann: Person) -> None:
    await ann.types("reversi start", bot="easy", colour="first")
    world.searches.hold()
    if label == "Take over":
        await ann.types("game ask", bot="beginner")
    board = world.board()
    old = board.custom_id(label)
    if label == "Take over":
        await ann.taps(label, board)
        await ann.types("game ask", bot="medium")
    else:
        await world.let_go()
        await ann.taps(board.moves[0], board)
    now = await world.snapshot()
    sent = ann.send_tap(world.board(), old)
    await world.env.settle()
    assert "The board has changed since then" in world.answer(sent).private
    assert (await world.snapshot()).game == now.game
