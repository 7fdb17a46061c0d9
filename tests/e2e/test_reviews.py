"""Reviews: requested below a finished board or by command, created in the background, browsed by move."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from bot.study.review.reviews import Reviews
from bot.ui.untrusted import safe
from data.jobs.reviews import ReviewStore
from tests.bot.helpers import BLACK_WIPES_OUT
from tests.cases import missing
from tests.e2e.seen import Seen
from tests.e2e.world import World

CONNECT4_GAME = "1 1 2 1 3 1"
"""A game with errors of both sides, in which red wins with 4."""


@pytest.fixture(autouse=True)
def _shown_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the progress after every ply."""
    monkeypatch.setattr(Reviews, "show_every", 0.0)


async def finish(world: World, game: str = "connect4", moves: str = f"{CONNECT4_GAME} 4") -> Seen:
    """Play a whole game of Ann and Ben, and return its board."""
    number = await world.begin(world.ann, world.ben, game)
    await world.play(moves, world.ann, world.ben, game=number)
    return world.board(number)


def post(world: World) -> Seen:
    """Return the only message of the review."""
    (found,) = (seen for seen in world.posts() if "Review of game" in seen.text)
    return found


async def test_a_finished_board_has_one_review_for_everyone(world: World) -> None:
    number = await world.begin(world.ann, world.ben, "connect4")
    await world.play("1", world.ann, world.ben)
    assert "Review" not in world.board().labels
    assert (await world.ann.types("review", game="1")).private == "This game isn't over yet."
    await world.play(f"{CONNECT4_GAME[2:]} 4", world.ann, world.ben, game=number)
    board = world.board()
    assert board.labels == ["Rematch", "Review", "Replay"]
    await world.chloe.taps("Review", board)
    seen = post(world)
    assert seen.labels == ["Step through", "First error", "How this is computed"]
    assert not missing(seen.text, f"🔴 {world.ann.mention}: **", f"🟡 {world.ben.mention}: **")
    assert not missing(seen.text, "1 mistake, 2 blunders · 2 missed chances", "Turning point: move")
    assert "Every value is proved." in seen.text
    assert seen.picture == "review-1.png"
    assert "Ann: accuracy " in seen.alt
    assert "s = 0.64·e − 1.25, at most 9.6" in (await world.ben.taps("How this is computed", seen)).private
    asked = world.searches.asked
    assert "Review of game #1" in (await world.ben.taps("Review", board)).private
    elsewhere = world.server.create_text_channel("elsewhere")
    await world.chloe.types("review", channel=elsewhere, game="#1")
    assert "Review of game #1" in world.posts(elsewhere)[-1].text
    unseen = await world.chloe.types_privately("review", game="1")
    assert unseen.private == "There is no game #1 that you can see."
    # Its players see it everywhere.
    assert "accuracy" in (await world.ann.types_privately("review", game="1")).public
    assert world.searches.asked == asked


@pytest.mark.long
async def test_players_step_through_all_moves_and_their_own_errors(world: World) -> None:
    await world.ann.taps("Review", await finish(world))
    await world.ben.taps("Step through", post(world))
    step = own(world, world.ben)
    assert step.labels == ["First", "Back", "Forward", "Last", "Next error", "Animate both"]
    assert not missing(step.text, "move 1 of 7", "🔴 Red played **column 1**: **‼️ a blunder**.")
    assert "**Column 4** was better: a win in 21 moves instead of a loss in 20 moves." in step.text
    await world.ben.taps("Last", step)
    assert "move 7 of 7" in own(world, world.ben).text
    await world.ben.taps("First", own(world, world.ben))
    start = own(world, world.ben)
    assert "the start" in start.text
    # Buttons without effect are disabled.
    assert start.labels == ["Forward", "Last", "Next error"]
    await world.ben.taps("Next error", start)
    error = own(world, world.ben)
    assert "** was better: " in error.text
    assert error.alt.startswith("Two boards. Right: Better: column ")
    assert "Left: Played: column " in error.alt
    # All in the same private message.
    assert len([seen for seen in world.seen(world.channel, world.ben) if seen.private]) == 1
    assert [seen for seen in world.seen(world.channel, world.ann) if seen.private] == []
    # Spectators see everyone's errors.
    for person, moves in ((world.ann, (1, 3)), (world.ben, (2, 4)), (world.chloe, (1, 2))):
        await person.taps("First error", post(world))
        assert f"move {moves[0]} of 7" in own(world, person).text
        await person.taps("Next error", own(world, person))
        assert f"move {moves[1]} of 7" in own(world, person).text
    error, before = own(world, world.ben), len(world.posts())
    await world.restart()
    await world.ben.taps("Back", error)
    await world.ben.taps("Back", own(world, world.ben))
    error = own(world, world.ben)
    await world.ben.taps("Animate both", error)
    shown = own(world, world.ben)
    assert (shown.picture, shown.alt) == ("review-1-move-2.gif", error.alt)
    assert re.search(r"\*\*Played: column 1\*\* · .+\nExpected after it: 🔴 \d, 🟡 \d, 🔴 \d", shown.text)
    assert re.search(r"\*\*Better: column \d\*\* · .+\nExpected after it: 🔴 \d, 🟡 \d", shown.text)
    assert len(world.posts()) == before


def own(world: World, person: Any) -> Seen:
    return [seen for seen in world.seen(world.channel, person) if seen.private][-1]


@pytest.mark.long
async def test_a_review_shows_its_progress_and_resumes_after_a_kill(world: World) -> None:
    """Those who ask at the same time share it."""
    board = await finish(world)
    world.searches.hold()
    answers = await world.together(
        (world.ann, board, "Review"), (world.ann, board, "Review"), (world.ben, board, "Review")
    )
    assert len([answer for answer in answers if "being reviewed right now" in (answer.private or "")]) == 2
    assert post(world).labels == ["Cancel"]
    for _ in range(3):
        world.searches.let_one_go()
        await world.env.settle()
    assert "**3 of 7** positions" in post(world).text
    assert [ply.ply for ply in (await world.bot.kit[ReviewStore].in_progress())[0].plies] == [4, 5, 6]
    await world.kill()
    world.searches.let_go()
    asked = world.searches.asked
    await world.env.settle()
    assert "accuracy" in post(world).text
    assert world.searches.asked - asked <= 4


async def test_only_the_requester_can_cancel_a_review(world: World) -> None:
    board = await finish(world)
    world.searches.hold()
    await world.ann.taps("Review", board)
    answer = await world.ben.taps("Cancel", post(world))
    assert answer.private.startswith(f"{world.ann.mention} requested this review")
    await world.ann.taps("Cancel", post(world))
    assert "**Cancelled.**" in post(world).text
    assert post(world).labels == ["Review"]
    world.searches.let_go()
    await world.env.settle()
    assert await world.bot.kit[ReviewStore].of(1) is None
    late = await world.ann.taps_gone("f4:review_cancel:1", post(world))
    assert late.private == "This review has already ended."


@pytest.mark.long
async def test_a_deleted_message_is_not_reposted_and_the_review_ends_with_its_game(world: World) -> None:
    board = await finish(world)
    world.searches.hold()
    await world.ann.taps("Review", board)
    world.delete(post(world))
    await world.let_go()
    assert [seen for seen in world.posts() if "Review of game" in seen.text] == []
    assert "accuracy" in (await world.ben.taps("Review", board)).private
    board = await finish(world)
    world.searches.hold()
    await world.ann.taps("Review", board)
    storage = world.bot.kit.storage
    await storage._database.write(lambda c: c.exec_driver_sql("DELETE FROM games"))
    await world.let_go()
    assert await storage[ReviewStore].in_progress() == ()
    answer = await world.ann.taps("Review", board)
    assert answer.private.startswith("This game no longer exists: it was deleted, or lost")


@pytest.mark.long
async def test_commands_find_the_last_game_and_games_by_number_or_link(world: World) -> None:
    for command in ("review", "replay"):
        answer = await world.ann.types(command)
        assert answer.private == "You haven't finished a game yet. Start one: `/play`."
    board = await finish(world)
    link = f"https://discord.com/channels/{world.server.id}/{world.channel.id}/{board.id}"
    for command in ("review", "replay"):
        assert (await world.ann.suggestions(command, "game")) == ["Connect 4 #1 against Ben, 7 moves played"]
        assert await world.chloe.suggestions(command, "game") == []
        for typed in (None, "1", "#1", link):
            options: dict[str, Any] = {} if typed is None else {"game": typed}
            answer = await world.ann.types(command, **options)
            assert (
                "accuracy" in world.posts()[-1].text
                if command == "review"
                else "#1, the start" in answer.private
            )
        for typed in ("nonsense", link + "1"):
            unknown = await world.ann.types(command, game=typed)
            assert unknown.private.startswith(
                f"I can't find a game called “{safe(typed)}”. Choose one from the list,"
            )
    for command, number in product(("review", "replay", "export"), ("0", "99")):
        answer = await world.ann.types(command, game=number)
        assert answer.private == f"There is no game #{number} that you can see.", command


async def test_reversi_is_reviewed_with_estimates_and_discs(world: World) -> None:
    board = await finish(world, "reversi", " ".join(BLACK_WIPES_OUT))
    await world.ann.taps("Review", board)
    text = post(world).text
    assert not missing(text, "discs lost, estimated", "Estimates from searches", "⚫")
    await world.ann.taps("First error", post(world))
    assert "An estimate, " in own(world, world.ann).text
