"""The flow of a game: order of storing, searching and showing after a click."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.computer.computer import Computer, ComputerStatus
from bot.computer.pool import SearchPool
from bot.core.background import BackgroundTasks
from bot.core.publisher import Request
from bot.core.refusals import ComputerThinks
from bot.core.snapshot import GameSnapshot
from bot.play.games import refusals
from bot.play.games.challenges import Challenges
from bot.play.games.flow import ComputerMoves, GameFlow
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from data import Storage
from data.games.records import Game, QuestionKind
from tests.bot.helpers import ANN, PLACE, REVERSI, NoThreads, Unwatched, agreed, begin, stored

CLICK = object()


class Watched(Unwatched):
    """A publisher that records what was stored when a game was shown."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.shown: list[tuple[str, ...]] = []

    async def show(
        self, game_id: int, request: Request | None = None, *, known: GameSnapshot | None = None
    ) -> bool:
        """Record the moves of the stored game."""
        self.shown.append((await stored(self._storage, game_id)).moves)
        return True


class NoSelfPlay:
    """Runs no games."""

    def proceed(self, snapshot: GameSnapshot, *, at_once: bool = False) -> None:
        """Do nothing."""


class Table:
    """A flow whose searches the test controls."""

    def __init__(self, storage: Storage, referee: Referee) -> None:
        self.may_search, self.searching = asyncio.Event(), asyncio.Event()
        self.may_search.set()
        self.failing = False
        self.publisher = Watched(storage)
        self.computer = Computer(SearchPool(1, 1.0, run=self._run))
        background = BackgroundTasks()
        moves = ComputerMoves(referee, self.computer, self.publisher, background)
        self.flow = GameFlow(moves, NoSelfPlay(), HandOvers(storage), NoThreads())

    async def _run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        self.searching.set()
        await self.may_search.wait()
        if self.failing:
            raise RuntimeError("this search was told to fail")
        return await asyncio.to_thread(function, *arguments)

    def hold_until_abandoned(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let searches end only after they are abandoned."""
        self.may_search.clear()
        abandon = self.computer.abandon

        def release(game_id: int) -> bool:
            abandoned = abandon(game_id)
            self.may_search.set()
            return abandoned

        monkeypatch.setattr(self.computer, "abandon", release)


@pytest.fixture
def table(storage: Storage, referee: Referee) -> Table:
    return Table(storage, referee)


async def against(challenges: Challenges, level: str) -> int:
    return (await challenges.play_computer(REVERSI, PLACE, ANN, level, "first")).game.id


async def test_a_quick_answer_is_shown_together_with_the_move(table: Table, challenges: Challenges) -> None:
    game_id = await against(challenges, "easy")
    await table.flow.move(game_id, ANN, 0, "d3", CLICK, 0.0)
    (shown,) = table.publisher.shown
    assert shown[0] == "d3"
    assert len(shown) == 2


async def test_a_slow_answer_is_shown_after_the_move(table: Table, challenges: Challenges) -> None:
    game_id = await against(challenges, "master")
    await table.flow.move(game_id, ANN, 0, "d3", CLICK, 0.0)
    assert [len(moves) for moves in table.publisher.shown] == [1, 2]


async def test_between_people_a_move_is_shown_once(table: Table, challenges: Challenges) -> None:
    snapshot = await begin(challenges)
    await table.flow.move(snapshot.game.id, ANN, 0, "d3", CLICK, 0.0)
    assert table.publisher.shown == [("d3",)]


async def test_a_click_after_a_failed_search_reports_the_failure(
    table: Table, challenges: Challenges
) -> None:
    game_id = await against(challenges, "easy")
    table.failing = True
    await table.flow.move(game_id, ANN, 0, "d3", CLICK, 0.0)
    assert table.computer.status(game_id) is ComputerStatus.FAILED
    with pytest.raises(refusals.ComputerFailed):
        await table.flow.move(game_id, ANN, 1, "c3", CLICK, 0.0)
    table.failing = False
    await table.flow.retry(game_id, ANN, CLICK, 0.0)
    assert table.computer.status(game_id) is None
    assert len(table.publisher.shown[-1]) == 2


async def test_a_second_retry_starts_no_search(
    table: Table, referee: Referee, challenges: Challenges, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game was read before the first retry stored its move, and the reading ended after it."""
    game_id = await against(challenges, "easy")
    table.failing = True
    await table.flow.move(game_id, ANN, 0, "d3", CLICK, 0.0)
    table.failing = False
    read, searches = referee.snapshot, 0
    search = table.computer.search

    async def late(game_id: int) -> GameSnapshot:
        snapshot = await read(game_id)
        if table.computer.status(game_id) is ComputerStatus.FAILED:
            monkeypatch.setattr(referee, "snapshot", read)
            await table.flow.retry(game_id, ANN, CLICK, 0.0)
        return snapshot

    async def counted(*arguments: Any) -> Any:
        nonlocal searches
        searches += 1
        return await search(*arguments)

    monkeypatch.setattr(referee, "snapshot", late)
    monkeypatch.setattr(table.computer, "search", counted)
    await table.flow.retry(game_id, ANN, CLICK, 0.0)
    assert searches == 1
    assert len(table.publisher.shown[-1]) == 2


async def test_a_move_is_taken_back_after_its_search_has_ended(
    table: Table, challenges: Challenges, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await against(challenges, "easy")
    table.hold_until_abandoned(monkeypatch)
    moving = asyncio.create_task(table.flow.move(game_id, ANN, 0, "d3", CLICK, 0.0))
    await table.searching.wait()
    with pytest.raises(ComputerThinks):
        await table.flow.move(game_id, ANN, 1, "c3", CLICK, 0.0)
    await table.flow.take_back(game_id, ANN, 1, CLICK)
    await moving
    game = await stored(storage, game_id)
    assert (game.moves, game.rated) == ((), False)
    assert table.computer.status(game_id) is None
    with pytest.raises(refusals.NothingToTakeBack):
        await table.flow.take_back(game_id, ANN, 1, CLICK)


async def test_two_plies_are_taken_back_when_the_computer_has_answered(
    table: Table, challenges: Challenges, storage: Storage
) -> None:
    game_id = await against(challenges, "easy")
    await table.flow.move(game_id, ANN, 0, "d3", CLICK, 0.0)
    with pytest.raises(refusals.MovedSince):
        await table.flow.take_back(game_id, ANN, 1, CLICK)
    await table.flow.take_back(game_id, ANN, 2, CLICK)
    game = await stored(storage, game_id)
    assert (game.moves, game.rated) == ((), False)


async def test_taking_over_ends_the_computers_search(
    table: Table, challenges: Challenges, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = (await begin(challenges)).game
    game_id = game.id
    handed = await agreed(storage, game, ANN, QuestionKind.HAND_OVER, "easy")
    table.hold_until_abandoned(monkeypatch)
    going = asyncio.create_task(table.flow.proceed(handed, CLICK))
    await table.searching.wait()
    snapshot = await table.flow.take_over(game_id, ANN)
    await going
    assert (snapshot.game.moves, snapshot.player_to_move) == ((), None)
    assert (await stored(storage, game_id)).moves == ()


async def test_an_answer_found_after_a_take_over_is_dropped(
    table: Table, challenges: Challenges, storage: Storage
) -> None:
    """The search ends before it is told to."""
    game = (await begin(challenges)).game
    game_id = game.id
    handed = await agreed(storage, game, ANN, QuestionKind.HAND_OVER, "easy")
    table.may_search.clear()
    going = asyncio.create_task(table.flow.proceed(handed, CLICK))
    await table.searching.wait()
    await HandOvers(storage).take_over(game_id, ANN)
    table.may_search.set()
    await going
    game = await stored(storage, game_id)
    assert (game.moves, game.delegates) == ((), (None, None))


async def test_a_concurrent_change_does_not_stop_a_move(
    referee: Referee, challenges: Challenges, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hints requested during a move do not stop it."""
    game = (await begin(challenges)).game
    add_moves = storage.add_moves

    async def overtaken(seen: Game, *arguments: Any, **options: Any) -> Game:
        if seen.version == game.version:
            await storage.unrating.record_asked(game)
        return await add_moves(seen, *arguments, **options)

    monkeypatch.setattr(storage, "add_moves", overtaken)
    moved = await referee.move(game.id, ANN, 0, "d3")
    assert (moved.game.moves, moved.game.asked) == (("d3",), True)
    assert moved.game == await stored(storage, game.id)
