"""Puzzles: given, solved, failed, helped with, gone through, and kept through restarts."""

from __future__ import annotations

import pytest

from bot.catalog import GAMES
from bot.preferences.preferences import Preferences
from bot.puzzles import words
from bot.puzzles.trials import Trial, positions_of
from data.puzzles.puzzles import Attempt
from data.ratings.ratings import Pool, RatingList
from engine import puzzles
from engine.puzzles import Puzzle
from tests.cases import for_each
from tests.e2e.seen import Answer, Seen
from tests.e2e.world import Person, World


def own(world: World, person: Person) -> Seen:
    """Return the puzzle that a player is solving."""
    return [
        seen
        for seen in world.seen(world.channel, person)
        if seen.private
        and (seen.picture or "").startswith("puzzle-")
        and "puzzle: the solution" not in seen.text
    ][-1]


def shown_in(seen: Seen) -> Puzzle:
    """The puzzle that a message shows."""
    assert seen.picture is not None
    puzzle = puzzles.find(seen.picture.split("-")[1])
    assert puzzle is not None
    return puzzle


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
    rated = await world.bot.services.storage.standings.rating(person.id, RatingList(game, Pool.PUZZLES))
    return None if rated is None else rated.rating.value


async def test_a_puzzle_is_private_and_states_its_task(world: World) -> None:
    puzzle = await given(world, world.ann, 2)
    seen = own(world, world.ann)
    side = ("Black", "White")[positions_of(puzzle)[0].turn]
    assert f"**{side} to play" in seen.text
    counts = "only the first attempt counts, for at most 60 points, and a hint counts as a miss"
    assert f"Move 1 of 2 · {counts}" in seen.text
    moves = set(positions_of(puzzle)[0].legal_moves())
    assert set(seen.labels) == {*moves, "Hint", "Show solution"}
    assert world.posts() == []
    assert not any(seen.private for seen in world.seen(world.channel, world.ben))


@pytest.mark.parametrize("game", ["reversi", "connect4"])
async def test_it_is_solved_move_by_move(world: World, game: str) -> None:
    puzzle = await given(world, world.ann, 2, game)
    await plays(world, world.ann, puzzle.line[0], own(world, world.ann))
    seen = own(world, world.ann)
    assert ply_of(seen) == 2
    assert f"✅ Right: {GAMES[game].move_name(puzzle.line[0])}. " in seen.text
    assert "Move 2 of 2" in seen.text
    await plays(world, world.ann, puzzle.line[2], seen)
    seen = own(world, world.ann)
    assert "🎉 **Solved on the first attempt!**" in seen.text
    assert seen.labels == ["Next puzzle", "Step through"]
    after = await rating(world, world.ann, game)
    assert after is not None
    assert after > 1500
    assert f"Your puzzle rating: **{round(after)}?** (+{round(after) - 1500})" in seen.text


async def test_an_attempt_at_a_retired_puzzle_continues(world: World) -> None:
    retired = next(one for one in puzzles.retired("reversi") if len(one.own_moves) == 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzles, "shipped", lambda game=None: (retired,))
        await world.ann.types("puzzle", game="reversi")
    seen = own(world, world.ann)
    assert shown_in(seen) == retired
    await plays(world, world.ann, retired.line[0], seen)
    await world.ann.types("puzzle", game="reversi")
    seen = own(world, world.ann)
    assert (shown_in(seen), ply_of(seen)) == (retired, 2)
    await plays(world, world.ann, retired.line[2], seen)
    assert "🎉 **Solved on the first attempt!**" in own(world, world.ann).text
    await world.ann.taps("Next puzzle", own(world, world.ann))
    assert shown_in(own(world, world.ann)) in puzzles.shipped("reversi")


async def test_an_attempt_at_a_missing_puzzle_blocks_nothing(world: World) -> None:
    begun = await given(world, world.ann, 2)
    message = own(world, world.ann)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzles, "find", lambda key: None)
        answer = await plays(world, world.ann, begun.line[0], message)
        assert "puzzle" in answer.private
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
    await plays(world, world.ann, wrong(puzzle), own(world, world.ann))
    seen = own(world, world.ann)
    assert f"❌ Not {wrong(puzzle)}: another move is better. Try again!" in seen.text
    after = await rating(world, world.ann)
    assert after == 1440
    assert f"the first attempt counted: −{1500 - round(after)}" in seen.text
    await plays(world, world.ann, wrong(puzzle), seen)
    assert f"❌ Not {wrong(puzzle)}, either." in own(world, world.ann).text
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
    after = await rating(world, world.ann)
    assert after is not None
    assert after < 1500
    await solves(world, world.ann, puzzle)
    assert await rating(world, world.ann) == after


async def test_a_hint_never_names_a_move_that_was_just_refuted(world: World) -> None:
    puzzle = await given(world, world.ann, 1)
    moves = [move for move in positions_of(puzzle)[0].legal_moves() if move != puzzle.line[0]]
    tried = moves[:4]
    for move in tried:
        await plays(world, world.ann, move, own(world, world.ann))
    await world.ann.taps("Hint")
    (line,) = (line for line in own(world, world.ann).text.splitlines() if line.startswith("💡"))
    assert puzzle.line[0] in line
    assert not any(move in line for move in tried)


async def test_the_solution_is_shown_step_by_step_with_values(world: World) -> None:
    puzzle = await given(world, world.ann, 2)
    await world.ann.taps("Show solution")
    assert "Here is the solution." in own(world, world.ann).text
    assert own(world, world.ann).labels == ["Next puzzle", "Step through"]
    assert (await rating(world, world.ann) or 1500) < 1500
    side = ("Black", "White")[positions_of(puzzle)[0].turn]
    step = world.seen(world.channel, world.ann)[-1]
    assert f"{side} plays **{puzzle.line[0]}**." in step.text
    assert "With best play it leads to a " in step.text
    assert "The others: " in step.text
    assert step.labels == ["Forward", "Last"]
    await world.ann.taps("Forward", step)
    assert f"best answer is **{puzzle.line[1]}**" in world.seen(world.channel, world.ann)[-1].text
    await world.ann.taps("Last", world.seen(world.channel, world.ann)[-1])
    assert "Solved: that was the whole line." in world.seen(world.channel, world.ann)[-1].text


async def test_an_attempt_continues_after_a_restart(world: World) -> None:
    puzzle = await given(world, world.ann, 2)
    await plays(world, world.ann, puzzle.line[0], own(world, world.ann))
    await world.restart()
    await solves(world, world.ann, puzzle, first=1)
    assert "Solved on the first attempt" in own(world, world.ann).text


async def test_another_request_returns_the_puzzle_in_progress(world: World) -> None:
    puzzle = await given(world, world.ann, 2)
    await plays(world, world.ann, puzzle.line[0], own(world, world.ann))
    await world.ann.types("puzzle", game="reversi")
    seen = own(world, world.ann)
    assert (shown_in(seen), ply_of(seen)) == (puzzle, 2)
    # Harder ones are only dealt when this one is over.
    await world.ann.types("puzzle", difficulty="harder")
    assert shown_in(own(world, world.ann)) == puzzle


async def test_an_old_button_and_a_double_tap_change_nothing(world: World) -> None:
    puzzle = await given(world, world.ann, 2)
    old = own(world, world.ann)
    answers = await world.together((world.ann, old, puzzle.line[0]), (world.ann, old, puzzle.line[0]))
    assert all(answer.acknowledged for answer in answers)
    assert ply_of(own(world, world.ann)) == 2
    # A wrong move of the position before: the attempt has gone on.
    await world.ann.taps_late(wrong(puzzle), old, own(world, world.ann))
    assert ply_of(own(world, world.ann)) == 2
    await world.ann.taps_late("Hint", old, own(world, world.ann))
    await world.ann.taps_late("Show solution", old, own(world, world.ann))
    assert await rating(world, world.ann) is None
    await solves(world, world.ann, puzzle, first=1)
    assert "Solved on the first attempt" in own(world, world.ann).text
    await world.ann.taps_late(wrong(puzzle), old, own(world, world.ann))
    assert "Solved on the first attempt" in own(world, world.ann).text


async def test_a_missing_puzzle_is_explained(world: World) -> None:
    await given(world, world.ann, 1)
    answer = await world.ann.taps_gone("f4:puzzle_move:r0:0:d3::usual", own(world, world.ann))
    assert answer.private == "This puzzle is no longer available. For another one: `/puzzle`."


async def test_the_solution_is_not_shown_before_the_end(world: World) -> None:
    puzzle = await given(world, world.ann, 1)
    answer = await world.ann.taps_gone(f"f4:puzzle_solution:{puzzle.id}", own(world, world.ann))
    assert answer.private.startswith("You haven't finished this puzzle yet.")


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


async def test_boards_in_words_on_request(world: World) -> None:
    with world.env._bot_scope():
        await world.bot.services[Preferences].change_person(world.ann.id, "text_board", "on")
    answer = await world.ann.types("puzzle")
    (seen,) = answer.messages
    assert seen.picture is None
    assert "Row 1" in seen.text


async def test_in_private_chats_and_for_connect_4_players(world: World) -> None:
    answer = await world.ann.types_privately("puzzle", game="connect4")
    (seen,) = answer.messages
    puzzle = shown_in(seen)
    (done,) = (await world.ann.taps(puzzle.line[0], seen)).messages
    assert ply_of(done) > 0


async def test_solvers_have_a_separate_leaderboard(world: World) -> None:
    puzzle = await given(world, world.ann, 1)
    await solves(world, world.ann, puzzle)
    answer = await world.ann.types("leaderboard", against="puzzles")
    assert "### 🏆 Reversi: puzzles, in this server" in answer.public
    assert "Your rating of 1" in answer.public
    assert "is provisional. You get a rank when its ±, now " in answer.public
    profile = await world.ann.types("profile")
    assert "**Reversi** puzzles: **1" in profile.public
    assert "1 solved, 0 failed" in profile.public
