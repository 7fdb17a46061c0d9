"""Repertoires of openings: lines from the explorer, by name and from one's own games, and their removal."""

from __future__ import annotations

from typing import Any

from bot.account.privacy.own_data import OwnData
from tests.e2e.seen import Seen
from tests.e2e.stored_games import stored_game
from tests.e2e.world import RECOVERY_SECONDS, Person, World


async def repertoire(person: Person, **options: Any) -> Seen:
    """Open a repertoire."""
    (shown,) = (await person.opens_repertoire(**options)).messages
    return shown


async def test_a_line_is_added_from_the_explorer_and_marked_there(world: World) -> None:
    ann = world.ann
    (there,) = (await ann.types("opening explore", moves="f5d6c3")).messages
    (added,) = (await ann.taps("Add to mine", there)).messages
    assert added.id == there.id
    assert "📥 Added 2 moves to your repertoire: f5, c3." in added.text
    await world.restart()
    (back,) = (await ann.taps("Back", added)).messages
    assert "⭐ **c3**" in back.text
    assert "-# ⭐ marks the move in your repertoire." in back.text
    # The same line in another order, turned: nothing is new.
    (turned,) = (await ann.types("opening explore", moves="d3c5f6")).messages
    assert "Remove from mine" in turned.labels
    shown = await repertoire(ann)
    assert shown.private
    assert "2 moves to know · 2 are due now" in shown.text
    assert "1. `f5 d6 c3`" in shown.text
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
    told = await world.bot.services.storage.export.of(ann.id)
    assert [row["move"] for row in told["repertoire_moves"]] == ["f5", "c3"]
    await world.bot.services[OwnData].delete_absent(ann.id)
    assert "It's empty." in (await repertoire(ann)).text


async def test_another_move_is_replaced_only_if_that_is_confirmed(world: World) -> None:
    ann = world.ann
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


async def test_a_move_is_taken_out_in_the_explorer_with_what_follows(world: World) -> None:
    ann = world.ann
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


async def test_openings_are_added_by_name_and_removed_line_by_line(world: World) -> None:
    ann = world.ann
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
    assert "🗑️ Removed 2 moves from your repertoire." in left.text
    assert "1. `f5 f6 e6 f4 e3` · Cow" in left.text
    # The same choice once more.
    (menu,) = shown.menus
    await ann._tap(left, menu["custom_id"], [tiger])
    again = world.seen(world.channel, ann)[-1]
    assert "That line isn't in your repertoire any more." in again.text
    (white,) = (await ann.taps("White (2)", left)).messages
    assert "Your repertoire: Reversi, ⚪ White" in white.text


async def test_moves_of_ones_own_games_are_added_once_that_is_confirmed(world: World) -> None:
    ann = world.ann
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
