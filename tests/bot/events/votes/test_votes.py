"""Votes: words, another process, nobody there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest

from bot.core.background import BackgroundTasks
from bot.core.people import Place
from bot.core.snapshot import GameSnapshot
from bot.events.votes.boards import VoteBoard, VoteBoards
from bot.events.votes.games import VoteGames
from bot.events.votes.records import VoteRecords
from bot.events.votes.rules import is_unattended
from bot.events.votes.words import status
from bot.play.games.flow import GameFlow
from bot.play.games.referee import Referee
from data import Share, Storage
from data.games.votes import Ballot, NewVoteGame, VoteGame
from tests.bot.events.votes.test_votes_by_model import Elsewhere
from tests.bot.helpers import ANN, BOB, REVERSI, Clock, kit_of
from tests.cases import there
from tests.data.helpers import between

SECONDS = 30
HERE, THERE = Place(8001, 1), Place(8002, (1 << 22) + 1)


class Process:
    """One of two processes, whose timers ring when the test says so."""

    def __init__(self, storage: Storage, clock: Clock, shard: int) -> None:
        storage._database.share = Share(shard, shard, 2)
        self.storage, self.clock = storage, clock
        self.background, rest = BackgroundTasks(), Elsewhere()
        self.rings: list[tuple[float, asyncio.Future[None]]] = []
        self.votes = VoteGames(
            kit_of(storage, clock, background=self.background, rest=self._rest),
            Referee(storage, now=clock),
            cast(GameFlow, rest),
            cast(VoteBoards, rest),
            cast(VoteRecords, rest),
        )

    async def _rest(self, seconds: float) -> None:
        ring: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.rings.append(((self.clock() + timedelta(seconds=seconds)).timestamp(), ring))
        await ring

    async def settle(self) -> None:
        """Do all that is due and in progress."""
        await asyncio.sleep(0)
        for due, ring in self.rings:
            if due <= self.clock().timestamp() and not ring.done():
                ring.set_result(None)
        await asyncio.sleep(0)
        while running := {*self.background._running}:
            await asyncio.wait(running)


@pytest.fixture
async def processes(tmp_path: Path) -> AsyncIterator[tuple[Process, Process]]:
    clock, url = Clock(), f"sqlite:///{tmp_path / 'games.db'}"
    stores = [await Storage.open(url, clock=clock) for _ in range(2)]
    made = [Process(storage, clock, shard) for shard, storage in enumerate(stores)]
    for one in made:
        await one.votes.recover()
    yield made[0], made[1]
    for one in made:
        one.votes.close()
        await one.storage.close()


async def test_a_countdown_of_the_other_process_ends_in_time(processes: tuple[Process, Process]) -> None:
    first, second = processes
    code = await first.votes.invite(REVERSI, HERE, ANN, "8x8", seconds=SECONDS, side=1)
    await first.settle()
    first.clock.advance(seconds=50)
    await first.settle()
    game = (await second.votes.accept(code, THERE, BOB)).game
    await second.votes.vote(game.id, BOB, 0, 1, "d3")
    for _ in range(SECONDS):
        first.clock.advance(seconds=1)
        await first.settle()
    played = there(await first.storage.game(game.id))
    assert played.moves == ("d3",)


async def test_without_other_processes_no_one_looks_again(processes: tuple[Process, Process]) -> None:
    first, _ = processes
    first.storage._database.share = Share()
    await first.votes.invite(REVERSI, HERE, ANN, "8x8", seconds=SECONDS, side=1)
    await first.votes.recover()
    await first.settle()
    assert first.rings == []


@pytest.mark.parametrize(
    ("each", "empty", "unattended"),
    [
        (timedelta(minutes=1), 2, False),
        (timedelta(minutes=1), 3, True),
        (timedelta(days=1), 0, False),
        (timedelta(days=1), 1, True),
    ],
)
def test_a_vote_is_put_aside_after_3_countdowns_or_a_day(
    each: timedelta, empty: int, unattended: bool
) -> None:
    new = NewVoteGame("teams", int(each.total_seconds()), lot=0, side=0)
    assert is_unattended(VoteGame(1, new, 4, None, None, empty, "none")) is unattended


@pytest.mark.parametrize(
    ("running", "decided", "shown"), [(True, None, True), (True, "d3", False), (False, None, False)]
)
async def test_a_board_shows_the_countdown_only_while_it_runs(
    storage: Storage, clock: Clock, running: bool, decided: str | None, shown: bool
) -> None:
    game = await storage.create_game(between(ANN.id, BOB.id, rated=False))
    ends_at = clock() + timedelta(seconds=30) if running else None
    vote = VoteGame(game.id, NewVoteGame("teams", 60, 1, 0), game.ply, ends_at, decided, 0, "none")
    text = status(VoteBoard(GameSnapshot.of(game), vote, Ballot(), 0))
    assert "votes.**" in text
    assert ("countdown ends <t:" in text) is shown
    assert "…" not in text
