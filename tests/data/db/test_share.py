"""Processes that share the servers: each finds its own things to do, and all of them together find all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from data import Share, Storage
from data.games.clocks import Live
from data.games.records import NewGame, Outcome, QuestionKind
from data.jobs.reviews import NewReview
from data.jobs.strength_tests import NewStrengthTest
from data.messages.channels import ChannelList
from data.messages.notices import Notice
from data.messages.unanswered import Unanswered
from data.people.preferences import Owner
from tests.cases import for_each
from tests.data.games.test_waiting import exhibition
from tests.data.helpers import (
    ANN,
    BOB,
    FIRST_WINS,
    Clock,
    against_computer,
    between,
    move,
    offer,
    played,
    rank_everyone,
)

SHARDS = 3
SHARES = [Share(shard, shard, SHARDS) for shard in range(SHARDS)]
GUILDS = [1, 2, 3 + (1 << 22), 4 + (2 << 22), 5 + (3 << 22), None]


def test_every_server_is_in_one_share() -> None:
    for guild in GUILDS:
        assert sum(share.has(guild) for share in SHARES) == 1
    assert SHARES[0].has(None)
    assert Share().whole
    assert Share(0, 2, SHARDS).whole
    assert [guild for guild in GUILDS if SHARES[1].has(guild)] == [GUILDS[2]]


@for_each("wrong", [(0, 1, 1), (2, 1, 3), (-1, 0, 2)])
def test_invalid_shares_are_refused(wrong: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="not a part"):
        Share(*wrong)


def test_which_shares_overlap() -> None:
    assert Share(0, 3, 16).overlaps(Share(3, 5, 16))
    assert not Share(0, 3, 16).overlaps(Share(4, 7, 16))
    assert Share(0, 3, 16).overlaps(Share(4, 7, 8))
    assert Share().overlaps(Share(4, 7, 8))


async def ids(found: AsyncIterator[int]) -> list[int]:
    return [game_id async for game_id in found]


FINDERS: dict[str, Callable[[Storage, Clock], Any]] = {
    "not shown": lambda storage, clock: ids(storage.waiting.not_shown()),
    "for computers": lambda storage, clock: ids(storage.waiting.for_computers()),
    "untouched": lambda storage, clock: storage.waiting.untouched_since(clock.now),
    "paused": lambda storage, clock: storage.waiting.paused_before(clock.now),
    "offers": lambda storage, clock: storage.offers.made_before(clock.now),
    "clocks": lambda storage, clock: storage.clocks.due(),
    "notices": lambda storage, clock: storage.notices.games(),
    "notices due": lambda storage, clock: storage.notices.due(),
    "out of date": lambda storage, clock: storage.notices.out_of_date("notices", "nowhere"),
    "unexplained": lambda storage, clock: storage.notices.unexplained(),
    "left boards": lambda storage, clock: storage.left_boards.all(),
    "channel lists": lambda storage, clock: storage.channel_lists.channels(),
    "strength tests": lambda storage, clock: storage.strength_tests.in_progress(),
    "reviews": lambda storage, clock: storage.reviews.in_progress(),
    "questions": lambda storage, clock: storage.questions.lapsed(),
    "names": lambda storage, clock: storage.forgetting.outdated(100),
    "commands": lambda storage, clock: storage.unanswered.not_older_than(timedelta(days=30)),
    "left servers": lambda storage, clock: storage.servers.left(),
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
        await storage.notices.keep(
            Notice(game.id, ann, clock.now, due_at=clock.now, told=True, reminded=False, refused="channel")
        )
        await storage.waiting.mark_shown(timed, channel, 1000 + number)
        shown = await storage.game(timed.id)
        assert shown is not None
        await storage.waiting.mark_shown(shown, channel, 2000 + number)
        await storage.channel_lists.keep(ChannelList(channel, guild))
        await storage.strength_tests.begin(
            NewStrengthTest(guild, channel, ann, "reversi", "", "easy", "hard", 2, 1)
        )
        over = (await played(storage, here(between(ann, bob)), FIRST_WINS)).game
        await storage.reviews.begin(NewReview(over.id, ann, guild, channel), 9)
        await storage.waiting.mark_shown(over, channel, 3000 + number)
        asked, _ = await storage.questions.ask(game, QuestionKind.DRAW, 0)
        await storage.questions.record_message(asked.id, 4000 + number, channel_id=channel)
        await storage.add_moves(game, [move("d3", 0)])
        await storage.unanswered.note(Unanswered(5000 + number, "token", channel, guild))
        if guild is not None:
            await storage.servers.record_left(guild)
    await storage.servers.record_all([guild for guild in GUILDS if guild is not None])
    for guild in GUILDS:
        if guild is not None:
            await storage.servers.record_left(guild)
    await storage.forgetting.forget(BOB, lambda game, side: Outcome(1 - side, None, FIRST_WINS.ending))
    await storage.forgetting.forget(BOB + 20, lambda game, side: Outcome(1 - side, None, FIRST_WINS.ending))
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
        games = [await storage.game(game.id) for game in made]
        return [
            game.clock.flag_at.timestamp() for game in games if game and game.clock and game.clock.flag_at
        ]

    async def note(share: Share) -> int:
        storage._database.share = share
        return await storage.clocks.record_presence(timedelta())

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
    await storage.people.remember(ANN, "Ann", 1, "Annie")
    assert await storage.people.name(ANN, 1) == "Annie"
    assert await storage.preferences.of(person) == {}
    other = Storage(storage._database, storage._clock, storage._self_play, storage._fair_use)
    await other.people.remember(ANN, "Anna", 1, None)
    await other.preferences.put(person, "theme", "wood")
    assert await storage.people.name(ANN, 1) == "Anna"
    assert await storage.preferences.of(person) == {"theme": "wood"}
