"""Processes that share a database: leases, shares, one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text, update

from data import Share, Storage, StorageError
from data.db.errors import LeaseLost, NameTaken
from data.db.leases import UNRENEWED_SECONDS, LeaseStore
from data.games.clocks import ClockStore
from data.games.offers import OfferStore
from data.games.questions import QuestionStore
from data.games.records import ComputerMatchThere, GameChanged, NewGame, QuestionKind, Seat
from data.games.time_control import Live
from data.games.waiting import LeftBoardStore, WaitingStore
from data.jobs.reviews import NewReview, NewStrengthTest, ReviewStore, StrengthTestStore
from data.messages.channels import ChannelList, ChannelListStore, Unanswered, UnansweredStore
from data.messages.notices import Notice, NoticeStore
from data.people.players import PeopleStore
from data.people.preferences import NewOpponent, OpponentStore, Owner, PreferenceStore
from data.ratings.unrating import UnratingStore
from data.tables.people import players, workers
from data.tables.playing import games
from data.tables.schema import MAX_PLAYER
from data.upkeep.forgetting import ForgettingStore
from data.upkeep.servers import ServerStore
from tests.cases import for_each, there
from tests.data.games.test_waiting import exhibition
from tests.data.helpers import ANN, BOB, CHANNEL, GUILD, Clock, failures, forget, rank_everyone
from tests.data.jobs.test_jobs import ASKED, MATCH
from tests.data.playing import CALLED_OFF, FIRST_WINS, against_computer, between, move, offer, played, reload
from tests.databases import on_postgres

SHARDS = 3
SHARES = [Share(shard, shard, SHARDS) for shard in range(SHARDS)]
GUILDS = [1, 2, 3 + (1 << 22), 4 + (2 << 22), 5 + (3 << 22), None]


def test_every_server_is_in_one_share_and_shares_overlap() -> None:
    for guild in GUILDS:
        assert sum(share.has(guild) for share in SHARES) == 1
    assert SHARES[0].has(None)
    assert Share().whole
    assert Share(0, 2, SHARDS).whole
    assert [guild for guild in GUILDS if SHARES[1].has(guild)] == [GUILDS[2]]
    assert Share(0, 3, 16).overlaps(Share(3, 5, 16))
    assert not Share(0, 3, 16).overlaps(Share(4, 7, 16))
    assert Share(0, 3, 16).overlaps(Share(4, 7, 8))
    assert Share().overlaps(Share(4, 7, 8))


@for_each("wrong", [(0, 1, 1), (2, 1, 3), (-1, 0, 2)])
def test_invalid_shares_are_refused(wrong: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="not a part"):
        Share(*wrong)


async def ids(found: AsyncIterator[int]) -> list[int]:
    return [game_id async for game_id in found]


FINDERS: dict[str, Callable[[Storage, Clock], Any]] = {
    "not shown": lambda storage, clock: ids(storage[WaitingStore].not_shown()),
    "for computers": lambda storage, clock: ids(storage[WaitingStore].for_computers()),
    "untouched": lambda storage, clock: storage[WaitingStore].untouched_since(clock.now),
    "paused": lambda storage, clock: storage[WaitingStore].paused_before(clock.now),
    "offers": lambda storage, clock: storage[OfferStore].made_before(clock.now),
    "clocks": lambda storage, clock: storage[ClockStore].due(),
    "notices": lambda storage, clock: storage[NoticeStore].games(),
    "notices due": lambda storage, clock: storage[NoticeStore].due(),
    "out of date": lambda storage, clock: storage[NoticeStore].out_of_date("notices", "nowhere"),
    "unexplained": lambda storage, clock: storage[NoticeStore].unexplained(),
    "left boards": lambda storage, clock: storage[LeftBoardStore].all(),
    "channel lists": lambda storage, clock: storage[ChannelListStore].channels(),
    "strength tests": lambda storage, clock: storage[StrengthTestStore].in_progress(),
    "reviews": lambda storage, clock: storage[ReviewStore].in_progress(),
    "questions": lambda storage, clock: storage[QuestionStore].lapsed(),
    "names": lambda storage, clock: storage[ForgettingStore].outdated(100),
    "commands": lambda storage, clock: storage[UnansweredStore].not_older_than(timedelta(days=30)),
    "left servers": lambda storage, clock: storage[ServerStore].left(),
}


async def furnish(storage: Storage, clock: Clock) -> None:
    """Store pending work of every kind in every server, and outside servers."""
    for number, guild in enumerate(GUILDS):
        channel, ann, bob = 100 + number, ANN + 10 * number, BOB + 10 * number

        def here(new: NewGame, channel: int = channel, guild: int | None = guild) -> NewGame:
            return replace(new, guild_id=guild, channel_id=channel)

        game = await storage.create_game(here(between(ann, bob)))
        waits = await storage.create_game(here(against_computer(ann)))
        await storage.add_moves(waits, [move("d3", 0)])
        match = await storage.create_game(here(exhibition(channel)))
        await storage.pause(match)
        await storage.create_game(here(offer(ann, bob)))
        timed = await storage.create_game(here(between(ann, bob, time=Live(1, 0))))
        await storage[NoticeStore].keep(
            Notice(game.id, ann, clock.now, due_at=clock.now, told=True, reminded=False, refused="channel")
        )
        await storage[WaitingStore].mark_shown(timed, channel, 1000 + number)
        shown = there(await storage.game(timed.id))
        await storage[WaitingStore].mark_shown(shown, channel, 2000 + number)
        await storage[ChannelListStore].keep(ChannelList(channel, guild))
        await storage[StrengthTestStore].begin(
            NewStrengthTest(guild, channel, ann, "reversi", "", "easy", "hard", 2, 1)
        )
        over = (await played(storage, here(between(ann, bob)), FIRST_WINS)).game
        await storage[ReviewStore].begin(NewReview(over.id, ann, guild, channel), 9)
        await storage[WaitingStore].mark_shown(over, channel, 3000 + number)
        asked, _ = await storage[QuestionStore].ask(game, QuestionKind.DRAW, 0)
        await storage[QuestionStore].record_message(asked.id, 4000 + number, channel_id=channel)
        await storage.add_moves(game, [move("d3", 0)])
        await storage[UnansweredStore].record(Unanswered(5000 + number, "token", channel, guild))
        if guild is not None:
            await storage[ServerStore].record_left(guild)
    await storage[ServerStore].record_all([guild for guild in GUILDS if guild is not None])
    for guild in GUILDS:
        if guild is not None:
            await storage[ServerStore].record_left(guild)
    await forget(storage, BOB, BOB + 20)
    await rank_everyone(storage)


async def test_each_process_finds_its_own_things_to_do(storage: Storage, clock: Clock) -> None:
    await furnish(storage, clock)
    clock.advance(days=3)
    for name, find in FINDERS.items():
        storage._database.share = Share()
        everything = [*await find(storage, clock)]
        parts = []
        for share in SHARES:
            storage._database.share = share
            parts.append([*await find(storage, clock)])
        assert sorted(map(str, everything)) == sorted(str(item) for part in parts for item in part), name
        assert sum(bool(part) for part in parts) >= 2, f"{name}: nothing was shared"


async def test_presence_is_noted_for_each_shard(storage: Storage, clock: Clock) -> None:
    made = [
        await storage.create_game(between(ANN + number, BOB + number, guild_id=guild, time=Live(30, 0)))
        for number, guild in enumerate((1, 3 + (1 << 22), 4 + (2 << 22)))
    ]

    async def left() -> list[float]:
        clocks = [there((await reload(storage, game)).clock) for game in made]
        return [there(clock.flag_at).timestamp() for clock in clocks]

    async def note(share: Share) -> int:
        storage._database.share = share
        return await storage[ClockStore].record_presence(timedelta())

    assert await note(Share()) == 0
    before = await left()
    clock.advance(seconds=60)
    # Its share is its own from now on: it was away as long as the process that had all.
    assert await note(SHARES[1]) == 1
    assert [now - then for now, then in zip(await left(), before, strict=True)] == [0, 60, 0]
    clock.advance(seconds=60)
    assert await note(SHARES[1]) == 1
    assert await note(Share(2, 2, SHARDS)) == 1
    assert [now - then for now, then in zip(await left(), before, strict=True)] == [0, 120, 120]
    # One process for all again, and then apart again: no player gets time back twice.
    clock.advance(seconds=5)
    assert await note(Share()) == 3
    assert await note(SHARES[1]) == 0


async def test_what_another_process_may_change_is_not_kept_in_memory(storage: Storage) -> None:
    storage._database.share = SHARES[0]
    person = Owner("person", ANN)
    await storage[PeopleStore].remember(ANN, "Ann", 1, "Annie")
    assert await storage[PeopleStore].name(ANN, 1) == "Annie"
    assert await storage[PreferenceStore].of(person) == {}
    other = Storage(storage._database, storage._clock, storage._self_play, storage._fair_use)
    await other[PeopleStore].remember(ANN, "Anna", 1, None)
    await other[PreferenceStore].put(person, "theme", "wood")
    assert await storage[PeopleStore].name(ANN, 1) == "Anna"
    assert await storage[PreferenceStore].of(person) == {"theme": "wood"}


FIRST, SECOND = Share(0, 1, 4), Share(2, 3, 4)


async def let_run_out(storage: Storage) -> None:
    """Let the leases of all processes have run out, as if those had been killed."""
    long_ago = update(workers).values(expires_at=workers.c.expires_at - 1000)
    await storage._database.unfenced(lambda c: c.execute(long_ago))


async def test_a_share_is_held_by_one(storage: Storage, other: Storage) -> None:
    assert await storage[LeaseStore].take([FIRST, SECOND], "one", 20) == FIRST
    assert storage.share == FIRST
    assert await other[LeaseStore].take([FIRST], "two", 20) is None
    assert other.share == Share()
    assert await other[LeaseStore].take([Share(0, 0, 8)], "two", 20) is None
    assert await other[LeaseStore].take([FIRST, SECOND], "two", 20) == SECOND
    held = await other[LeaseStore].all()
    assert [(worker.holder, worker.share) for worker in held] == [("one", FIRST), ("two", SECOND)]
    assert all(15 < worker.seconds <= 20 for worker in held)


async def test_a_process_without_its_lease_can_store_nothing(storage: Storage, other: Storage) -> None:
    await storage[LeaseStore].take([FIRST], "one", 20)
    game = await storage.create_game(between())
    await let_run_out(other)
    # No other process has taken it: what is late is still stored, and renewed.
    game = await storage.add_moves(game, [move("d3", 0)])
    assert await storage[LeaseStore].renew(20) is not None
    await let_run_out(other)
    assert await other[LeaseStore].take([FIRST], "two", 20) == FIRST
    with pytest.raises(LeaseLost):
        await storage.add_moves(game, [move("c3", 1)])
    with pytest.raises(LeaseLost):
        await storage.create_game(between())
    assert await storage[LeaseStore].renew(20) is None
    assert await reload(storage, game) == game
    assert (await other.add_moves(game, [move("c5", 1)])).moves == ("d3", "c5")
    # What the first one gives back is not the lease of the second.
    await storage[LeaseStore].release()
    assert await other[LeaseStore].renew(20) is not None


async def test_a_released_lease_can_be_taken_at_once(storage: Storage, other: Storage) -> None:
    await storage[LeaseStore].take([FIRST], "one", 20)
    await storage[LeaseStore].release()
    assert await other[LeaseStore].take([FIRST], "two", 20) == FIRST
    assert other[LeaseStore].token != storage[LeaseStore].token


@pytest.mark.skipif(not on_postgres(), reason="only servers have sessions")
async def test_a_killed_process_is_replaced_before_its_lease_ends(storage: Storage, other: Storage) -> None:
    await storage[LeaseStore].take([FIRST], "one", 20)
    earlier = update(workers).values(expires_at=workers.c.expires_at - UNRENEWED_SECONDS)
    await other._database.unfenced(lambda c: c.execute(earlier))
    # It hangs: its session is there.
    assert await other[LeaseStore].take([FIRST], "two", 20) is None
    sessions = text(
        "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database "
        "WHERE locktype = 'advisory' AND datname = current_database()"
    )
    await other._database.unfenced(lambda c: c.execute(sessions))
    # After an outage of the server, a process that is alive renews before another one takes its place.
    assert await storage[LeaseStore].renew(20) is not None
    assert await other[LeaseStore].take([FIRST], "two", 20) is None
    await other._database.unfenced(lambda c: c.execute(earlier))
    assert await other[LeaseStore].take([FIRST], "two", 20) is None
    await other._database.unfenced(lambda c: c.execute(sessions))
    assert await other[LeaseStore].take([FIRST], "two", 20) == FIRST


async def test_the_holder_of_a_share_is_asked_for_it(storage: Storage, other: Storage) -> None:
    await storage[LeaseStore].take([FIRST], "one", 20)
    assert not there(await storage[LeaseStore].renew(20)).asked
    await other[LeaseStore].ask_for(SECOND)
    assert not there(await storage[LeaseStore].renew(20)).asked
    other.intend(FIRST)
    with pytest.raises(LeaseLost):
        await other.create_game(between())
    await other[LeaseStore].ask_for(FIRST)
    assert there(await storage[LeaseStore].renew(20)).asked


async def test_one_exhibition_at_a_time_in_a_channel(storage: Storage, other: Storage) -> None:
    made = await asyncio.gather(
        *(place.create_game(MATCH) for place in (storage, other) * 3), return_exceptions=True
    )
    refused = [answer for answer in made if isinstance(answer, ComputerMatchThere)]
    (game,) = [answer for answer in made if not isinstance(answer, BaseException)]
    assert [there.game for there in refused] == [game] * 5
    await storage.create_game(replace(MATCH, channel_id=CHANNEL + 1, challenger_id=BOB))
    await storage.create_game(between())
    await storage.create_game(against_computer())
    await storage.finish(game, CALLED_OFF)
    assert (await other.create_game(MATCH)).id > game.id


async def test_the_database_forbids_a_second_exhibition(storage: Storage) -> None:
    first = await storage.create_game(MATCH)
    second = await storage.create_game(replace(MATCH, channel_id=CHANNEL + 1, challenger_id=BOB))
    moved = update(games).where(games.c.id == second.id).values(channel_id=first.channel_id)
    with pytest.raises(StorageError, match=r"(?i)unique"):
        await storage._database.write(lambda c: c.execute(moved))


async def test_one_rematch_one_strength_test_one_name(storage: Storage, other: Storage) -> None:
    game = await storage.finish(await storage.create_game(between()), CALLED_OFF)
    both = (storage, other) * 3
    refused = await failures(place.create_game(replace(between(), rematch_of=game.id)) for place in both)
    assert [*map(type, refused)] == [GameChanged] * 5
    begun = await asyncio.gather(*(place[StrengthTestStore].begin(ASKED) for place in both))
    assert sum(new for _, new in begun) == 1
    opponent = NewOpponent(GUILD, "Lucy", "greedy:3", ANN)
    refused = await failures(place[OpponentStore].create(opponent) for place in both)
    assert [*map(type, refused)] == [NameTaken] * 5


async def test_a_violated_constraint_is_checked_again(storage: Storage) -> None:
    """On a database server another process may store something between a check and what follows it."""
    tries = 0

    def work(connection: Connection) -> str:
        nonlocal tries
        tries += 1
        if connection.scalar(select(players.c.id).where(players.c.id == ANN)) and tries > 1:
            return "there already"
        connection.execute(insert(players).values(id=ANN, name="Ann"))
        return "stored"

    assert await storage._database.write(work) == "stored"
    tries = 0
    assert await storage._database.write(work) == "there already"


async def test_what_stays_forbidden_is_a_fault_of_ours(storage: Storage) -> None:
    def work(connection: Connection) -> None:
        connection.execute(insert(players).values(id=ANN, name=None))

    with pytest.raises(StorageError):
        await storage._database.write(work)


async def test_no_text_of_any_length_is_stored_for_a_player(storage: Storage) -> None:
    text = "x" * (MAX_PLAYER + 1)
    game = await storage.create_game(against_computer())
    for make in (
        lambda: storage.create_game(against_computer(computer=text)),
        lambda: storage.create_game(replace(MATCH, seats=(Seat(computer="easy"), Seat(computer=text)))),
        lambda: storage[OpponentStore].create(NewOpponent(GUILD, "Lucy", text, ANN)),
        lambda: storage[UnratingStore].set_delegate(game, 0, text),
        lambda: storage[StrengthTestStore].begin(replace(ASKED, second=text)),
    ):
        with pytest.raises(ValueError, match="more than"):
            await make()
