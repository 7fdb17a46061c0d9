"""Puzzles: given, solved, failed, helped with, gone through, kept through restarts, and posted for all."""

from __future__ import annotations

from typing import Any

import pytest

from bot.account.privacy.own_data import OwnData
from bot.catalog import GAMES
from bot.puzzles import words
from bot.puzzles.puzzles import Trial, positions_of
from data.puzzles.puzzle_posts import PuzzlePostStore
from data.puzzles.puzzles import Attempt
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, RatingList
from engine import puzzles
from engine.puzzles import Puzzle
from tests.cases import for_each, missing, there
from tests.e2e.abroad import Abroad
from tests.e2e.seen import Answer, Seen
from tests.e2e.world import Person, World


def own(world: World, person: Person) -> Seen:
    return [
        seen
        for seen in world.seen(world.channel, person)
        if seen.private
        and (seen.picture or "").startswith("puzzle-")
        and "puzzle: the solution" not in seen.text
    ][-1]


def shown_in(seen: Seen) -> Puzzle:
    assert seen.picture is not None
    return there(puzzles.find(seen.picture.split("-")[1]))


def ply_of(seen: Seen) -> int:
    assert seen.picture is not None
    return int(seen.picture.removesuffix(".png").split("-")[2])


async def plays(world: World, person: Person, move: str, on: Seen) -> Answer:
    """Tap a move, or choose it from a menu."""
    return await (person.picks(move, on) if on.menus else person.taps(move, on))


async def given(world: World, person: Person, moves: int, game: str = "reversi") -> Puzzle:
    """Give a player a puzzle with a number of moves to find."""
    wanted = next(one for one in puzzles.shipped(game) if len(one.own_moves) == moves)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzles, "shipped", lambda game=None: (wanted,))
        await person.types("puzzle", game=game)
    assert shown_in(own(world, person)) == wanted
    return wanted


async def solves(world: World, person: Person, puzzle: Puzzle, first: int = 0) -> None:
    """Find all moves from the one with this number on."""
    for move in puzzle.own_moves[first:]:
        await plays(world, person, move, own(world, person))


def wrong(puzzle: Puzzle, ply: int = 0) -> str:
    """A legal move that is not the right one."""
    return next(move for move in positions_of(puzzle)[ply].legal_moves() if move != puzzle.line[ply])


async def rating(world: World, person: Person, game: str = "reversi") -> float | None:
    rated = await world.bot.kit[StandingStore].rating(person.id, RatingList(game, Pool.PUZZLES))
    return None if rated is None else rated.rating.value


async def test_it_is_solved_move_by_move(world: World, ann: Person) -> None:
    puzzle = await given(world, ann, 2)
    old = own(world, ann)
    side = ("Black", "White")[positions_of(puzzle)[0].turn]
    assert f"**{side} to play" in old.text
    counts = "only the first attempt counts, for at most 60 points, and a hint counts as a miss"
    assert f"Move 1 of 2 · {counts}" in old.text
    moves = set(positions_of(puzzle)[0].legal_moves())
    assert set(old.labels) == {*moves, "Hint", "Show solution"}
    assert world.posts() == []
    assert not any(seen.private for seen in world.seen(world.channel, world.ben))
    answer = await ann.taps_gone(f"f4:puzzle_solution:{puzzle.id}", old)
    assert answer.private.startswith("You haven't finished this puzzle yet.")
    answers = await world.together((ann, old, puzzle.line[0]), (ann, old, puzzle.line[0]))
    assert all(answer.acknowledged for answer in answers)
    seen = own(world, ann)
    assert ply_of(seen) == 2
    assert "Move 2 of 2" in seen.text
    # Taps below the position before: the attempt has moved on.
    for label in (wrong(puzzle), "Hint", "Show solution"):
        await ann.taps_late(label, old, own(world, ann))
        assert ply_of(own(world, ann)) == 2
    assert await rating(world, ann) is None
    # Another one is dealt when this one is over, even after a start.
    await world.restart()
    await ann.types("puzzle", difficulty="harder")
    seen = own(world, ann)
    assert (shown_in(seen), ply_of(seen)) == (puzzle, 2)
    await plays(world, ann, puzzle.line[2], seen)
    seen = own(world, ann)
    assert "🎉 **Solved on the first attempt!**" in seen.text
    assert seen.labels == ["Next puzzle", "Step through"]
    after = there(await rating(world, ann))
    assert after > 1500
    assert f"Your puzzle rating: **{round(after)}?** (+{round(after) - 1500})" in seen.text
    await ann.taps_late(wrong(puzzle), old, seen)
    assert "Solved on the first attempt" in own(world, ann).text
    answer = await ann.taps_gone("f4:puzzle_move:r0:0:d3::usual", own(world, ann))
    assert answer.private == "This puzzle is no longer available. For another one: `/puzzle`."
    answer = await ann.types("leaderboard", against="puzzles")
    assert not missing(answer.public, "### 🏆 Reversi: puzzles, in this server", "Your rating of 1")
    assert "is provisional. You get a rank when its ±, now " in answer.public
    assert not missing((await ann.types("profile")).public, "**Reversi** puzzles: **1", "1 solved, 0 failed")


async def test_an_attempt_at_a_retired_puzzle_continues_and_a_missing_one_does_not(world: World) -> None:
    retired = next(one for one in puzzles.retired("reversi") if len(one.own_moves) == 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzles, "shipped", lambda game=None: (retired,))
        await world.ann.types("puzzle", game="reversi")
    seen = own(world, world.ann)
    assert shown_in(seen) == retired
    await plays(world, world.ann, retired.line[0], seen)
    right = GAMES["reversi"].move_name(retired.line[0])
    assert f"✅ Right: {right}. " in own(world, world.ann).text
    await world.ann.types("puzzle", game="reversi")
    seen = own(world, world.ann)
    assert (shown_in(seen), ply_of(seen)) == (retired, 2)
    await plays(world, world.ann, retired.line[2], seen)
    assert "🎉 **Solved on the first attempt!**" in own(world, world.ann).text
    await world.ann.taps("Next puzzle", own(world, world.ann))
    begun = shown_in(own(world, world.ann))
    assert begun in puzzles.shipped("reversi")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzles, "find", lambda key: None)
        gone = await plays(world, world.ann, begun.line[0], own(world, world.ann))
        assert "puzzle" in gone.private
        await world.ann.types("puzzle", game="reversi")
    assert shown_in(own(world, world.ann)) != begun


@for_each(
    ("aim", "task"),
    [
        ("wipe-out", "to play and wipe out the other side."),
        ("corner-trap", "to play: the best line traps a corner."),
        ("pass", "to play: the best line forces a pass."),
        ("parity", "to play: the best line keeps parity."),
    ],
)
def test_the_task_names_the_theme(aim: str, task: str) -> None:
    puzzle = next(one for one in puzzles.shipped("reversi") if one.aim == aim)
    attempt = Attempt(1, puzzle.id, puzzle.game, 0, None, None, None, None, shown=False)
    assert words.task(Trial(puzzle, attempt)).endswith(f"{task}**")


async def test_a_wrong_move_fails_the_first_attempt_kindly(world: World) -> None:
    puzzle = await given(world, world.ann, 1)
    first, *others = [move for move in positions_of(puzzle)[0].legal_moves() if move != puzzle.line[0]]
    await plays(world, world.ann, first, own(world, world.ann))
    seen = own(world, world.ann)
    assert f"❌ Not {first}: another move is better. Try again!" in seen.text
    after = await rating(world, world.ann)
    assert after == 1440
    assert f"the first attempt counted: −{1500 - round(after)}" in seen.text
    for move in others[:3]:
        await plays(world, world.ann, move, own(world, world.ann))
    await plays(world, world.ann, first, own(world, world.ann))
    assert f"❌ Not {first}, either." in own(world, world.ann).text
    # A hint never names a move that was just refuted.
    await world.ann.taps("Hint")
    (line,) = (line for line in own(world, world.ann).text.splitlines() if line.startswith("💡"))
    assert puzzle.line[0] in line
    assert not any(move in line for move in (first, *others[:3]))
    await solves(world, world.ann, puzzle)
    assert "✅ **Solved.** The first attempt missed" in own(world, world.ann).text
    # Nothing after the first attempt is rated.
    assert await rating(world, world.ann) == after


async def test_a_hint_names_a_few_moves_and_counts_as_failed(world: World) -> None:
    puzzle = await given(world, world.ann, 1)
    await world.ann.taps("Hint")
    seen = own(world, world.ann)
    (line,) = (line for line in seen.text.splitlines() if line.startswith("💡"))
    named = line.removeprefix("💡 It is one of these: ").removesuffix(".").split(", ")
    assert puzzle.line[0] in named
    assert len(named) == 3
    after = there(await rating(world, world.ann))
    assert after < 1500
    await solves(world, world.ann, puzzle)
    assert await rating(world, world.ann) == after


async def test_the_solution_is_shown_step_by_step_with_values(world: World) -> None:
    puzzle = await given(world, world.ann, 2)
    await world.ann.taps("Show solution")
    assert "Here is the solution." in own(world, world.ann).text
    assert own(world, world.ann).labels == ["Next puzzle", "Step through"]
    assert (await rating(world, world.ann) or 1500) < 1500
    side = ("Black", "White")[positions_of(puzzle)[0].turn]
    step = world.seen(world.channel, world.ann)[-1]
    assert not missing(step.text, f"{side} plays **{puzzle.line[0]}**.", "With best play it leads to a ")
    assert "The others: " in step.text
    assert step.labels == ["Forward", "Last"]
    await world.ann.taps("Forward", step)
    assert f"best answer is **{puzzle.line[1]}**" in world.seen(world.channel, world.ann)[-1].text
    await world.ann.taps("Last", world.seen(world.channel, world.ann)[-1])
    assert "Solved: that was the whole line." in world.seen(world.channel, world.ann)[-1].text


async def test_next_puzzles_are_others_until_none_is_left(world: World) -> None:
    two = puzzles.shipped("connect4")[:2]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzles, "shipped", lambda game=None: two)
        await world.ann.types("puzzle", game="connect4")
        seen = set()
        for _ in range(2):
            puzzle = shown_in(own(world, world.ann))
            seen.add(puzzle.id)
            await solves(world, world.ann, puzzle)
            answer = await world.ann.taps("Next puzzle", own(world, world.ann))
        assert len(seen) == 2
        assert answer.private.startswith("Congratulations, you've seen every Connect 4 puzzle that matches!")


async def test_in_private_chats_for_connect_4_players_and_in_words_on_request(world: World) -> None:
    (seen,) = (await world.ann.types_privately("puzzle", game="connect4")).messages
    puzzle = shown_in(seen)
    (done,) = (await world.ann.taps(puzzle.line[0], seen)).messages
    assert ply_of(done) > 0
    await world.ann.wants("text_board", "on")
    (seen,) = (await world.ann.types("puzzle")).messages
    assert seen.picture is None
    assert "Row 1" in seen.text


SOON = 5.0
"""Seconds after which a message says who has solved its puzzle."""


def post(world: World) -> Seen:
    return [seen for seen in world.posts() if "puzzle" in seen.text and seen.picture][-1]


async def posts(world: World, person: Person, **options: Any) -> Puzzle:
    """Post a puzzle of two moves."""
    wanted = next(one for one in puzzles.shipped("reversi") if len(one.own_moves) == 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzles, "shipped", lambda game=None: (wanted,))
        await person.types("puzzle", game="reversi", public=True, **options)
    return wanted


async def tries(world: World, person: Person) -> None:
    await person.taps("Try it", post(world))


async def test_the_message_names_its_solvers(world: World) -> None:
    puzzle = await posts(world, world.ann)
    before = post(world)
    assert shown_in(before) == puzzle
    assert before.labels == ["Try it"]
    assert "2 moves to find · Try it: only you see your moves" in before.text
    for person in (world.ann, world.ben, world.chloe):
        await tries(world, person)
    await solves(world, world.ann, puzzle)
    await plays(world, world.ben, wrong(puzzle), own(world, world.ben))
    await solves(world, world.ben, puzzle)
    await plays(world, world.chloe, wrong(puzzle), own(world, world.chloe))
    await world.pass_time(SOON)
    after = post(world)
    assert after.id == before.id
    assert f"✅ Solved by {world.ann.mention}, {world.ben.mention}" in after.text
    assert "2 solved it, 1 on the first attempt" in after.text
    # The message reveals nothing and names only solvers.
    assert world.chloe.mention not in after.text
    assert after.picture == before.picture
    assert [seen for seen in world.posts() if not seen.text.startswith("### 🧩")] == []
    # Posted elsewhere too, it knows who solved it before.
    await posts(world, world.chloe, channel=world.server.create_text_channel("other"))
    await tries(world, world.ann)
    assert "Solved on the first attempt" in own(world, world.ann).text
    with world.env._bot_scope():
        await world.bot.kit[OwnData].delete(world.ben.id)
    await world.pass_time(SOON)
    assert world.ben.mention not in post(world).text


@pytest.mark.long
async def test_a_restart_in_the_middle_loses_no_solver(world: World) -> None:
    puzzle = await posts(world, world.ann)
    await tries(world, world.ben)
    await plays(world, world.ben, puzzle.line[0], own(world, world.ben))
    await world.restart()
    await solves(world, world.ben, puzzle, first=1)
    await world.kill()
    await world.pass_time(SOON)
    assert world.ben.mention in post(world).text
    # Nor does a message that was not noted, or is old: the next attempt updates it.
    with world.env._bot_scope():
        await world.bot.kit[PuzzlePostStore].record_message(1, None)
    await tries(world, world.chloe)
    await world.leap(3600)
    await solves(world, world.chloe, puzzle)
    await tries(world, world.ann)
    assert world.chloe.mention in post(world).text


async def test_without_the_bot_taps_do_everything(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    abroad = Abroad(world, monkeypatch)
    await abroad.types(world.ann, "puzzle", game="connect4")
    (mine,) = (seen for seen in world.seen(abroad.channel, world.ann) if seen.private)
    puzzle = shown_in(mine)
    await world.ann.taps(puzzle.line[0], mine)
    (mine,) = (seen for seen in world.seen(abroad.channel, world.ann) if seen.private)
    assert "❌" not in mine.text
    await abroad.types(world.ben, "puzzle", game="connect4", public=True)
    (shared,) = abroad.posts()
    await world.ann.taps("Try it", shared)
    await world.pass_time(SOON)
    assert abroad.by_itself() == []
