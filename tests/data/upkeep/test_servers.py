"""Servers that were left, and versions."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from data import Storage
from data.db.migrate import newest_revision
from data.games.questions import QuestionStore
from data.games.records import Ending, Game, GameState, QuestionKind
from data.games.waiting import WaitingStore
from data.jobs.reviews import NewStrengthTest, StrengthTestStore
from data.messages.channels import ChannelList, ChannelListStore
from data.people.players import PeopleStore
from data.people.preferences import NewOpponent, OpponentStore, Owner, PreferenceStore
from data.ratings.leaderboard import StandingStore
from data.upkeep import servers
from data.upkeep.pending import VersionStore
from data.upkeep.servers import ServerStore
from tests.cases import there
from tests.data.games.test_own_games import plans, scanned
from tests.data.helpers import ANN, BOB, CAT, GUILD, Clock
from tests.data.playing import FIRST_WINS, against_computer, between, move, offer, played, reload
from tests.data.upkeep.test_forgetting import PEOPLE, holding

HERE, THERE = GUILD, GUILD + 1


async def left(storage: Storage) -> set[int]:
    return set(await storage[ServerStore].left())


async def furnish(storage: Storage, guild_id: int) -> dict[str, Game]:
    """A server with a bit of everything."""
    at: dict[str, Any] = {"guild_id": guild_id, "channel_id": guild_id + 500}
    await storage[PeopleStore].remember(ANN, "Ann", guild_id, f"Annie of {guild_id}")
    made = {
        "over": (await played(storage, between(ANN, BOB, **at), FIRST_WINS)).game,
        "going": await storage.create_game(between(BOB, ANN, **at)),
        "computer": await storage.create_game(against_computer(CAT, **at)),
        "offer": await storage.create_game(offer(CAT, None, **at)),
    }
    made["going"] = await storage.add_moves(made["going"], [move("d3", 0)])
    for game in made.values():
        current = await reload(storage, game)
        await storage[WaitingStore].mark_shown(current, at["channel_id"], 9_000_000 + game.id)
    await storage[QuestionStore].ask(made["going"], QuestionKind.DRAW, 0)
    await storage[PreferenceStore].put(Owner("server", guild_id), "rated", "off")
    await storage[OpponentStore].create(NewOpponent(guild_id, "Doctor Octo", "greedy", ANN))
    await storage[ChannelListStore].keep(ChannelList(at["channel_id"], guild_id))
    await storage[StrengthTestStore].begin(
        NewStrengthTest(guild_id, at["channel_id"], ANN, "reversi", "", "easy", "hard", 2, 1)
    )
    return made


async def delete_all(storage: Storage, guild_id: int) -> int:
    """Delete what belonged to a server; returns in how many steps."""
    steps = 1
    while not await storage[ServerStore].delete_some(guild_id):
        steps += 1
    return steps


async def test_a_server_is_left_when_it_is_not_in_the_complete_list(storage: Storage, clock: Clock) -> None:
    await storage[ServerStore].record_all([HERE, THERE])
    assert await left(storage) == set()
    clock.advance(days=1)
    await storage[ServerStore].record_all([HERE])
    assert await storage[ServerStore].left() == {THERE: clock.now}
    first = clock.now
    clock.advance(days=1)
    await storage[ServerStore].record_all([HERE])
    assert await storage[ServerStore].left() == {THERE: first}, "the time counts from when it was noted first"
    await storage[ServerStore].record_all([HERE, THERE])
    assert await left(storage) == set()


async def test_a_server_is_left_and_joined_while_the_bot_is_there(storage: Storage, clock: Clock) -> None:
    await storage[ServerStore].record_there(HERE)
    await storage[ServerStore].record_left(HERE)
    assert await storage[ServerStore].left() == {HERE: clock.now}
    await storage[ServerStore].record_there(HERE)
    assert await left(storage) == set()
    await storage[ServerStore].record_left(THERE)
    assert await left(storage) == set(), "nothing is known of a server that was never joined"


async def test_nothing_of_the_server_is_left_but_games_of_people(storage: Storage, path: Path) -> None:
    await storage[ServerStore].record_all([HERE, THERE])
    here, theirs = await furnish(storage, HERE), await furnish(storage, THERE)
    ann = await storage[StandingStore].rating(ANN, PEOPLE)
    await storage[ServerStore].record_left(HERE)
    await delete_all(storage, HERE)
    assert await holding(storage, HERE, HERE + 500, f"Annie of {HERE}") == []
    assert await holding(storage, *(9_000_000 + game.id for game in here.values())) == []
    over = await reload(storage, here["over"])
    assert (over.moves, over.winner, over.guild_id) == (here["over"].moves, 0, None)
    assert await storage[StandingStore].rating(ANN, PEOPLE) == ann
    profile = there(await storage[StandingStore].profile(ANN))
    assert over.id in {recent.game_id for recent in profile.recent}
    assert await storage[PeopleStore].name(ANN, HERE) == "Ann"
    assert await storage[PeopleStore].name(ANN, THERE) == f"Annie of {THERE}"
    # The other server has everything.
    for game in theirs.values():
        assert (await reload(storage, game)).message_id == 9_000_000 + game.id
    assert await storage[PreferenceStore].of(Owner("server", THERE)) == {"rated": "off"}
    assert await storage[PreferenceStore].of(Owner("server", HERE)) == {}
    assert len(await storage[OpponentStore].of_guild(THERE)) == 1


async def test_open_games_are_called_off(storage: Storage) -> None:
    made = await furnish(storage, HERE)
    await delete_all(storage, HERE)
    for name in ("going", "computer"):
        game = await reload(storage, made[name])
        assert (game.state, game.ending, game.winner) == (GameState.FINISHED, Ending.CALLED_OFF, None)
    assert (await reload(storage, made["offer"])).closed_as == "expired"
    assert await storage.playing_games() == ()
    assert [game async for game in storage[WaitingStore].not_shown()] == []


async def test_it_is_deleted_in_steps(
    storage: Storage, other: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "GAMES_AT_ONCE", 2)
    await furnish(storage, HERE)
    assert await delete_all(storage, HERE) > 5
    # Every step is atomic: it continues after a restart.
    await furnish(storage, THERE)
    await storage[ServerStore].delete_some(THERE)
    await delete_all(other, THERE)
    assert await holding(storage, THERE, THERE + 500) == []


async def test_the_games_of_a_server_are_found_by_index(storage: Storage) -> None:
    await furnish(storage, HERE)
    with plans(storage) as steps:
        await storage[ServerStore].playing_in(HERE)
        await storage[ServerStore].left()
        await storage[ServerStore].delete_some(HERE)
    assert "games" not in scanned(steps)


async def test_only_changes_of_versions_are_noted(storage: Storage, clock: Clock) -> None:
    assert await storage[VersionStore].history() == ()
    started = clock()
    for version in ("1.0.0", "1.0.0", "1.1.0", "1.1.0", "1.0.0"):
        await storage[VersionStore].record(version)
        clock.advance(days=1)
    history = await storage[VersionStore].history()
    assert [served.version for served in history] == ["1.0.0", "1.1.0", "1.0.0"]
    assert {served.revision for served in history} == {newest_revision()}
    assert [served.started_at - started for served in history] == [timedelta(days=days) for days in (0, 2, 4)]
