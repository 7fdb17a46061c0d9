"""Paused games and comparisons of computer players in storage."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from data import Storage
from data.games.records import GameNotFound, Seat
from data.jobs.strength_tests import NewStrengthTest
from tests.data.helpers import ANN, BOB, CHANNEL, GUILD, between, move, reload
from tests.databases import url_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.data.helpers import Clock

MATCH = between(
    opponent_id=None, seats=(Seat(computer="easy"), Seat(computer="hard")), rated=False, side_choice="random"
)
ASKED = NewStrengthTest(
    guild_id=GUILD,
    channel_id=CHANNEL,
    asker_id=ANN,
    game="reversi",
    options="",
    first="easy",
    second="hard",
    games=20,
    seed=2**40,
)


async def test_a_game_is_paused_and_continues(storage: Storage, clock: Clock) -> None:
    made = await storage.create_game(MATCH)
    assert made.paused_at is None
    paused = await storage.pause(made)
    assert paused == await reload(storage, made)
    assert paused.paused_at == clock.now
    # Pausing stops no side from moving on its turn: Step does.
    stepped = await storage.add_moves(paused, [move("d3", 0)])
    assert stepped.paused_at == clock.now
    assert (await storage.resume(stepped)).paused_at is None
    assert (await reload(storage, made)).paused_at is None


async def test_a_game_that_is_not_there_cannot_be_paused(storage: Storage) -> None:
    made = await storage.create_game(MATCH)
    with pytest.raises(GameNotFound):
        await storage.pause(replace(made, id=99))


async def test_a_board_drawn_before_the_pause_does_not_count_as_shown(storage: Storage) -> None:
    before = await storage.create_game(MATCH)
    await storage.waiting.mark_shown(before, CHANNEL, 1)
    assert [left async for left in storage.waiting.not_shown()] == []
    paused = await storage.pause(before)
    assert [game async for game in storage.waiting.not_shown()] == [before.id]
    await storage.waiting.mark_shown(before, CHANNEL, 1)
    assert [game async for game in storage.waiting.not_shown()] == [before.id]
    await storage.waiting.mark_shown(paused, CHANNEL, 1)
    assert [left async for left in storage.waiting.not_shown()] == []


async def test_a_comparison_is_kept_until_it_is_over(storage: Storage, path: Path) -> None:
    made, new = await storage.strength_tests.begin(ASKED)
    assert new
    assert (made.message_id, made.asked, made.results) == (None, ASKED, "")
    further = replace(made, message_id=2**62, results="wdl", nodes=(2**40, 17), moves=(90, 89))
    await storage.strength_tests.record_message(made.id, 2**62)
    await storage.strength_tests.record_results(further)
    await storage.close()
    again = await Storage.open(url_of(path))
    try:
        assert await again.strength_tests.in_progress() == (further,)
        await again.strength_tests.drop(made.id)
        assert await again.strength_tests.in_progress() == ()
        # Stored too late.
        await again.strength_tests.record_results(further)
        assert await again.strength_tests.in_progress() == ()
    finally:
        await again.close()


async def test_one_comparison_at_a_time_in_a_server(storage: Storage) -> None:
    first, _ = await storage.strength_tests.begin(ASKED)
    elsewhere_in_the_server = replace(ASKED, channel_id=CHANNEL + 1, games=50)
    assert await storage.strength_tests.begin(elsewhere_in_the_server) == (first, False)
    other_server, new = await storage.strength_tests.begin(replace(ASKED, guild_id=GUILD + 1, asker_id=BOB))
    assert new
    alone, new = await storage.strength_tests.begin(replace(ASKED, guild_id=None, asker_id=BOB))
    assert new
    assert await storage.strength_tests.begin(replace(ASKED, guild_id=None, asker_id=BOB, games=30)) == (
        alone,
        False,
    )
    assert await storage.strength_tests.in_progress() == (first, other_server, alone)
    await storage.strength_tests.drop(first.id)
    after, new = await storage.strength_tests.begin(ASKED)
    assert new
    # A button of an earlier comparison must never mean a later one.
    assert after.id > alone.id


def test_a_comparison_of_no_games_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        replace(ASKED, games=0)
