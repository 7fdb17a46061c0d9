"""Puzzles for a whole channel: everybody tries them alone, and the message says who has solved them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.account.privacy.own_data import OwnData
from engine import puzzles
from engine.puzzles import Puzzle
from tests.e2e.abroad import Abroad
from tests.e2e.seen import CHANNEL_SELECT, Seen
from tests.e2e.test_puzzles import own, plays, shown_in, solves, wrong
from tests.e2e.world import Person, World

SOON = 5.0
"""Seconds after which a message says who has solved its puzzle."""


def post(world: World) -> Seen:
    """The message with the puzzle for all."""
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


async def test_a_deleted_solver_is_not_named(world: World) -> None:
    puzzle = await posts(world, world.ann)
    await tries(world, world.ben)
    await solves(world, world.ben, puzzle)
    await world.pass_time(SOON)
    assert world.ben.mention in post(world).text
    with world.env._bot_scope():
        await world.bot.services[OwnData].delete_absent(world.ben.id)
    await world.pass_time(SOON)
    assert world.ben.mention not in post(world).text


async def test_earlier_solvers_are_named_too(world: World) -> None:
    puzzle = await posts(world, world.ann)
    await tries(world, world.ben)
    await solves(world, world.ben, puzzle)
    await posts(world, world.chloe, channel=world.server.create_text_channel("other"))
    await tries(world, world.ben)
    assert "Solved on the first attempt" in own(world, world.ben).text


async def test_a_restart_in_the_middle_loses_no_solver(world: World) -> None:
    puzzle = await posts(world, world.ann)
    await tries(world, world.ben)
    await plays(world, world.ben, puzzle.line[0], own(world, world.ben))
    await world.restart()
    await solves(world, world.ben, puzzle, first=1)
    await world.kill()
    await world.pass_time(SOON)
    assert world.ben.mention in post(world).text


async def test_a_message_that_was_not_noted_still_counts_solvers(world: World) -> None:
    puzzle = await posts(world, world.ann)
    stored = world.bot.services.storage.puzzle_posts
    with world.env._bot_scope():
        await stored.record_message(1, None)
    await tries(world, world.ben)
    await solves(world, world.ben, puzzle)
    await world.pass_time(SOON)
    assert world.ben.mention in post(world).text


async def test_the_next_attempt_updates_an_old_message(world: World) -> None:
    puzzle = await posts(world, world.ann)
    await tries(world, world.ben)
    await world.leap(3600)
    await solves(world, world.ben, puzzle)
    await tries(world, world.chloe)
    assert world.ben.mention in post(world).text


async def test_where_the_server_wants_no_games_there_are_no_puzzles_for_all(world: World) -> None:
    mia, arena = world.manager("Mia"), world.server.create_text_channel("arena")
    (card,) = (await mia.types("settings")).messages
    await mia.chooses_from(card, CHANNEL_SELECT, "Channels: choose", arena)
    answer = await world.ann.types("puzzle", public=True)
    assert arena.mention in answer.private
    assert world.posts() == []


@pytest.mark.parametrize("server", [False, True])
async def test_where_the_bot_is_no_member_taps_do_everything(
    world: World, monkeypatch: pytest.MonkeyPatch, server: bool
) -> None:
    abroad = Abroad(world, monkeypatch, server=server)
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
