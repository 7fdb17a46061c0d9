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
    Clock,
    NoThreads,
    Unwatched,
    agreed,
    begin,
    computer_game,
    game_after,
    kit_of,
    refuses,
    settle,
    spied,
    stored,
)

CLICK = UserRequest()


class Watched(Unwatched):
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

    def __init__(self, storage: Storage, referee: Referee, challenges: Challenges) -> None:
        self.storage, self.challenges = storage, challenges
        self.may_search, self.searching = asyncio.Event(), asyncio.Event()
        self.may_search.set()
        self.failing = False
        self.publisher = Watched(storage)  # type: ignore[abstract]
        self.computer = Computer(SearchPool(1, 1.0, run=self._run))
        features: dict[type, object] = {Referee: referee, Computer: self.computer}
        features |= {Publisher: self.publisher, GameThreads: NoThreads()}
        self.flow = kit_of(storage, features=features)[GameFlow]

    async def against(self, level: str) -> int:
        return (await computer_game(self.challenges, level=level)).game.id

    async def handed_over(self) -> GameSnapshot:
        """A game between people, one of whom a computer plays for, with the consent of the other."""
        game = (await begin(self.challenges)).game
        return await agreed(self.storage, game, ANN, QuestionKind.HAND_OVER, "easy")

    async def move(self, game_id: int, ply: int = 0, move: str = "d3") -> None:
        await self.flow.move(game_id, ANN, ply, move, CLICK, 0.0)

    async def fail(self) -> int:
        """Return a game whose search has failed; the next one will not."""
        game_id, self.failing = await self.against("easy"), True
        await self.move(game_id)
        self.failing = False
        assert self.computer.status(game_id) is ComputerStatus.FAILED
        return game_id

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
def table(storage: Storage, referee: Referee, challenges: Challenges) -> Table:
    return Table(storage, referee, challenges)


async def test_a_quick_answer_is_shown_with_the_move_and_a_slow_one_after_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However busy the machine is.
    monkeypatch.setattr("bot.computer.computer.SHOW_MOVE_AFTER", 60.0)
    await table.move(await table.against("easy"))
    (shown,) = table.publisher.shown
    assert (shown[0], len(shown)) == ("d3", 2)
    await table.move((await begin(table.challenges)).game.id)
    assert table.publisher.shown[1:] == [("d3",)]
    await table.move(await table.against("master"))
    assert [len(moves) for moves in table.publisher.shown[2:]] == [1, 2]


async def test_a_click_after_a_failed_search_reports_it(table: Table) -> None:
    game_id = await table.fail()
    await refuses(refusals.ComputerFailed, table.move(game_id, 1, "c3"))
    await table.flow.retry(game_id, ANN, CLICK, 0.0)
    assert (table.computer.status(game_id), len(table.publisher.shown[-1])) == (None, 2)


async def test_a_second_retry_starts_no_search(
    table: Table, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game was read before the first retry stored its move, and the reading ended after it."""
    game_id = await table.fail()
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
    assert (len(searches), len(table.publisher.shown[-1])) == (1, 2)


async def test_a_move_is_taken_back_after_its_search_has_ended(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await table.against("easy")
    table.hold_until_abandoned(monkeypatch)
    moving = asyncio.create_task(table.move(game_id))
    await table.searching.wait()
    await refuses(ComputerThinks, table.move(game_id, 1, "c3"))
    await table.flow.take_back(game_id, ANN, 1, CLICK)
    await moving
    game = await stored(table.storage, game_id)
    assert (game.moves, game.rated, table.computer.status(game_id)) == ((), False, None)
    await refuses(refusals.NothingToTakeBack, table.flow.take_back(game_id, ANN, 1, CLICK))


async def test_taking_over_ends_the_computers_search(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    handed = await table.handed_over()
    table.hold_until_abandoned(monkeypatch)
    going = asyncio.create_task(table.flow.proceed(handed, CLICK))
    await table.searching.wait()
    snapshot = await table.flow.take_over(handed.game.id, ANN)
    await going
    assert (snapshot.game.moves, snapshot.player_to_move) == ((), None)
    assert (await stored(table.storage, handed.game.id)).moves == ()


async def test_an_answer_after_a_take_over_is_void(table: Table, handovers: HandOvers) -> None:
    """The search ends before it is told to."""
    handed = await table.handed_over()
    table.may_search.clear()
    going = asyncio.create_task(table.flow.proceed(handed, CLICK))
    await table.searching.wait()
    await handovers.take_over(handed.game.id, ANN)
    table.may_search.set()
    await going
    game = await stored(table.storage, handed.game.id)
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


async def test_against_the_computer_the_side_is_handed_over_and_taken_back(
    handovers: HandOvers, referee: Referee, challenges: Challenges
) -> None:
    game_id = (await computer_game(challenges)).game.id
    snapshot = await handovers.hand_over(game_id, ANN, 0, "hard")
    assert (snapshot.player_to_move, snapshot.is_self_play, snapshot.delegated) == ("hard", True, True)
    assert (snapshot.game.rated, snapshot.side_of(ANN.id)) == (False, 0)
    again = handovers.hand_over(game_id, ANN, snapshot.game.ply, "easy")
    await refuses(refusals.HandedOver, referee.move(game_id, ANN, 0, "d3"), again)
    back = await handovers.take_over(game_id, ANN)
    assert (back.player_to_move, back.is_self_play, back.game.rated) == (None, False, False)
    await refuses(refusals.NotHandedOver, handovers.take_over(game_id, ANN))


async def test_between_people_handing_over_needs_consent_and_only_its_person_hurries_it(
    table: Table, handovers: HandOvers, referee: Referee, challenges: Challenges
) -> None:
    game = (await begin(challenges)).game
    with pytest.raises(ValueError, match="has to agree"):
        await handovers.hand_over(game.id, ANN, game.ply, "easy")
    handed = await table.handed_over()
    assert (handed.game.delegates, handed.computer_to_move, handed.is_self_play) == (
        ("easy", None),
        True,
        False,
    )
    game_id = handed.game.id
    await refuses(refusals.PlaysForAnother, referee.require_stoppable(game_id, BOB))
    assert (await referee.require_stoppable(game_id, ANN)).game.id == game_id
    await refuses(refusals.HandedOver, referee.require_take_back(game_id, ANN))


async def test_spectators_and_the_end(handovers: HandOvers, referee: Referee, challenges: Challenges) -> None:
    game = (await game_after(challenges, "d3", "c3")).game
    for who, refusal in ((CAT, refusals.Spectator), (ANN, GameOver)):
        hand_over = handovers.hand_over(game.id, who, game.ply, "easy")
        await refuses(refusal, hand_over, handovers.take_over(game.id, who))
        if who is CAT:
            await referee.resign(game.id, ANN)


@pytest.fixture
async def elsewhere(database: Path, clock: Clock, storage: Storage) -> AsyncIterator[Referee]:
    """A second process on the same database, whose changes the first has not seen."""
    opened = await Storage.open(f"sqlite:///{database}", clock=clock)
    yield Referee(opened)
    await opened.close()


async def test_what_another_process_changed_is_read_and_nothing_else(
    database: Path, table: Table, referee: Referee, elsewhere: Referee, clock: Clock
) -> None:
    storage, challenges = table.storage, table.challenges
    game_id = (await game_after(challenges, "d3", time=Live(1, 0))).game.id
    with pytest.MonkeyPatch.context() as patch:
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
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript("DELETE FROM moves; DELETE FROM games;")
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
