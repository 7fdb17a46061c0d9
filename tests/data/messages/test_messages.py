"""Lists of games in channels, and notices of turns."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from data import Storage
from data.games.records import Game, Seat
from data.games.time_control import Correspondence
from data.games.waiting import WaitingStore
from data.messages.channels import ChannelList, ChannelListStore, ListedGame, ThreadStore
from data.messages.notices import Notice, NoticeStore
from data.people.preferences import Owner, PreferenceStore
from tests.data.games.test_own_games import plans, scanned
from tests.data.helpers import ANN, BOB, CAT, CHANNEL, GUILD, Clock
from tests.data.playing import CALLED_OFF, against_computer, between, move, played


async def test_the_games_of_a_channel_the_latest_move_first(storage: Storage, clock: Clock) -> None:
    first = await storage.create_game(between())
    clock.advance(seconds=1)
    second = await storage.create_game(against_computer(CAT))
    clock.advance(seconds=1)
    await storage.create_game(between(channel_id=CHANNEL + 1))
    await played(storage, between(), CALLED_OFF)
    await storage.adjourn(await storage.create_game(between()))
    await storage[WaitingStore].mark_shown(first, CHANNEL, 99)
    await storage.add_moves(first, [move("d3", 0)])
    listed, total = await storage[ChannelListStore].games_in(CHANNEL, 10)
    assert total == 2
    assert [game.id for game in listed] == [first.id, second.id]
    assert listed[0] == ListedGame(
        id=first.id, game="reversi", options="", guild_id=GUILD, channel_id=CHANNEL, message_id=99,
        seats=(Seat(ANN), Seat(BOB)), players=(None, None), turn=1, paused=False, flag_at=None,
    )  # fmt: skip
    assert (listed[1].players, listed[1].turn) == ((None, "easy"), 0)
    assert await storage[ChannelListStore].games_in(CHANNEL, 1) == (listed[:1], 2)


async def test_the_games_of_its_threads_belong_to_a_channel(storage: Storage) -> None:
    game = await storage.create_game(between())
    await storage[ThreadStore].record(55, CHANNEL, GUILD)
    inside = await storage.create_game(between(channel_id=55))
    listed, total = await storage[ChannelListStore].games_in(CHANNEL, 10)
    assert ({one.id for one in listed}, total) == ({game.id, inside.id}, 2)
    assert await storage[ThreadStore].parent_of(55) == CHANNEL
    assert await storage[ThreadStore].parent_of(CHANNEL) is None


@pytest.mark.sqlite
async def test_they_are_found_by_index(storage: Storage) -> None:
    with plans(storage) as steps:
        await storage[ChannelListStore].games_in(CHANNEL, 10)
    assert not scanned(steps)
    searched = [step for step in steps if step.startswith("SEARCH games")]
    assert len(searched) == 2
    assert all("ix_games_in_channel (channel_id=?)" in step for step in searched)


async def test_a_list_is_noted_until_it_is_forgotten(storage: Storage) -> None:
    kept = ChannelList(CHANNEL, GUILD, 5, "abc")
    await storage[ChannelListStore].keep(kept)
    assert await storage[ChannelListStore].of(CHANNEL) == kept
    await storage[ChannelListStore].record_message(CHANNEL, 6, digest="def")
    assert await storage[ChannelListStore].of(CHANNEL) == ChannelList(CHANNEL, GUILD, 6, "def")
    assert await storage[ChannelListStore].channels() == (CHANNEL,)
    assert await storage[ChannelListStore].forget(CHANNEL)
    assert not await storage[ChannelListStore].forget(CHANNEL)
    # One that was ended while it was sent stays ended.
    await storage[ChannelListStore].record_message(CHANNEL, 7, digest="ghi")
    assert await storage[ChannelListStore].of(CHANNEL) is None


SETTING, OFF = "notices", "off"


def told(game: Game, player: int = ANN) -> Notice:
    return Notice(game.id, player, game.moved_at, told=True, channel_id=5, message_id=6)


async def test_a_notice_is_kept_until_it_is_forgotten(storage: Storage) -> None:
    game = await storage.create_game(between())
    notice = told(game)
    await storage[NoticeStore].keep(notice)
    await storage[NoticeStore].keep(replace(notice, reminded=True))
    assert await storage[NoticeStore].of(game.id) == (replace(notice, reminded=True),)
    assert await storage[NoticeStore].of_person(ANN) == (replace(notice, reminded=True),)
    await storage[NoticeStore].forget(game.id, ANN)
    assert await storage[NoticeStore].of(game.id) == ()


async def test_due_notices_are_found_in_time(storage: Storage, clock: Clock) -> None:
    game = await storage.create_game(between())
    assert await storage[NoticeStore].next_due() is None
    moment = clock.now + timedelta(seconds=5)
    await storage[NoticeStore].keep(replace(told(game), due_at=moment))
    assert await storage[NoticeStore].next_due() == moment
    assert await storage[NoticeStore].due() == ()
    clock.advance(seconds=5)
    assert await storage[NoticeStore].due() == (game.id,)
    await storage[NoticeStore].put_off(game.id, moment + timedelta(hours=1))
    assert await storage[NoticeStore].due() == ()


async def test_a_notice_is_out_of_date_when_the_turn_is_over(storage: Storage, clock: Clock) -> None:
    games = [await storage.create_game(between()) for _ in range(4)]
    for game in games:
        await storage[NoticeStore].keep(told(game))
    assert await storage[NoticeStore].out_of_date(SETTING, OFF) == ()
    clock.advance(seconds=1)
    await storage.add_moves(games[0], [move("d3", 0)])
    await storage.finish(games[1], CALLED_OFF)
    await storage.adjourn(games[2])
    found = await storage[NoticeStore].out_of_date(SETTING, OFF)
    assert found == tuple(game.id for game in games[:3])


async def test_a_turn_without_a_notice_is_found(storage: Storage) -> None:
    game = await storage.create_game(between())
    await storage.create_game(between(BOB, ANN))
    await storage[PreferenceStore].put(Owner("person", BOB), SETTING, OFF)
    assert await storage[NoticeStore].out_of_date(SETTING, OFF) == ()
    await storage[PreferenceStore].put(Owner("person", ANN), SETTING, "channel")
    assert await storage[NoticeStore].out_of_date(SETTING, OFF) == (game.id,)
    assert await storage[NoticeStore].games_of(ANN) == (game.id,)
    await storage[NoticeStore].keep(told(game))
    assert await storage[NoticeStore].out_of_date(SETTING, OFF) == ()


async def test_in_games_of_days_turns_are_told_unless_that_is_off(storage: Storage) -> None:
    days = Correspondence(3)
    game = await storage.create_game(between(time=days))
    assert await storage[NoticeStore].out_of_date(SETTING, OFF) == (game.id,)
    await storage[PreferenceStore].put(Owner("person", ANN), SETTING, OFF)
    assert await storage[NoticeStore].out_of_date(SETTING, OFF) == ()


async def test_due_notices_are_found_by_index(storage: Storage) -> None:
    with plans(storage) as steps:
        await storage[NoticeStore].due()
        await storage[NoticeStore].next_due()
        await storage[NoticeStore].games_of(ANN)
        await storage[NoticeStore].of_person(ANN)
    assert not scanned(steps)
    assert sum("ix_notices_due_at" in step for step in steps) == 2


async def test_a_board_is_shown_or_is_not(storage: Storage) -> None:
    game = await storage.create_game(between())
    assert not await storage[WaitingStore].is_shown(game)
    await storage[WaitingStore].mark_shown(game, game.channel_id, 99)
    assert await storage[WaitingStore].is_shown(game)
    moved = await storage.add_moves(game, [move("d3", 0)])
    assert not await storage[WaitingStore].is_shown(moved)
    await storage[WaitingStore].mark_shown(replace(moved, message_id=99), game.channel_id, 99)
    assert await storage[WaitingStore].is_shown(moved)
