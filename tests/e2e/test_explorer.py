"""`/opening explore`: names, values and the moves people played, walked through by taps."""

from __future__ import annotations

from tests.cases import missing
from tests.e2e.stored_games import stored_game
from tests.e2e.world import RECOVERY_SECONDS, World


async def test_symmetric_lines_are_counted_together_here_and_for_oneself(world: World) -> None:
    await stored_game(world, world.ann, world.ben, "f5 f6 e6")
    await stored_game(world, world.ann, world.ben, "d3 c3 c4")
    await world.pass_time(RECOVERY_SECONDS)
    (start,) = (await world.ann.types("opening explore")).messages
    assert start.private
    assert start.text.splitlines()[0] == "### 📖 Reversi: ⚫ Black to move"
    assert "Here 2×: 100% won, 0% drawn, 0% lost · You 2×: 100% won" in start.text
    assert start.text.count("Here ") == 1
    assert "(or " in start.text
    (second,) = (await world.ann.taps("f5", start)).messages
    assert second.id == start.id
    # Ben made this move both times, and lost.
    assert not missing(second.text, "**f6**", "Diagonal Opening", "Here 2×: 0% won, 0% drawn, 100% lost")
    assert "You " not in second.text
    (for_ben,) = (await world.ben.types("opening explore", moves="c4")).messages
    assert "You 2×: 0% won, 0% drawn, 100% lost" in for_ben.text
    (third,) = (await world.ann.taps("f6", second)).messages
    assert "📖 Opening: Diagonal Opening" in third.text
    # The two lines are one.
    assert "Here 2×: 100% won" in third.text


async def test_values_are_the_books_and_say_that_they_are_estimates(world: World) -> None:
    (shown,) = (await world.ann.types("opening explore", moves="f5d6")).messages
    assert "book's estimates for Black, in discs. Nothing is proved." in shown.text
    assert "No finished game has reached this position yet" in shown.text
    assert shown.picture == "opening-reversi-2.png"
    (outside,) = (await world.ann.types("opening explore", moves="anti:f5d6")).messages
    assert "My book doesn't have this position." in outside.text


async def test_a_public_explorer_has_nothing_of_ones_own_and_opens_privately(world: World) -> None:
    await stored_game(world, world.ann, world.ben, "f5 f6 e6")
    await world.pass_time(RECOVERY_SECONDS)
    await world.ann.types("opening explore", public=True)
    post = world.posts()[-1]
    assert "Here 1×" in post.text
    assert "You " not in post.text
    (own,) = (await world.ben.taps("f5", post)).messages
    assert own.private
    assert own.id != post.id
    assert "You 1×: 0% won" in own.text
    assert world.posts()[-1].text == post.text
    # Positions of a game in progress are refused.
    await world.begin(world.ann, world.ben)
    assert "📖" not in (await world.ann.types("opening explore")).private
