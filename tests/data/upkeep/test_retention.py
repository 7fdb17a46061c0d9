"""Retention: finished games and absent people are deleted after the host's limits."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from data import Storage
from data.db.chores import Chore
from data.games.records import ClosedAs
from data.people.personal import DELETED_PLAYER
from data.tournaments.records import TournamentEntrant
from data.upkeep import forgetting
from data.upkeep.forgetting import old_games
from tests.data.helpers import (
    ANN,
    BOB,
    CALLED_OFF,
    CAT,
    FIRST_WINS,
    GUILD,
    Clock,
    against_computer,
    between,
    count_transactions,
    delete_old_games,
    offer,
    played,
    simul,
)
from tests.data.upkeep.test_forgetting import PEOPLE, leaving
from tests.databases import url_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def ids(storage: Storage, *player_ids: int) -> set[int]:
    """The games that name these people."""
    return {game["id"] for person in player_ids for game in (await storage.export.of(person))["games"]}


async def test_games_are_deleted_some_time_after_their_end(storage: Storage, clock: Clock) -> None:
    over = (await played(storage, between(ANN, BOB), FIRST_WINS)).game
    closed = await storage.create_game(offer(ANN, BOB))
    how: ClosedAs = "declined"
    await storage.offers.close(closed, how)
    going = await storage.create_game(against_computer(ANN))
    late = await storage.create_game(against_computer(BOB))
    ratings = [await storage.standings.rating(who, PEOPLE) for who in (ANN, BOB)]
    ended = clock.now
    clock.advance(days=10)
    await storage.finish(late, CALLED_OFF)
    assert not await delete_old_games(storage, ended)
    assert await ids(storage, ANN, BOB) == {over.id, closed.id, going.id, late.id}
    await delete_old_games(storage, ended + timedelta(days=1))
    assert await ids(storage, ANN, BOB) == {going.id, late.id}, "it ended late, though without a move"
    assert await storage.game(over.id) is None
    clock.now = ended
    assert [await storage.standings.rating(who, PEOPLE) for who in (ANN, BOB)] == ratings


async def test_rematches_stay_when_the_game_before_goes(storage: Storage, clock: Clock) -> None:
    first = (await played(storage, between(ANN, BOB), FIRST_WINS)).game
    clock.advance(days=2)
    again = await storage.create_rematch(first.id, between(BOB, ANN))
    await delete_old_games(storage, clock.now - timedelta(days=1))
    assert await storage.game(first.id) is None
    stored = await storage.game(again.id)
    assert stored is not None
    assert stored.rematch_of is None


async def test_many_games_are_deleted_in_steps(
    storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "GAMES_AT_ONCE", 2)
    for _ in range(5):
        await played(storage, between(ANN, BOB), FIRST_WINS)
    later = clock.now + timedelta(days=1)
    more = [await delete_old_games(storage, later) for _ in range(4)]
    assert more == [True, True, True, False]
    assert await ids(storage, ANN) == set()


async def absent(storage: Storage, clock: Clock, days: float) -> tuple[int, ...]:
    moment: datetime = clock.now - timedelta(days=days)
    return await storage.retention.absent_since(moment)


async def test_people_are_absent_when_they_have_not_been_there(storage: Storage, clock: Clock) -> None:
    await storage.people.remember(ANN, "Ann")
    await storage.people.remember(BOB, "Bob")
    clock.advance(days=5)
    await storage.people.remember(BOB, "Bob")
    clock.advance(days=5)
    assert await absent(storage, clock, 11) == ()
    assert await absent(storage, clock, 9) == (ANN,)
    assert await absent(storage, clock, 4) == (ANN, BOB)


async def test_a_player_who_was_only_named_is_inactive_from_discovery(storage: Storage, clock: Clock) -> None:
    await storage.create_game(between(ANN, CAT))
    clock.advance(days=100)
    assert await absent(storage, clock, 10) == ()
    clock.advance(days=11)
    assert await absent(storage, clock, 10) == (ANN, CAT)


async def test_the_deleted_player_is_never_absent(storage: Storage, clock: Clock) -> None:
    await played(storage, between(ANN, BOB), FIRST_WINS)
    await storage.forgetting.forget(ANN, leaving)
    assert await absent(storage, clock, 10) == ()
    clock.advance(days=100)
    assert await absent(storage, clock, 10) == (BOB,)
    assert DELETED_PLAYER not in await absent(storage, clock, 10)


async def test_presence_is_written_once_a_day(storage: Storage, clock: Clock, path: Path) -> None:
    await storage.people.remember(ANN, "Ann", GUILD, None)
    with count_transactions(storage) as done:
        for _ in range(10):
            await storage.people.remember(ANN, "Ann", GUILD, None)
    assert done == []
    clock.advance(days=1)
    with count_transactions(storage) as done:
        for _ in range(10):
            await storage.people.remember(ANN, "Ann", GUILD, None)
    assert len(done) == 1
    again = await Storage.open(url_of(path), clock=clock)
    assert await absent(again, clock, 0.5) == ()
    await again.close()


async def test_exhibitions_are_deleted_with_their_games(storage: Storage, clock: Clock) -> None:
    for _ in range(3):
        await storage.tournaments.create(simul(clock.now), 9, 9)
    for number in (1, 2):
        record = await storage.tournaments.find(number)
        assert record is not None
        await storage.tournaments.join(record, TournamentEntrant(1, 0.0, player_id=BOB, computer=None))
        record = await storage.tournaments.find(number)
        assert record is not None
        await storage.tournaments.cancel(record, "organiser")
    await storage.tournaments.record_announced(1)
    clock.advance(days=10)
    old: Chore = partial(old_games, age=timedelta(days=9))
    assert await storage.chores.waiting([old]) == {old}
    await storage.retention.delete_simuls(clock.now - timedelta(days=9))
    assert await storage.chores.waiting([old]) == set()
    # The second was not announced yet, the third is open.
    assert [await storage.tournaments.find(number) is None for number in (1, 2, 3)] == [True, False, False]
