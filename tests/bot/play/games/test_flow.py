"""The way of a move: stored, shown, handed over."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.computer.computer import Computer, ComputerStatus
from bot.computer.pool import SearchPool
from bot.core.publisher import Publisher, UserRequest
from bot.core.refusals import ComputerThinks, GameOver, UnknownGame
from bot.core.snapshot import GameSnapshot
from bot.play.boards.boards_ui import ProgressEdits
from bot.play.games import refusals
from bot.play.games.challenges import Challenges
from bot.play.games.flow import GameFlow, GameThreads
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from data import Storage
from data.games.records import Game, QuestionKind
from data.games.time_control import Live
from data.ratings.unrating import UnratingStore
from tests.bot.helpers import (
    ANN,
    BOB,
    CAT,
    PLACE,
    REVERSI,
    Clock,
    NoThreads,
    Unwatched,
    agreed,
    begin,
    game_after,
    kit_of,
    refuses,
    settle,
    spied,
    stored,
)

CLICK = UserRequest()


class Watched(Unwatched):
    """A publisher that records what was stored when a game was shown."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.shown: list[tuple[str, ...]] = []

    async def show(
        self, game_id: int, request: UserRequest | None = None, *, known: GameSnapshot | None = None
    ) -> bool:
        """Record the moves of the stored game."""
        self.shown.append((await stored(self._storage, game_id)).moves)
        return True


class Table:
    """A flow whose searches the test controls."""

    def __init__(self, storage: Storage, referee: Referee) -> None:
        self.may_search, self.searching = asyncio.Event(), asyncio.Event()
        self.may_search.set()
        self.failing = False
        self.publisher = Watched(storage)  # type: ignore[abstract]
        self.computer = Computer(SearchPool(1, 1.0, run=self._run))
        features: dict[type, object] = {
            Referee: referee,
            Computer: self.computer,
            Publisher: self.publisher,
            GameThreads: NoThreads(),
        }
        self.flow = kit_of(storage, features=features)[GameFlow]

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


async def test_a_quick_answer_is_shown_with_the_move_and_a_slow_one_after_it(
    table: Table, challenges: Challenges, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However busy the machine is.
    monkeypatch.setattr("bot.computer.computer.SHOW_MOVE_AFTER", 60.0)
    game_id = await against(challenges, "easy")
    await table.flow.move(game_id, ANN, 0, "d3", CLICK, 0.0)
    (shown,) = table.publisher.shown
    assert (shown[0], len(shown)) == ("d3", 2)
    snapshot = await begin(challenges)
    await table.flow.move(snapshot.game.id, ANN, 0, "d3", CLICK, 0.0)
    assert table.publisher.shown[1:] == [("d3",)]
    await table.flow.move(await against(challenges, "master"), ANN, 0, "d3", CLICK, 0.0)
    assert [len(moves) for moves in table.publisher.shown[2:]] == [1, 2]


async def test_a_click_after_a_failed_search_reports_it(table: Table, challenges: Challenges) -> None:
    game_id = await against(challenges, "easy")
    table.failing = True
    await table.flow.move(game_id, ANN, 0, "d3", CLICK, 0.0)
    assert table.computer.status(game_id) is ComputerStatus.FAILED
    await refuses(refusals.ComputerFailed, table.flow.move(game_id, ANN, 1, "c3", CLICK, 0.0))
    table.failing = False
    await table.flow.retry(game_id, ANN, CLICK, 0.0)
    assert (table.computer.status(game_id), len(table.publisher.shown[-1])) == (None, 2)


async def test_a_second_retry_starts_no_search(
    table: Table, referee: Referee, challenges: Challenges, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game was read before the first retry stored its move, and the reading ended after it."""
    game_id = await against(challenges, "easy")
    table.failing = True
    await table.flow.move(game_id, ANN, 0, "d3", CLICK, 0.0)
    table.failing = False
    read = referee.snapshot

    async def late(game_id: int) -> GameSnapshot:
        snapshot = await read(game_id)
        if table.computer.status(game_id) is ComputerStatus.FAILED:
            monkeypatch.setattr(referee, "snapshot", read)
            await table.flow.retry(game_id, ANN, CLICK, 0.0)
        return snapshot

    monkeypatch.setattr(referee, "snapshot", late)
    searches = spied(monkeypatch, table.computer, "search")
    await table.flow.retry(game_id, ANN, CLICK, 0.0)
    assert len(searches) == 1
    assert len(table.publisher.shown[-1]) == 2


async def test_a_move_is_taken_back_after_its_search_has_ended(
    table: Table, challenges: Challenges, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await against(challenges, "easy")
    table.hold_until_abandoned(monkeypatch)
    moving = asyncio.create_task(table.flow.move(game_id, ANN, 0, "d3", CLICK, 0.0))
    await table.searching.wait()
    await refuses(ComputerThinks, table.flow.move(game_id, ANN, 1, "c3", CLICK, 0.0))
    await table.flow.take_back(game_id, ANN, 1, CLICK)
    await moving
    game = await stored(storage, game_id)
    assert (game.moves, game.rated) == ((), False)
    assert table.computer.status(game_id) is None
    await refuses(refusals.NothingToTakeBack, table.flow.take_back(game_id, ANN, 1, CLICK))


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


async def test_an_answer_after_a_take_over_is_void(
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
            await storage[UnratingStore].record_asked(game)
        return await add_moves(seen, *arguments, **options)

    monkeypatch.setattr(storage, "add_moves", overtaken)
    moved = await referee.move(game.id, ANN, 0, "d3")
    assert (moved.game.moves, moved.game.asked) == (("d3",), True)
    assert moved.game == await stored(storage, game.id)


async def against_computer(challenges: Challenges) -> GameSnapshot:
    return await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")


async def test_against_the_computer_the_side_is_handed_over_and_taken_back(
    handovers: HandOvers, referee: Referee, challenges: Challenges
) -> None:
    snapshot = await handovers.hand_over((await against_computer(challenges)).game.id, ANN, 0, "hard")
    assert (snapshot.player_to_move, snapshot.is_self_play, snapshot.delegated) == ("hard", True, True)
    assert not snapshot.game.rated
    assert snapshot.side_of(ANN.id) == 0
    await refuses(refusals.HandedOver, referee.move(snapshot.game.id, ANN, 0, "d3"))
    await refuses(refusals.HandedOver, handovers.hand_over(snapshot.game.id, ANN, snapshot.game.ply, "easy"))
    back = await handovers.take_over(snapshot.game.id, ANN)
    assert (back.player_to_move, back.is_self_play, back.game.rated) == (None, False, False)
    await refuses(refusals.NotHandedOver, handovers.take_over(snapshot.game.id, ANN))


async def test_between_people_handing_over_needs_consent_and_only_its_person_hurries_it(
    handovers: HandOvers, referee: Referee, storage: Storage, challenges: Challenges
) -> None:
    game = (await begin(challenges)).game
    with pytest.raises(ValueError, match="has to agree"):
        await handovers.hand_over(game.id, ANN, game.ply, "easy")
    handed = await agreed(storage, game, ANN, QuestionKind.HAND_OVER, "easy")
    assert handed.game.delegates == ("easy", None)
    assert handed.computer_to_move
    assert not handed.is_self_play
    await refuses(refusals.PlaysForAnother, referee.require_stoppable(game.id, BOB))
    assert (await referee.require_stoppable(game.id, ANN)).game.id == game.id
    await refuses(refusals.HandedOver, referee.require_take_back(game.id, ANN))


async def test_spectators_and_the_end(handovers: HandOvers, referee: Referee, challenges: Challenges) -> None:
    snapshot = await game_after(challenges, "d3", "c3")
    for use in (
        handovers.hand_over(snapshot.game.id, CAT, snapshot.game.ply, "easy"),
        handovers.take_over(snapshot.game.id, CAT),
    ):
        await refuses(refusals.Spectator, use)
    await referee.resign(snapshot.game.id, ANN)
    for use in (
        handovers.hand_over(snapshot.game.id, ANN, snapshot.game.ply, "easy"),
        handovers.take_over(snapshot.game.id, ANN),
    ):
        await refuses(GameOver, use)


@pytest.fixture
async def elsewhere(tmp_path: Path, clock: Clock, storage: Storage) -> AsyncIterator[Referee]:
    """A second process on the same database, whose changes the first has not seen."""
    opened = await Storage.open(f"sqlite:///{tmp_path / 'games.db'}", clock=clock)
    yield Referee(opened)
    await opened.close()


async def test_what_another_process_changed_is_read_and_nothing_else(
    tmp_path: Path,
    challenges: Challenges,
    referee: Referee,
    elsewhere: Referee,
    storage: Storage,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game_id = (await game_after(challenges, "d3", time=Live(1, 0))).game.id
    with monkeypatch.context() as patch:
        patch.delattr(Storage, "game")
        assert (await referee.move(game_id, BOB, 1, "c3")).game.moves == ("d3", "c3")
    await elsewhere.move(game_id, ANN, 2, "e6")
    moved = await referee.move(game_id, BOB, 3, "d2")
    assert moved.game.moves == ("d3", "c3", "e6", "d2")
    assert moved.game == await stored(storage, game_id)
    await elsewhere.call_time(game_id)
    clock.advance(minutes=5)
    # The bot was offline for these minutes, which are given back.
    await elsewhere.call_time(game_id)
    assert (await referee.move(game_id, ANN, 4, "d1")).game.ply == 5
    await elsewhere.resign(game_id, BOB)
    await refuses(GameOver, referee.move(game_id, BOB, 5, "e1"))
    assert (await stored(storage, game_id)).ply == 5
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        connection.execute("DELETE FROM moves")
        connection.execute("DELETE FROM games")
        connection.commit()
    await refuses(UnknownGame, referee.move(game_id, BOB, 5, "e1"))


class Sender:
    """Edits that are begun, and come to their end when told to."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.cancelled = 0
        self.may_end = asyncio.Event()

    async def __call__(self, game_id: int) -> None:
        self.begun.append(game_id)
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise


async def test_of_many_pieces_of_news_only_the_newest_follows_the_edit_on_its_way() -> None:
    sender = Sender()
    edits = ProgressEdits(sender)
    for _ in range(5):
        edits.ask(1)
        await settle()
    assert sender.begun == [1]
    sender.may_end.set()
    await settle()
    assert sender.begun == [1, 1]


async def test_a_hanging_edit_is_given_up_for_the_answer_and_for_no_other_game() -> None:
    sender = Sender()
    edits = ProgressEdits(sender)
    edits.ask(1)
    edits.ask(2)
    await settle()
    edits.ask(1)
    edits.drop(1)
    await settle()
    assert (sender.cancelled, sender.begun) == (1, [1, 2])
    edits.ask(1)
    await settle()
    assert sender.begun == [1, 2, 1]
    edits.close()
    await settle()
    assert sender.cancelled == 3
