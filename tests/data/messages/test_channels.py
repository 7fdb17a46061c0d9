"""Lists of games in channels, and their contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from data.games.records import Seat
from data.messages.channels import ChannelList, ListedGame
from tests.data.games.test_own_games import plans, scanned
from tests.data.helpers import (
    ANN,
    BOB,
    CALLED_OFF,
    CAT,
    CHANNEL,
    GUILD,
    against_computer,
    between,
    move,
    played,
)

if TYPE_CHECKING:
    from data import Storage
    from tests.data.helpers import Clock


async def test_the_games_of_a_channel_the_latest_move_first(storage: Storage, clock: Clock) -> None:
    first = await storage.create_game(between())
    clock.advance(seconds=1)
    second = await storage.create_game(against_computer(CAT))
    clock.advance(seconds=1)
    await storage.create_game(between(channel_id=CHANNEL + 1))
    await played(storage, between(), CALLED_OFF)
    await storage.adjourn(await storage.create_game(between()))
    await storage.waiting.mark_shown(first, CHANNEL, 99)
    await storage.add_moves(first, [move("d3", 0)])
    listed, total = await storage.channel_lists.games_in(CHANNEL, 10)
    assert total == 2
    assert [game.id for game in listed] == [first.id, second.id]
    assert listed[0] == ListedGame(
        id=first.id,
        game="reversi",
        options="",
        guild_id=GUILD,
        channel_id=CHANNEL,
        message_id=99,
        seats=(Seat(ANN), Seat(BOB)),
        players=(None, None),
        turn=1,
        paused=False,
        flag_at=None,
    )
    assert (listed[1].players, listed[1].turn) == ((None, "easy"), 0)
    assert await storage.channel_lists.games_in(CHANNEL, 1) == (listed[:1], 2)


async def test_the_games_of_its_threads_belong_to_a_channel(storage: Storage) -> None:
    game = await storage.create_game(between())
    await storage.threads.note(55, CHANNEL, GUILD)
    inside = await storage.create_game(between(channel_id=55))
    listed, total = await storage.channel_lists.games_in(CHANNEL, 10)
    assert ({one.id for one in listed}, total) == ({game.id, inside.id}, 2)
    assert await storage.threads.parent_of(55) == CHANNEL
    assert await storage.threads.parent_of(CHANNEL) is None


@pytest.mark.sqlite
async def test_they_are_found_by_index(storage: Storage) -> None:
    with plans(storage) as steps:
        await storage.channel_lists.games_in(CHANNEL, 10)
    assert not scanned(steps)
    searched = [step for step in steps if step.startswith("SEARCH games")]
    assert len(searched) == 2
    assert all("ix_games_in_channel (channel_id=?)" in step for step in searched)


async def test_a_list_is_noted_until_it_is_forgotten(storage: Storage) -> None:
    kept = ChannelList(CHANNEL, GUILD, 5, "abc")
    await storage.channel_lists.keep(kept)
    assert await storage.channel_lists.of(CHANNEL) == kept
    await storage.channel_lists.record_message(CHANNEL, 6, digest="def")
    assert await storage.channel_lists.of(CHANNEL) == ChannelList(CHANNEL, GUILD, 6, "def")
    assert await storage.channel_lists.channels() == (CHANNEL,)
    assert await storage.channel_lists.forget(CHANNEL)
    assert not await storage.channel_lists.forget(CHANNEL)
    # One that was ended while it was sent stays ended.
    await storage.channel_lists.record_message(CHANNEL, 7, digest="ghi")
    assert await storage.channel_lists.of(CHANNEL) is None
