"""Points a computer player loses on purpose are counted through a whole game, over restarts and taken-back
moves."""

from __future__ import annotations

import pickle
import random
import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.computer.computer import Computer
from bot.computer.opponents.specs import opponent
from bot.computer.ponder import Ponderer
from bot.computer.pool import SearchPool
from bot.computer.variety import VARIED_PLIES
from bot.core.background import BackgroundTasks
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.flow import ComputerMoves
from bot.play.games.referee import Referee
from data import Storage
from engine import StopFlag, reversi
from engine.players.computer import ComputerPlayer
from engine.players.levels import Level, levels_of
from executors.executor import LOCAL, Conditions, Report, Task
from executors.tasks import ChooseMove, Ponder
from tests.bot.helpers import ANN, BOUNDLESS, PLACE, REVERSI, Unwatched, kit_of

ROUNDING = 1e-9
CARELESS = "patterns:1 misjudges=50.0@64.0"
SEES = ComputerPlayer("patterns", 1, random_ties=True)


class House:
    """A bot that can be started again."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def start(self) -> None:
        """Start it."""
        self.storage = await Storage.open(f"sqlite:///{self._path}", fair_use=BOUNDLESS)
        self.challenges = Challenges(kit_of(self.storage, rng=random.Random(4)))
        self.referee = Referee(self.storage)
        computer = Computer(SearchPool(1, 10.0), rng=random.Random(5))
        self.moves = ComputerMoves(self.referee, computer, Unwatched(), BackgroundTasks())

    async def restart(self) -> None:
        """Stop it and start it again."""
        await self.storage.close()
        await self.start()

    async def proceed(self, game_id: int) -> GameSnapshot:
        """Let Ann make any move and the computer answer."""
        snapshot = await self.referee.snapshot(game_id)
        snapshot = await self.referee.move(
            game_id, ANN, snapshot.game.ply, snapshot.position.legal_moves()[0]
        )
        answered = await self.moves.answer(snapshot)
        assert answered is not None
        return answered


@pytest.fixture
async def house(empty_database: Path, tmp_path: Path) -> AsyncIterator[House]:
    house = House(Path(shutil.copy(empty_database, tmp_path / "house.db")))
    await house.start()
    yield house
    await house.storage.close()


def seen_to_be_lost(snapshot: GameSnapshot) -> float:
    """Return how many points the second side's moves lost in all, seen one ply ahead."""
    position, total = reversi.start(), 0.0
    for move in snapshot.game.moves:
        if position.turn == 1 and len(position.legal_moves()) > 1:
            values = {each.move: each.score for each in SEES.choose(position, 9).candidates}
            total += max(values.values()) - values[move]
        position = position.play(move)
    return total


async def test_a_game_over_restarts_keeps_within_its_bound(house: House) -> None:
    snapshot = await house.challenges.play_computer(REVERSI, PLACE, ANN, f"{CARELESS}/15.0", "first")
    counted = [0.0]
    while snapshot.going:
        snapshot = await house.proceed(snapshot.game.id)
        assert snapshot.game.given_away[0] == 0
        counted.append(snapshot.game.given_away[1])
        if len(counted) % 3 == 0:
            await house.restart()
            again = await house.referee.snapshot(snapshot.game.id)
            assert again.game.given_away == snapshot.game.given_away
    assert counted == sorted(counted)
    assert 0 < counted[-1] <= 15 + ROUNDING
    assert seen_to_be_lost(snapshot) == pytest.approx(counted[-1])


async def test_points_of_a_taken_back_move_may_be_lost_again(house: House) -> None:
    snapshot = await house.challenges.play_computer(REVERSI, PLACE, ANN, f"{CARELESS}/15.0", "first")
    before = snapshot
    while not snapshot.game.given_away[1]:
        before, snapshot = snapshot, await house.proceed(snapshot.game.id)
    back = await house.referee.take_back(snapshot.game.id, ANN, snapshot.game.ply)
    assert back.game.moves == before.game.moves
    assert back.game.given_away == before.game.given_away


async def test_a_level_that_varies_its_opening_keeps_within_its_bound(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    level = Level(ComputerPlayer.parse("patterns:2 misjudges=0.1@1.5/0.75"), 1300)
    monkeypatch.setitem(levels_of("reversi"), "scripted", level)
    totals = []
    for _ in range(6):
        snapshot = await house.challenges.play_computer(REVERSI, PLACE, ANN, "scripted", "first")
        while snapshot.game.ply < VARIED_PLIES:
            snapshot = await house.proceed(snapshot.game.id)
        totals.append(snapshot.game.given_away[1])
    assert 0 < max(totals) <= 0.75 + ROUNDING


class Noting:
    """Runs tasks as they come out of a pickle, and records them."""

    def __init__(self) -> None:
        self.tasks: list[Any] = []

    def run(
        self,
        task: Task[Any],
        seconds: float,
        stop: StopFlag,
        report: Report | None = None,
        *,
        waited_for: bool = False,
    ) -> Any:
        """Run the task unless it is pondering."""
        self.tasks.append(pickle.loads(pickle.dumps(task)))  # noqa: S301
        return None if isinstance(task, Ponder) else LOCAL.run(self.tasks[-1], seconds, stop, report)

    def close(self) -> None:
        """Free nothing."""


async def test_remote_searches_and_prepared_answers_know_the_points_lost(house: House) -> None:
    # Deep enough for a search elsewhere.
    player = "patterns:10 misjudges=50.0@64.0/15.0"
    executor = Noting()
    pool = SearchPool(1, 10.0, executor=executor)
    snapshot = await house.challenges.play_computer(REVERSI, PLACE, ANN, player, "second")
    snapshot = replace(snapshot, game=replace(snapshot.game, given_away=(14.5, 3.0)))
    moves = ComputerMoves(house.referee, Computer(pool), Unwatched(), BackgroundTasks())
    answered = await moves.answer(snapshot)
    assert answered is not None
    (chosen,) = executor.tasks
    assert isinstance(chosen, ChooseMove)
    assert chosen.given_away == 14.5

    executor.tasks.clear()
    waiting = replace(answered, game=replace(answered.game, given_away=(14.5, 3.0)))
    ponderer = Ponderer(pool, 0.1)
    ponderer.begin(waiting, opponent(REVERSI, "patterns:time misjudges=50.0@64.0/15.0"))
    task = ponderer._games[waiting.game.id].task
    assert task is not None
    await task
    (pondered,) = executor.tasks
    assert isinstance(pondered, Ponder)
    assert pondered.given_away == 14.5
    ponderer.close()


def test_a_remote_task_keeps_its_remaining_bound() -> None:
    player = ComputerPlayer.parse(f"{CARELESS}/15.0")
    position = reversi.start().play("d3").play("c5").play("f6")
    for given_away, bound in ((15.0, 0.0), (14.0, 1.0)):
        task = pickle.loads(pickle.dumps(ChooseMove(player, position, given_away=given_away)))  # noqa: S301
        for _ in range(8):
            found = task.run(Conditions(9.0, StopFlag(), None))
            assert player.gave_away(found) <= bound + ROUNDING
