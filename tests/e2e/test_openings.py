"""`/opening …`: the explorer; repertoires, from it, by name and from own games, and their training."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from discord.utils import format_dt

from bot.account.privacy.own_data import OwnData
from data.puzzles.repertoires import RepertoireStore
from data.upkeep.export import ExportStore
from tests.cases import missing
from tests.e2e.seen import Seen
from tests.e2e.stored_games import stored_game
from tests.e2e.world import RECOVERY_SECONDS, Person, World


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
    # Values are the book's, and are said to be estimates.
    (shown,) = (await world.ann.types("opening explore", moves="f5d6")).messages
    assert "book's estimates for Black, in discs. Nothing is proved." in shown.text
    assert "No finished game has reached this position yet" in shown.text
    assert shown.picture == "opening-reversi-2.png"
    (outside,) = (await world.ann.types("opening explore", moves="anti:f5d6")).messages
    assert "My book doesn't have this position." in outside.text
    # Positions of a game in progress are refused.
    await world.begin(world.ann, world.ben)
    assert "📖" not in (await world.ann.types("opening explore")).private


async def repertoire(person: Person, **options: Any) -> Seen:
    (shown,) = (await person.opens_repertoire(**options)).messages
    return shown


@pytest.mark.long
async def test_a_line_is_added_from_the_explorer_and_marked_there(world: World, ann: Person) -> None:
    (there,) = (await ann.types("opening explore", moves="f5d6c3")).messages
    (added,) = (await ann.taps("Add to mine", there)).messages
    assert added.id == there.id
    assert "📥 Added 2 moves to your repertoire: f5, c3." in added.text
    await world.restart()
    (back,) = (await ann.taps("Back", added)).messages
    assert not missing(back.text, "⭐ **c3**", "-# ⭐ marks the move in your repertoire.")
    # The same line in another order, turned: nothing is new.
    (turned,) = (await ann.types("opening explore", moves="d3c5f6")).messages
    assert "Remove from mine" in turned.labels
    shown = await repertoire(ann)
    assert shown.private
    assert not missing(shown.text, "2 moves to know · 2 are due now", "1. `f5 d6 c3`")
    # Others have theirs, also from a public explorer.
    assert "It's empty." in (await repertoire(world.ben)).text
    await ann.types("opening explore", moves="f5d6c3", public=True)
    post = world.posts()[-1]
    (added,) = (await world.ben.taps("Add to mine", post)).messages
    assert added.private
    assert "📥 Added 2 moves" in added.text
    assert world.posts()[-1].text == post.text
    # There is none of unusual boards, and nothing to take out of no games.
    (there,) = (await ann.types("opening explore", moves="anti:f5d6c3")).messages
    assert "Add to mine" not in there.labels
    shown = await repertoire(ann, game="connect4", side="second")
    (asked,) = (await ann.taps("From my games", shown)).messages
    assert "No position has come up in 3 of your games yet." in asked.text
    told = await world.bot.kit[ExportStore].of(ann.id)
    assert [row["move"] for row in told["repertoire_moves"]] == ["f5", "c3"]
    await world.bot.kit[OwnData].delete(ann.id)
    assert "It's empty." in (await repertoire(ann)).text


async def test_another_move_is_replaced_only_if_that_is_confirmed(world: World, ann: Person) -> None:
    await ann.types("opening train", add="Tiger")
    (there,) = (await ann.types("opening explore", moves="f5d6c4")).messages
    (question,) = (await ann.taps("Add to mine", there)).messages
    assert question.id != there.id
    assert "Your repertoire has another move there:\n- `f5 d6` **c3**, not c4" in question.text
    assert "If you replace it, 1 move that follows from it is removed." in question.text
    (kept,) = (await ann.taps("Keep mine", question)).messages
    assert "1. `f5 d6 c3 d3 c4` · Tiger" in kept.text
    (question,) = (await ann.taps("Add to mine", there)).messages
    (replaced,) = (await ann.taps("Replace", question)).messages
    assert "📥 Added 1 move to your repertoire: c4. 2 other moves were removed." in replaced.text
    assert "1. `f5 d6 c4`" in (await repertoire(ann)).text


async def test_a_move_is_taken_out_in_the_explorer_with_what_follows(world: World, ann: Person) -> None:
    await ann.types("opening train", add="Tiger")
    (there,) = (await ann.types("opening explore", moves="f5d6c3")).messages
    (question,) = (await ann.taps("Remove from mine", there)).messages
    assert "With the moves that follow from it, 2 moves would be removed" in question.text
    (removed,) = (await ann.taps("Remove", question)).messages
    assert "🗑️ Removed 2 moves from your repertoire." in removed.text
    # A second tap finds nothing left.
    (again,) = (await ann.taps_late("Remove", question, removed)).messages
    assert "That line isn't in your repertoire any more." in again.text
    (first,) = (await ann.types("opening explore", moves="f5")).messages
    (out,) = (await ann.taps("Remove from mine", first)).messages
    assert "🗑️ Removed 1 move from your repertoire." in out.text
    assert "It's empty." in (await repertoire(ann)).text


async def test_openings_are_added_by_name_and_removed_line_by_line(world: World, ann: Person) -> None:
    assert "Tiger" in await ann.suggestions("opening train", "add", "tig")
    await ann.types("opening train", add="tiger")
    await ann.types("opening train", add="Cow")
    world.untranslated.append("Italian")
    answer = await ann.types("opening train", add="Sicilian")
    assert answer.private.startswith("I don't know an opening called “Sicilian”.")
    (black,) = (await ann.types("opening train", add="Tiger", side="second")).messages
    assert "📥 Added 2 moves to your repertoire: d6, d3." in black.text
    shown = await repertoire(ann)
    assert "5 moves to know" in shown.text
    assert "1. `f5 d6 c3 d3 c4` · Tiger\n2. `f5 f6 e6 f4 e3` · Cow" in shown.text
    tiger = next(option["value"] for option in shown.menus[0]["options"] if "d6" in option["label"])
    await ann.chooses("Remove a line", tiger)
    left = world.seen(world.channel, ann)[-1]
    assert not missing(left.text, "🗑️ Removed 2 moves from your repertoire.", "1. `f5 f6 e6 f4 e3` · Cow")
    # The same choice once more.
    (menu,) = shown.menus
    await ann._tap(left, menu["custom_id"], [tiger])
    again = world.seen(world.channel, ann)[-1]
    assert "That line isn't in your repertoire any more." in again.text
    (white,) = (await ann.taps("White (2)", left)).messages
    assert "Your repertoire: Reversi, ⚪ White" in white.text


@pytest.mark.long
async def test_moves_of_ones_own_games_are_added_once_that_is_confirmed(world: World, ann: Person) -> None:
    for moves in ("f5 d6 c3 d3 c4", "f5 d6 c3 f4", "f5 d6 c4", "d3 c3 c4"):
        await stored_game(world, ann, world.ben, moves)
    await stored_game(world, world.ben, ann, "f5 d6 c5")
    await world.pass_time(RECOVERY_SECONDS)
    await repertoire(ann)
    (asked,) = (await ann.taps("From my games")).messages
    assert "### 📥 From your games: Reversi, ⚫ Black" in asked.text
    assert "- In 3 games or more: 2 new moves\n- In 5 games or more: 0 new moves" in asked.text
    assert "It's empty." in (await repertoire(ann)).text
    await world.restart()
    (taken,) = (await ann.taps("Add 2 moves", asked)).messages
    assert "📥 Added 2 moves from your games." in taken.text
    (again,) = (await ann.taps_late("Add 2 moves", asked, taken)).messages
    assert "All of it is already in your repertoire." in again.text
    # The most frequent move, c3, not the other one.
    assert "1. `f5 d6 c3`" in (await repertoire(ann)).text
    await ann.taps("My repertoire", again)
    (asked,) = (await ann.taps("From my games")).messages
    assert "-# 2 more are already in your repertoire." in asked.text


async def trains(world: World, **options: Any) -> Seen:
    (shown,) = (await world.ann.types("opening train", **options)).messages
    return shown


def latest(world: World) -> Seen:
    """The latest message of the trainer."""
    return [seen for seen in world.seen(world.channel, world.ann) if "🎓 Training" in seen.text][-1]


async def knows(world: World, *moves: str) -> None:
    """Answer questions one after the other."""
    for move in moves:
        await world.ann.taps(move, latest(world))


async def test_a_line_is_asked_move_by_move_with_the_opponents_replies(world: World) -> None:
    await world.ann.types("opening train", add="Tiger")
    asked = await trains(world)
    assert asked.private
    assert asked.text.startswith("### 🎓 Training: Reversi, ⚫ Black\nWhat do you play here?")
    assert "-# Position 1 of 3" in asked.text
    assert asked.picture == "training-1-1.png"
    # Any of four first moves is the same.
    (second,) = (await world.ann.taps("c4", asked)).messages
    assert second.id == asked.id
    assert "✅ c4 (f5) is right. White answers d6." in second.text
    assert "`f5 d6` · Perpendicular Opening" in second.text
    await world.restart()
    (third,) = (await world.ann.taps("c3", second)).messages
    assert "✅ c3 is right. White answers d3." in third.text
    await world.kill()
    (end,) = (await world.ann.taps("c4", third)).messages
    assert not missing(end.text, "✅ c4 is right: Tiger.", "**3 of 3 moves known at once.**")
    due = world.now() + timedelta(days=1)
    assert f"The next move is due {format_dt(due, 'R')}." in end.text
    # Training ahead resets what is missed, and rewards nothing.
    world.skip(timedelta(hours=1))
    await trains(world)
    await world.ann.taps("Train early")
    await knows(world, "f5", "c6")
    await world.ann.taps("Continue", latest(world))
    await knows(world, "c4", "c3")
    stored = await world.bot.kit[RepertoireStore].all_of(world.ann.id)
    days = {move.new.move: (move.due_at - due).total_seconds() for move in stored}
    assert {move: round(seconds) for move, seconds in days.items()} == {"f5": 0, "c3": 3600, "c4": 0}


@pytest.mark.long
async def test_a_miss_is_explained_asked_again_and_comes_back_tomorrow(world: World) -> None:
    await world.ann.types("opening train", add="Tiger")
    await trains(world)
    await knows(world, "f5")
    asked = latest(world)
    (missed,) = (await world.ann.taps("c6", asked)).messages
    assert "`f5 d6` · Perpendicular Opening\n❌ Not c6: your move here is **c3**." in missed.text
    assert "My book thinks: c3: " in missed.text
    assert "I'll ask it once more today, and again tomorrow." in missed.text
    assert missed.picture == "training-1-2-answer.png"
    # A second tap does not count, and does not cover the answer.
    await world.ann.taps_late("c6", asked, missed)
    assert latest(world).text == missed.text
    await world.restart()
    await world.ann.taps("Continue", latest(world))
    await knows(world, "c4")
    repeated = latest(world)
    assert not missing(repeated.text, "`f5 d6` · Perpendicular Opening", "-# Position 4 of 4")
    await knows(world, "c3")
    assert "**2 of 3 moves known at once.**" in latest(world).text
    world.skip(timedelta(days=1))
    await trains(world)
    await knows(world, "f5", "c3", "c4")
    stored = await world.bot.kit[RepertoireStore].of(world.ann.id, "reversi", 0)
    assert [(move.new.move, move.stage, move.misses) for move in stored] == [
        ("f5", 2, 0),
        ("c3", 2, 1),
        ("c4", 2, 0),
    ]


@pytest.mark.long
async def test_a_session_has_ten_positions_and_continues_wherever_it_is_asked_for(world: World) -> None:
    for name in ("Tiger", "Rotating Flat", "Mainline Tiger", "Cow", "Rose-Bill"):
        await world.ann.types("opening train", add=name)
    assert "-# Position 1 of 10" in (await trains(world)).text
    await knows(world, "f5")
    before = latest(world)
    await world.kill()
    again = await trains(world)
    assert again.id != before.id
    assert not missing(again.text, "Your training continues here.", "-# Position 2 of 10")
    # With another wish a new session begins, and the old buttons say so.
    await world.ann.types("opening train", add="Tiger", side="second")
    assert "Reversi, ⚪ White" in (await trains(world, side="second")).text
    answer = await world.ann.taps_gone(again.custom_id("Stop"), again)
    assert answer.private.startswith("This training is over, or continues in another message.")


@pytest.mark.long
async def test_other_people_cannot_answer_and_have_nothing_to_train(world: World, ann: Person) -> None:
    """Two taps count once, a deleted message is no loss, and stopping keeps what is left due."""
    await ann.types("opening train", add="Tiger")
    asked = await trains(world)
    answer = await world.ben.taps_gone(asked.custom_id("f5"), asked)
    assert answer.private.startswith("This is someone else's training.")
    answer = await world.ben.types("opening train")
    assert answer.private.startswith("### 📚 Your repertoire: Reversi, ⚫ Black\nIt's empty.")
    await world.together((ann, asked, "f5"), (ann, asked, "f5"))
    assert "-# Position 2 of 3" in latest(world).text
    assert sorted(move.stage for move in (await world.bot.kit[RepertoireStore].all_of(ann.id))) == [0, 0, 1]
    gone = latest(world)
    world.delete(gone)
    (again,) = (await ann.taps("c3", gone)).messages
    assert again.id != gone.id
    assert "-# Position 3 of 3" in again.text
    (end,) = (await ann.taps("Stop", again)).messages
    assert "**2 of 2 moves known at once.**" in end.text
    assert "More of your repertoire is due: press Train to continue." in end.text
    await ann.taps("Train", end)
    assert "-# Position 1 of 1" in latest(world).text
    # A removed move is not asked any more.
    asked = latest(world)
    (there,) = (await ann.types("opening explore", moves="f5")).messages
    await ann.taps("Remove from mine", there)
    await ann.taps("Remove")
    (end,) = (await ann.taps("c4", asked)).messages
    assert "Nothing was asked this time." in end.text


async def test_positions_of_a_game_in_progress_wait(world: World) -> None:
    await world.ann.types("opening train", add="Parallel Opening", side="first")
    asked = await trains(world)
    await world.begin(world.ann, world.ben)
    answer = await world.ann.taps("f5", asked)
    assert answer.private.startswith("The next position is too close to a game in progress")
    answer = await world.ann.types("opening train", ahead=True)
    assert answer.private.startswith("The next position is too close to a game in progress")
