"""Games that wait: for a computer, to be shown, to be removed; found by an index, longest untouched first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from data import Storage
from data.games.clocks import ClockStore
from data.games.my_games import MyGamesStore
from data.games.offers import OfferStore
from data.games.records import GameNotFound, NewGame, Seat
from data.games.time_control import Live
from data.games.waiting import LeftBoard, LeftBoardStore, WaitingStore
from data.ratings.unrating import UnratingStore
from data.tables.playing import COMPUTER_TO_MOVE
from tests.data.games.test_own_games import plans, scanned
from tests.data.helpers import ANN, BOB, CHANNEL, Clock, count_transactions
from tests.data.playing import CALLED_OFF, FIRST_WINS, against_computer, between, move, offer, reload


def exhibition(channel_id: int = CHANNEL) -> NewGame:
    """Two computers play each other: one game in each channel, for another person."""
    seats = (Seat(computer="easy"), Seat(computer="hard"))
    return between(
        ANN + channel_id, seats=seats, opponent_id=None, channel_id=channel_id, guild_id=channel_id
    )


async def of_computers(storage: Storage) -> list[int]:
    return [game_id async for game_id in storage[WaitingStore].for_computers()]


async def not_shown(storage: Storage) -> list[int]:
    return [game_id async for game_id in storage[WaitingStore].not_shown()]


async def test_a_computer_is_to_move_after_each_move_of_a_person(storage: Storage) -> None:
    game = await storage.create_game(against_computer())
    assert await of_computers(storage) == []
    game = await storage.add_moves(game, [move("d3", 0)])
    assert await of_computers(storage) == [game.id]
    game = await storage.add_moves(game, [move("c3", 1)])
    assert await of_computers(storage) == []
    game = await storage.create_game(against_computer())
    await storage.add_moves(game, [move("d3", 0), move("pass", 1)])
    assert await of_computers(storage) == []
    game = await storage.create_game(against_computer())
    game = await storage.add_moves(game, [move("d3", 0), move("c3", 1)])
    game = await storage.add_moves(game, [move("c4", 0)])
    assert await of_computers(storage) == [game.id]
    await storage[UnratingStore].take_back(game, 2)
    assert await of_computers(storage) == []
    game = await storage.create_game(between())
    game = await storage[UnratingStore].set_delegate(game, 0, "easy")
    assert await of_computers(storage) == [game.id]
    game = await storage.add_moves(game, [move("d3", 0)])
    assert await of_computers(storage) == []
    game = await storage[UnratingStore].set_delegate(game, 1, "easy")
    assert await of_computers(storage) == [game.id]
    await storage[UnratingStore].set_delegate(game, 1, None)
    assert await of_computers(storage) == []
    game = await storage.create_game(against_computer())
    game = await storage.add_moves(game, [move("d3", 0)])
    game = await storage.adjourn(game)
    assert await of_computers(storage) == []
    await storage.take_up(game)
    assert await of_computers(storage) == [game.id]


async def test_games_that_are_over_paused_or_only_offered_do_not_wait(storage: Storage) -> None:
    await storage.create_game(offer())
    over = await storage.create_game(exhibition())
    await storage.finish(over, CALLED_OFF)
    paused = await storage.pause(await storage.create_game(exhibition()))
    assert await of_computers(storage) == []
    await storage.resume(paused)
    assert await of_computers(storage) == [paused.id]


async def test_longest_idle_first(storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.games.waiting.PAGE", 2)
    games = []
    for number in range(5):
        games.append(await storage.create_game(exhibition(number)))
        if number % 2:
            clock.advance(seconds=1)
    clock.advance(seconds=1)
    await storage.add_moves(games[0], [move("d3", 0)])
    assert await of_computers(storage) == [game.id for game in (*games[1:], games[0])]
    assert await not_shown(storage) == await of_computers(storage)


async def test_refused_messages_and_paused_games_are_found(storage: Storage, clock: Clock) -> None:
    game = await storage.create_game(between())
    await storage[WaitingStore].mark_shown(game, CHANNEL, 6)
    game = await storage.add_moves(await reload(storage, game), [move("d3", 0)])
    await storage[WaitingStore].mark_refused(game, 6)
    assert await storage[WaitingStore].refused_in(CHANNEL) == (game.id,)
    assert await storage[WaitingStore].refused_in(CHANNEL + 1) == ()
    assert await not_shown(storage) == []
    game = await storage.add_moves(game, [move("c3", 1)])
    assert await not_shown(storage) == [game.id]
    await storage[WaitingStore].mark_shown(game, CHANNEL, 6)
    assert await not_shown(storage) == []
    assert await storage[WaitingStore].refused_in(CHANNEL) == ()
    first = await storage.pause(await storage.create_game(exhibition()))
    clock.advance(days=1)
    second = await storage.pause(await storage.create_game(exhibition(CHANNEL + 1)))
    assert await storage[WaitingStore].paused_before(clock.now) == (first.id,)
    clock.advance(seconds=1)
    assert await storage[WaitingStore].paused_before(clock.now) == (first.id, second.id)
    await storage.finish(first, FIRST_WINS)
    assert await storage[WaitingStore].paused_before(clock.now) == (second.id,)


MOMENT = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.sqlite
@pytest.mark.parametrize(("work", "index"), [
    (not_shown, "ix_games_not_shown"),
    (of_computers, "ix_games_computer_to_move"),
    (
        lambda s: s._database.read(lambda c: c.execute(s[WaitingStore]._page(COMPUTER_TO_MOVE, (MOMENT, 1)))),
        "ix_games_computer_to_move",
    ),
    (lambda s: s[WaitingStore].paused_before(MOMENT), "ix_games_paused"),
    (lambda s: s[WaitingStore].refused_in(CHANNEL), "ix_games_refused"),
    (lambda s: s[WaitingStore].untouched_since(MOMENT), "ix_games_untouched"),
    (lambda s: s[ClockStore].due(), "ix_games_flag_at"),
    (lambda s: s[ClockStore].next_due(), "ix_games_flag_at"),
])  # fmt: skip
async def test_by_index(storage: Storage, work: Callable[[Storage], Awaitable[object]], index: str) -> None:
    """No query reads all games, for any number in progress."""
    with plans(storage) as steps:
        await work(storage)
    assert f"USING INDEX {index}" in steps[0] or f"USING COVERING INDEX {index}" in steps[0]


async def test_games_without_recent_moves_are_found_until_adjourned(storage: Storage, clock: Clock) -> None:
    old = await storage.create_game(between())
    await storage.create_game(between(time=Live(5, 0)))
    await storage.create_game(exhibition())
    clock.advance(days=20)
    await storage.create_game(against_computer())
    moment = clock.now - timedelta(days=14)
    assert await storage[WaitingStore].untouched_since(moment) == (old.id,)
    aside = await storage.adjourn(old, quietly=True)
    assert await reload(storage, old) == aside
    assert await storage[WaitingStore].untouched_since(moment) == ()
    assert (await not_shown(storage)).count(old.id) == 0
    assert old.id not in {game.id for game in await storage[MyGamesStore].in_channel(ANN, old.channel_id)}
    going = await storage.take_up(aside)
    assert (going.adjourned_at, going.moved_at) == (None, clock.now)
    assert await reload(storage, old) == going


async def test_every_change_makes_a_game_pending(storage: Storage) -> None:
    game = await storage.create_game(offer())
    assert await not_shown(storage) == [game.id]
    await storage[WaitingStore].mark_shown(game, 5, 6)
    found = await reload(storage, game)
    assert (found.channel_id, found.message_id) == (5, 6)
    assert await not_shown(storage) == []
    game = await storage[OfferStore].accept(game, BOB, between(ANN, BOB).seats)
    assert await not_shown(storage) == [game.id]
    await storage[WaitingStore].mark_shown(game, 5, 6)
    assert await not_shown(storage) == []
    game = await storage.add_moves(game, [move("d3", 0)])
    assert await not_shown(storage) == [game.id]
    await storage[WaitingStore].mark_shown(game, 5, 7)
    assert await not_shown(storage) == []
    for change in (
        storage.pause,
        storage.resume,
        lambda game: storage[UnratingStore].set_delegate(game, 0, "easy"),
        storage[UnratingStore].record_asked,
    ):
        before, game = game, await change(game)
        await storage[WaitingStore].mark_shown(before, 5, 7)
        assert await not_shown(storage) == [game.id]
        await storage[WaitingStore].mark_shown(game, 5, 7)
        assert await not_shown(storage) == []
    game = await storage.finish(game, FIRST_WINS)
    assert await not_shown(storage) == [game.id]
    await storage[WaitingStore].mark_shown(game, 5, None)
    assert await not_shown(storage) == []
    assert (await reload(storage, game)).message_id is None
    game = await storage.create_game(offer())
    await storage[WaitingStore].mark_shown(game, 5, 6)
    await storage[OfferStore].close(game, "declined")
    assert await not_shown(storage) == [game.id]


async def test_picture_of_an_older_state_does_not_count(storage: Storage) -> None:
    drawn = await storage.create_game(between())
    now = await storage.add_moves(drawn, [move("d3", 0)])
    await storage[WaitingStore].mark_shown(drawn, 5, 6)
    assert await not_shown(storage) == [drawn.id]
    assert (await reload(storage, drawn)).message_id == 6
    await storage.finish(now, FIRST_WINS)
    await storage[WaitingStore].mark_shown(now, 5, 6)
    assert await not_shown(storage) == [drawn.id]
    game = await storage.create_game(between())
    with pytest.raises(GameNotFound):
        await storage[WaitingStore].mark_shown(replace(game, id=99), 5, 6)


async def test_the_same_message_is_noted_without_a_transaction(storage: Storage, other: Storage) -> None:
    game = await storage.create_game(between())
    await storage[WaitingStore].mark_shown(game, 5, 6)
    shown = await storage.add_moves(await reload(storage, game), [move("d3", 0)])
    with count_transactions(storage) as transactions:
        await storage[WaitingStore].mark_shown(shown, 5, 6)
    assert not transactions
    assert await not_shown(storage) == []
    shown = await storage.add_moves(shown, [move("c3", 1)])
    await storage[WaitingStore].mark_shown(shown, 5, 6)
    await storage.close()
    assert await not_shown(other) == []


async def test_what_was_shown_when_the_process_died_is_shown_again(storage: Storage, other: Storage) -> None:
    game = await storage.create_game(between())
    await storage[WaitingStore].mark_shown(game, 5, 6)
    shown = await storage.add_moves(await reload(storage, game), [move("d3", 0)])
    await storage[WaitingStore].mark_shown(shown, 5, 6)
    assert await not_shown(other) == [game.id]


OLD, NEW, NEWEST = 9001, 9002, 9003


async def test_a_message_is_left_when_another_one_shows_its_game(storage: Storage) -> None:
    game = replace(await storage.create_game(between()), message_id=OLD)
    await storage[WaitingStore].mark_shown(game, CHANNEL, None)
    abroad = replace(await storage.create_game(between(by_clicks=True)), message_id=OLD)
    await storage[WaitingStore].mark_shown(abroad, CHANNEL, NEW)
    assert await storage[LeftBoardStore].all() == ()
    game = await storage.create_game(between())
    await storage[WaitingStore].mark_shown(game, CHANNEL, OLD)
    game = replace(game, message_id=OLD)
    await storage[WaitingStore].mark_shown(game, CHANNEL, OLD)
    assert await storage[LeftBoardStore].all() == ()
    await storage[WaitingStore].mark_shown(game, CHANNEL + 1, NEW)
    game = replace(game, message_id=NEW, channel_id=CHANNEL + 1)
    await storage[WaitingStore].mark_shown(game, CHANNEL, NEWEST)
    left = (LeftBoard(OLD, CHANNEL, game.id), LeftBoard(NEW, CHANNEL + 1, game.id))
    assert await storage[LeftBoardStore].all() == left
    await storage[LeftBoardStore].forget(OLD)
    assert await storage[LeftBoardStore].all() == left[1:]


@pytest.mark.sqlite
async def test_listing_left_boards_scans_no_other_table(storage: Storage) -> None:
    with plans(storage) as steps:
        await storage[LeftBoardStore].all()
    assert scanned(steps) == {"left_boards"}
