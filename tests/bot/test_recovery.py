"""The application: its features, built, recovered, closed."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest
import structlog
from discord.ext import commands

import bot as package
from bot.app import Flipfour
from bot.core.background import BackgroundTasks
from bot.core.people import Person
from bot.core.runtime import Runtime
from bot.core.snapshot import GameSnapshot
from bot.events.matches.computer_matches import ComputerMatches
from bot.features import Closes, Kit, Recovers
from bot.hosting.discord_api import sync_commands
from bot.play.games.challenges import Challenges
from bot.play.games.flow import Adjournments, GameFlow, GameThreads
from bot.play.games.referee import Referee
from bot.recovery import COMPUTERS_AT_ONCE, Recovery
from bot.rooms import ROOMS
from bot.settings.settings import Settings
from bot.sharded import create_bot
from data import Storage, StorageError
from data.db.chores import Chore
from data.db.registry import CircularNeedError, Registry, Signal
from data.games.records import GameState
from data.games.waiting import computers_to_move
from data.people.players import ZoneStore
from data.upkeep.pending import PendingStore
from engine import reversi
from engine.search.tables import KEPT_TABLES, MEGABYTES, TABLES, TranspositionTable
from tests.bot.helpers import (
    ANN,
    BOB,
    PLACE,
    REVERSI,
    Clock,
    NoThreads,
    begin,
    kit_of,
    refuses,
    settle,
    spied,
    stored,
)
from tests.bot.ui.discord_errors import refused
from tests.compilers import NothingToCompile


async def ready_to_connect(settings: Settings) -> Flipfour:
    """A bot that is set up."""
    made = create_bot(settings, Runtime(compiler=NothingToCompile(), freeze=lambda: None))
    made.loop = asyncio.get_running_loop()
    await made.setup_hook()
    return made


async def test_searches_get_the_configured_memory_and_refused_commands_are_a_warning(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot starts and serves the commands that are there; its page and `doctor` say so."""
    refusing = AsyncMock(side_effect=refused(400, 50240))
    monkeypatch.setattr("bot.hosting.discord_api.sync_commands", refusing)
    try:
        bot = await ready_to_connect(Settings(database_url=f"sqlite:///{database}", memory_mb=16))
        with TABLES.borrow(reversi.start()) as table:
            assert table.mask == TranspositionTable(2).mask
        fault = (await bot.health.check()).warnings["commands"]
        await bot.close()
    finally:
        TABLES.resize(MEGABYTES, KEPT_TABLES)
    assert fault == "not registered: Discord answered 400 (code 50240) refused by the test"


def test_the_package_builds_the_bot_without_connecting_it() -> None:
    assert isinstance(package.create_bot(Settings(discord_token=None)), Flipfour)


class Rounds:
    """The recovery of games, with all its parts and a search pool."""

    def __init__(self, storage: Storage, challenges: Challenges, referee: Referee, clock: Clock) -> None:
        self.background = BackgroundTasks()
        features: dict[type, object] = {Challenges: challenges, Referee: referee, GameThreads: NoThreads()}
        kit = kit_of(storage, clock, features, background=self.background, rest=self._rest)
        kit.declare([ComputerMatches, GameFlow, Adjournments])
        kit.build_all()
        self.exhibitions = kit[ComputerMatches]
        self.recovery = Recovery(kit)

    async def go(self) -> None:
        await self.recovery.recover()
        await self.end()

    async def end(self) -> None:
        while self.background._running:
            await asyncio.wait(self.background._running)

    async def _rest(self, seconds: float) -> None:
        await asyncio.Event().wait()


@pytest.fixture
def rounds(storage: Storage, challenges: Challenges, referee: Referee, clock: Clock) -> Rounds:
    return Rounds(storage, challenges, referee, clock)


async def waiting_for_the_computer(challenges: Challenges, person: Person = ANN) -> int:
    return (await challenges.play_computer(REVERSI, PLACE, person, "easy", "second")).game.id


async def test_an_idle_computer_proceeds(rounds: Rounds, challenges: Challenges, storage: Storage) -> None:
    games = [await waiting_for_the_computer(challenges) for _ in range(3)]
    await rounds.go()
    assert [(await stored(storage, game_id)).ply for game_id in games] == [1, 1, 1]


async def test_games_waiting_for_people_are_not_read(
    rounds: Rounds, challenges: Challenges, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(challenges)
    await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    waits = await waiting_for_the_computer(challenges)
    read, replayed = spied(monkeypatch, storage, "game"), spied(monkeypatch, GameSnapshot, "of")
    await rounds.go()
    assert {number for (number,) in read} | {game.id for (game,) in replayed} == {waits}


async def test_a_limited_number_of_games_is_recovered_at_once(
    rounds: Rounds, challenges: Challenges, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = (ANN, BOB) * COMPUTERS_AT_ONCE
    games = [await waiting_for_the_computer(challenges, person) for person in people]
    taken_up: list[int] = []
    all_places_taken, may_end = asyncio.Event(), asyncio.Event()

    async def proceed(_: GameFlow, snapshot: GameSnapshot) -> None:
        taken_up.append(snapshot.game.id)
        if len(taken_up) == COMPUTERS_AT_ONCE:
            all_places_taken.set()
        await may_end.wait()

    monkeypatch.setattr(GameFlow, "proceed", proceed)
    # Offers and messages do not wait for these searches.
    await rounds.recovery.recover_games([computers_to_move])
    await rounds.recovery.recover_games([computers_to_move])
    await all_places_taken.wait()
    assert len(taken_up) == COMPUTERS_AT_ONCE
    may_end.set()
    await rounds.end()
    assert sorted(taken_up) == games


async def test_a_stopping_bot_is_left(rounds: Rounds, challenges: Challenges, storage: Storage) -> None:
    game_id = await waiting_for_the_computer(challenges)
    rounds.background.closing = True
    await rounds.go()
    assert (await stored(storage, game_id)).ply == 0


async def test_a_forgotten_exhibition_ends_and_a_recently_paused_one_does_not(
    rounds: Rounds, storage: Storage, clock: Clock
) -> None:
    exhibition, _ = await rounds.exhibitions.start(REVERSI, PLACE, ANN, ("easy", "easy"))
    await rounds.exhibitions.pause(exhibition.game.id, ANN, paused=True)
    for pause, state in (
        (timedelta(hours=24), GameState.PLAYING),
        (timedelta(seconds=1), GameState.FINISHED),
    ):
        clock.now += pause
        await rounds.go()
        assert (await stored(storage, exhibition.game.id)).state is state


class Starting:
    def __init__(self) -> None:
        self.starts = 0

    async def on_start(self) -> None:
        self.starts += 1
        if self.starts == 1:
            raise RuntimeError("a fault of ours")


class Working:
    chores = ()

    def __init__(self) -> None:
        self.passes = 0

    def recover(self) -> None:
        self.passes += 1


class Failing(Working):
    def recover(self) -> None:
        super().recover()
        raise ValueError("a fault of ours, too")


class AlwaysDue(Working):
    """As linked roles are: a start does what is due, too."""

    on_start = Working.recover


async def test_a_feature_starts_once_and_is_tried_again_after_a_fault(rounds: Rounds) -> None:
    """Meanwhile the others go on, whatever else fails; all faults are told."""
    features = starting, failing, working, due = Starting(), Failing(), Working(), AlwaysDue()
    for feature in features:
        rounds.recovery._kit[type(feature)] = feature
    for number, kinds in enumerate(([RuntimeError, ValueError], [ValueError], [ValueError]), 1):
        told = await refuses(ExceptionGroup, rounds.go())
        assert [type(fault) for fault in told.exceptions] == kinds
        assert (starting.starts, failing.passes, working.passes) == (min(number, 2), number, number)
        assert due.passes == 1 + number


@pytest.fixture
async def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flipfour:
    monkeypatch.setattr(f"bot.hosting.discord_api.{sync_commands.__name__}", AsyncMock())
    return await ready_to_connect(Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}"))


RECOVERED = """
    Computer Adjournments VoteGames TurnNotices TournamentDirector PostedPuzzles DailyPuzzles RankingPosts
    RankingPages ComputerMatches StrengthTests Reviews QuietReviews Mistakes RaceDirector InsightsDirector
    Retention OpeningNames OpeningIndex Achievements AchievementRoles LinkedRoles ScheduledBackups
    MovePacking Monitor
"""
"""The order when it was a list that was written by hand, and later features."""

NEEDED = {"RankingPages": "RankingPosts", "Achievements": "RankingPosts"}
"""Features that come earlier than then, since others are built from them."""


async def test_the_order_of_recovery_follows_the_floors_and_what_features_need(bot: Flipfour) -> None:
    built, before = [type(feature) for feature in bot.kit], RECOVERED.split()
    order = [type(feature) for feature in bot.kit.following(Recovers)]
    await bot.close()
    names = [kind.__name__ for kind in built]
    assert all(names.index(needed) < names.index(by) for needed, by in NEEDED.items())
    assert {kind.__name__ for kind in order} == set(before)
    rest = [kind for kind in order if kind.__name__ not in NEEDED]
    floors = ("computer", "play", "study", "puzzles", "ranks", "events", "account", "hosting")
    assert rest == sorted(
        rest, key=lambda kind: (floors.index(kind.__module__.split(".")[1]), before.index(kind.__name__))
    )


async def test_the_storage_is_open_until_recovery_ends(
    bot: Flipfour, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()
    waiting = PendingStore.waiting

    async def slow(store: PendingStore, chores: Iterable[Chore]) -> Any:
        begun.set()
        await go_on.wait()
        return await waiting(store, chores)

    monkeypatch.setattr(PendingStore, "waiting", slow)
    with structlog.testing.capture_logs() as entries:
        ready = asyncio.create_task(bot.on_ready())
        await begun.wait()
        closing = asyncio.create_task(bot.close())
        await settle()
        assert not closing.done()
        go_on.set()
        await closing
        await ready
    assert [entry for entry in entries if entry["log_level"] == "error"] == []


async def test_work_that_does_not_end_is_cut_off(bot: Flipfour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.rooms.CLOSING_SECONDS", 0.0)
    begun = asyncio.Event()

    async def endless(_: PendingStore, chores: Iterable[Chore]) -> Any:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(PendingStore, "waiting", endless)
    ready = asyncio.create_task(bot.on_ready())
    await begun.wait()
    await bot.close()
    await refuses(asyncio.CancelledError, ready)


async def test_the_storage_is_closed_despite_faults(bot: Flipfour, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = AsyncMock(side_effect=RuntimeError("the connection cannot be closed"))
    monkeypatch.setattr(commands.Bot, "close", broken)
    await refuses(RuntimeError, bot.close())
    with pytest.raises(StorageError, match="already closed"):
        await bot.kit.storage.game(1)


ROOT = Path(__file__).parents[2]


@pytest.fixture
def kit() -> Kit:
    storage = Registry()
    storage[ZoneStore] = cast(Any, "stored")
    return Kit(Settings(), Runtime(), cast(Any, storage))


class Door:
    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    def close(self) -> None:
        pass


class House:
    def __init__(self, kit: Kit) -> None:
        self.door = kit[Door]

    def close(self) -> None:
        pass


class Safe(Door):
    pass


def test_a_feature_comes_after_what_it_needs_and_is_found_by_its_protocols(kit: Kit) -> None:
    kit.declare([House, Door])
    kit.build_all()
    assert kit.following(Closes) == kit.following(Closes) == (kit[Door], kit[House])
    assert kit[House].door is kit[Door]
    better = kit[Door] = Safe(kit)
    assert kit.following(Closes) == (better, kit[House])


def test_a_feature_is_found_by_another_class_too_and_built_by_a_function(kit: Kit) -> None:
    kit.declare([(Door, Safe), (House, lambda kit: "built")])
    kit.build_all()
    assert [kit[Door], kit[House], kit[ZoneStore]] == [kit[Safe], "built", "stored"]
    assert kit.following(Closes) == (kit[Safe],)


class Hen:
    def __init__(self, kit: Kit) -> None:
        self.egg = kit[Egg]


class Egg:
    def __init__(self, kit: Kit) -> None:
        self.hen = kit[Hen]


def test_a_circle_names_both_sides(kit: Kit) -> None:
    kit.declare([Hen])
    with pytest.raises(CircularNeedError, match="Egg and Hen need each other"):
        kit.build_all()


class Rang(Signal[int, int]):
    """It rang."""


def test_all_who_listen_are_told_in_their_order(kit: Kit) -> None:
    kit[Rang].listen(lambda times: times)
    kit[Rang].listen(lambda times: 10 * times)
    assert kit[Rang].tell(2) == [2, 20]


GIVEN = {"Settings", "Runtime", "Storage", "Metrics", "Client", "Gateway", "ErrorCount"}
"""What the kit has without building it."""


def test_rooms_declare_every_feature_that_others_ask_for() -> None:
    """One that is first built by a request would be recovered after the next start only."""
    declared = {kind for room in ROOMS for each in getattr(room, "FEATURES", ()) for kind in _kinds(each)}
    known = GIVEN | {kind.__name__ for kind in declared}
    asked: set[str] = set()
    for path in (ROOT / "bot").rglob("*.py"):
        source = path.read_text("utf-8")
        if not re.search(r"kit\[|\(Signal\[", source):
            continue
        tree = ast.parse(source)
        signals = {base.name for base in tree.body if isinstance(base, ast.ClassDef) and _is_signal(base)}
        stored = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("data")
            for alias in node.names
        }
        known |= signals | stored
        asked |= {
            ast.unparse(node.slice).rpartition(".")[2]
            for node in ast.walk(tree)
            if isinstance(node, ast.Subscript)
            and ast.unparse(node.value).rpartition(".")[2] in ("kit", "_kit")
        }
    # Variables, such as `kit[kind]`, are lower case.
    assert {name for name in asked - known if name[0].isupper()} == set()


def _kinds(feature: Any) -> tuple[type, ...]:
    each = feature if isinstance(feature, tuple) else (feature,)
    return tuple(kind for kind in each if isinstance(kind, type))


def _is_signal(made: ast.ClassDef) -> bool:
    return any(ast.unparse(base).startswith("Signal[") for base in made.bases)
