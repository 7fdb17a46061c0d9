"""The computer at the board, with engines broken on purpose: a person's move is never lost."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.computer.computer import MAX_ATTEMPTS, Computer, ComputerStatus
from bot.computer.lane import Priority
from bot.computer.pool import SearchPool
from bot.games.challenges import Challenges
from bot.games.flow import ComputerMoves
from bot.games.referee import Referee
from bot.games.snapshot import GameSnapshot
from bot.process.background import BackgroundTasks
from bot.refusals import NothingToStop, Outdated
from data import Ending, GameState, Seat, SideChoice, Storage, StorageError
from engine import Limits, Position, Progress, SearchResult, StopFlag, search
from engine.players.computer import ComputerPlayer, Phase
from engine.players.levels import Level, levels_of
from engine.search.position import PASS
from engine.search.results import ProgressCallback
from engine.search.transposition import TranspositionTable
from tests.bot.helpers import (
    ANN,
    BLACK_PASSES_TWICE,
    PLACE,
    REVERSI,
    Unwatched,
    begin,
    play_out,
    put_down,
    stored,
)

Answer = str | Exception


class Scripted:
    """A computer player with scripted answers; the last one repeats."""

    is_random = True
    """It chooses at random, so its play is not varied."""

    def phase(self, position: Position) -> Phase:
        """Return a phase that takes all its time as far as the pool knows."""
        return Phase("positional")

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[Position] = []
        self.threads: list[int] = []

    def gave_away(self, found: SearchResult) -> float:
        """Return 0: its answers have no candidates."""
        return 0.0

    def left_to_give_away(self, given_away: float) -> float:
        """Return no bound."""
        return math.inf

    def choose(
        self,
        position: Position,
        seconds: float,
        stop: StopFlag | None = None,
        progress: ProgressCallback | None = None,
        *,
        given_away: float = 0.0,
        within: float = 0.0,
        table: TranspositionTable | None = None,
        threads: int = 1,
    ) -> SearchResult:
        """Return the next answer."""
        self.asked.append(position)
        self.threads.append(threads)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return SearchResult(answer, 0, 1, 1, 0.0, False, (answer,), ())


async def at_once(function: Callable[..., Any], *arguments: Any) -> Any:
    """Run a search in the event loop: the scripted players need no time."""
    await asyncio.sleep(0)
    return function(*arguments)


class Held:
    """Runs searches only when released."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.begun = asyncio.Event()
        self.searches = 0

    async def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        self.searches += 1
        self.begun.set()
        await self.go.wait()
        return function(*arguments)


def moves_of(computer: Computer, referee: Referee) -> ComputerMoves:
    """Return the computer's moves, without a publisher."""
    return ComputerMoves(referee, computer, Unwatched(), BackgroundTasks())


class Hall:
    """A computer with a scripted level, and people's games against it."""

    def __init__(self, referee: Referee, challenges: Challenges, monkeypatch: pytest.MonkeyPatch) -> None:
        self.referee = referee
        self.challenges = challenges
        self._patch = monkeypatch
        self.script("c3")
        self.computer = Computer(SearchPool(1, 10.0, run=at_once))
        self.moves = moves_of(self.computer, referee)

    def script(self, *answers: Answer) -> Scripted:
        """Set the answers of the level `scripted`."""
        player = Scripted(*answers)
        self._patch.setitem(levels_of("reversi"), "scripted", Level(cast(ComputerPlayer, player), 1300))
        return player

    async def game(self, colour: SideChoice = "first", moves: Iterable[str] = ("d3",)) -> GameSnapshot:
        """Return a game against the scripted level with these discs."""
        snapshot = await self.challenges.play_computer(REVERSI, PLACE, ANN, "scripted", colour)
        return await put_down(self.referee, snapshot, moves)


@pytest.fixture
def hall(referee: Referee, challenges: Challenges, monkeypatch: pytest.MonkeyPatch) -> Hall:
    return Hall(referee, challenges, monkeypatch)


async def test_the_answer_is_stored_before_it_is_told(hall: Hall, storage: Storage) -> None:
    hall.script("c3")
    answered = await hall.moves.answer(await hall.game())
    assert answered is not None
    assert answered.game.moves == ("d3", "c3")
    assert answered.game == await stored(storage, answered.game.id)
    assert hall.computer.status(answered.game.id) is None


async def test_a_search_uses_all_free_cores(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.computer.pool.available_cores", lambda: 2)
    player = hall.script("c3")
    for workers in (1, 2, 3):
        moves = moves_of(Computer(SearchPool(workers, 10.0, run=at_once)), hall.referee)
        await moves.answer(await hall.game())
    assert player.threads == [1, 2, 2]


async def test_a_failed_search_is_repeated(hall: Hall) -> None:
    player = hall.script(ZeroDivisionError("broken"), "c3")
    snapshot = await hall.game()
    answered = await hall.moves.answer(snapshot)
    assert answered is not None
    assert answered.game.moves == ("d3", "c3")
    assert player.asked == [snapshot.position] * 2
    assert hall.computer.status(snapshot.game.id) is None


@pytest.mark.parametrize("answer", [RuntimeError("broken"), "a1", "d3", "pass", "", "z9"])
async def test_an_engine_that_always_fails_makes_the_computer_fail(
    hall: Hall, storage: Storage, answer: Answer
) -> None:
    player = hall.script(answer)
    snapshot = await hall.game()
    assert await asyncio.wait_for(hall.moves.answer(snapshot), 5) is None
    assert len(player.asked) == MAX_ATTEMPTS
    assert hall.computer.status(snapshot.game.id) is ComputerStatus.FAILED
    game = await stored(storage, snapshot.game.id)
    assert (game.moves, game.state) == (("d3",), GameState.PLAYING)


async def test_a_failed_computer_can_try_again(hall: Hall) -> None:
    hall.script(RuntimeError("broken"))
    snapshot = await hall.game()
    assert await hall.moves.answer(snapshot) is None
    hall.script("c3")
    again = hall.moves.answer(snapshot)
    assert hall.computer.status(snapshot.game.id) is ComputerStatus.THINKING
    answered = await again
    assert answered is not None
    assert answered.game.moves == ("d3", "c3")
    assert hall.computer.status(snapshot.game.id) is None


async def test_a_failure_in_one_game_leaves_the_others_alone(hall: Hall) -> None:
    hall.script(RuntimeError("broken"))
    bad = await hall.game()
    await hall.moves.answer(bad)
    hall.script("c3")
    good = await hall.game()
    assert await hall.moves.answer(good) is not None
    assert hall.computer.status(good.game.id) is None
    assert hall.computer.status(bad.game.id) is ComputerStatus.FAILED


async def test_a_failing_storage_makes_the_computer_fail(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.script("c3")
    snapshot = await hall.game()

    async def full(*_: Any, **__: Any) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Storage, "add_moves", full)
        assert await hall.moves.answer(snapshot) is None
    assert hall.computer.status(snapshot.game.id) is ComputerStatus.FAILED
    assert await hall.moves.answer(snapshot) is not None


async def test_a_storage_that_fails_while_looking_the_game_up_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.script("c3")
    snapshot = await hall.game()
    await hall.referee.resign(snapshot.game.id, ANN)

    async def closed(*_: Any) -> None:
        raise StorageError("the database is closed")

    monkeypatch.setattr(Storage, "game", closed)
    assert await hall.moves.answer(snapshot) is None
    assert hall.computer.status(snapshot.game.id) is ComputerStatus.FAILED


async def test_an_answer_after_the_person_resigned_is_dropped(hall: Hall, storage: Storage) -> None:
    snapshot = await hall.game(moves=("d3", "c5", "f6"))
    hall.script(snapshot.position.legal_moves()[0])
    held = Held()
    computer = Computer(SearchPool(1, 10.0, run=held))
    moves = moves_of(computer, hall.referee)
    answer = moves.answer(snapshot)
    await held.begun.wait()
    await hall.referee.resign(snapshot.game.id, ANN)
    held.go.set()
    answered = await answer
    assert answered is not None
    assert not answered.going
    assert computer.status(snapshot.game.id) is None
    game = await stored(storage, snapshot.game.id)
    assert (game.moves, game.ending, game.winner) == (("d3", "c5", "f6"), Ending.CALLED_OFF, None)


async def test_an_outdated_answer_is_dropped(hall: Hall) -> None:
    """If another process has moved meanwhile, the stored move counts."""
    hall.script("c3", "c3", "f6")
    snapshot = await hall.game()
    held = Held()
    computer = Computer(SearchPool(1, 10.0, run=held))
    moves = moves_of(computer, hall.referee)
    answer = moves.answer(snapshot)
    await held.begun.wait()
    await hall.referee.play(await hall.referee.play(snapshot, "e3"), "f5")
    held.go.set()
    answered = await answer
    assert answered is not None
    assert answered.game.ply == 4
    assert answered.game.moves[:3] == ("d3", "e3", "f5")
    assert held.searches == 2 + (answered.game.moves[3] == "f6")


async def test_one_search_at_a_time_for_each_game(hall: Hall) -> None:
    hall.script("c3")
    snapshot, other = await hall.game(), await hall.game()
    held = Held()
    computer = Computer(SearchPool(2, 10.0, run=held))
    moves = moves_of(computer, hall.referee)
    asked = [moves.answer(snapshot) for _ in range(3)]
    assert asked[0] is asked[1] is asked[2]
    assert computer.status(snapshot.game.id) is ComputerStatus.THINKING
    assert computer.status(other.game.id) is None
    elsewhere = moves.answer(other)
    held.go.set()
    assert await asked[0] is not None
    assert await elsewhere is not None
    assert held.searches == 2
    assert computer.status(snapshot.game.id) is None


async def test_the_computer_moves_again_when_the_person_passes(hall: Hall) -> None:
    """White is the computer; at the end of these moves black passes twice."""
    person_last = BLACK_PASSES_TWICE.index("h7")
    discs = BLACK_PASSES_TWICE[: person_last + 1]
    player = hall.script("h6", "c7", "f4")
    answered = await hall.moves.answer(await hall.game(moves=discs))
    assert answered is not None
    assert answered.game.moves[: len(BLACK_PASSES_TWICE) + 1] == (*BLACK_PASSES_TWICE, "f4")
    assert not answered.computer_to_move
    assert [position.turn for position in player.asked] == [1, 1, 1]
    assert PASS not in [position.legal_moves()[0] for position in player.asked]


async def test_a_failure_in_a_row_of_turns_keeps_the_earlier_ones(hall: Hall, storage: Storage) -> None:
    discs = BLACK_PASSES_TWICE[: BLACK_PASSES_TWICE.index("h6")]
    hall.script("h6", RuntimeError("broken"))
    snapshot = await hall.game(moves=discs)
    assert await hall.moves.answer(snapshot) is None
    assert (await stored(storage, snapshot.game.id)).moves == (*discs, "h6", "pass")


class Deep:
    """A computer player that searches as long as it may and reports its start."""

    is_random = True
    """It chooses at random, so its play is not varied."""

    def phase(self, position: Position) -> Phase:
        """Return a phase that takes all its time as far as the pool knows."""
        return Phase("positional")

    def __init__(self) -> None:
        self.begun = threading.Event()

    def gave_away(self, found: SearchResult) -> float:
        """Return 0: it plays the best move."""
        return 0.0

    def left_to_give_away(self, given_away: float) -> float:
        """Return no bound."""
        return math.inf

    def choose(
        self,
        position: Position,
        seconds: float,
        stop: StopFlag,
        progress: ProgressCallback,
        *,
        given_away: float = 0.0,
        within: float = 0.0,
        table: TranspositionTable | None = None,
        threads: int = 1,
    ) -> SearchResult:
        """Search in a thread; the flag ends it long before its time is up."""
        self.begun.set()
        return search(position, Limits(seconds=seconds), stop, progress, table=table, threads=threads)


@pytest.fixture
async def deep(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Deep:
    """Return the player of the level `scripted`."""
    player = Deep()
    monkeypatch.setitem(levels_of("reversi"), "scripted", Level(cast(ComputerPlayer, player), 1300))
    return player


def long_thinking(report: Callable[[int], None] = lambda game_id: None) -> Computer:
    """Return a computer that may think for a minute in a thread."""
    return Computer(SearchPool(1, 60.0), report)


async def test_play_now_brings_the_answer_at_once(hall: Hall, deep: Deep) -> None:
    computer = long_thinking()
    moves = moves_of(computer, hall.referee)
    answer = moves.answer(snapshot := await hall.game())
    await asyncio.to_thread(deep.begun.wait)
    computer.play_now(snapshot.game.id)
    answered = await asyncio.wait_for(answer, 40)
    assert answered is not None
    assert answered.game.ply == 2


async def test_an_abandoned_search_stores_nothing(hall: Hall, deep: Deep, storage: Storage) -> None:
    computer = long_thinking()
    moves = moves_of(computer, hall.referee)
    answer = moves.answer(snapshot := await hall.game())
    await asyncio.to_thread(deep.begun.wait)
    assert await asyncio.wait_for(moves.abandon(snapshot.game.id), 40)
    assert answer.result() == snapshot
    assert computer.status(snapshot.game.id) is None
    assert await stored(storage, snapshot.game.id) == snapshot.game
    back = await hall.referee.take_back(snapshot.game.id, ANN, snapshot.game.ply)
    assert back.game.moves == ()
    other = await hall.referee.move(snapshot.game.id, ANN, 0, "c4")
    hall.script(other.position.legal_moves()[0])
    answered = await moves.answer(other)
    assert answered is not None
    assert answered.game.ply == 2


async def test_a_search_that_waits_for_a_worker_can_be_hurried(hall: Hall) -> None:
    held = Held()
    hall.script("c3")
    computer = Computer(SearchPool(1, 10.0, run=held))
    moves = moves_of(computer, hall.referee)
    first, second = await hall.game(), await hall.game()
    answers = [moves.answer(first), moves.answer(second)]
    await held.begun.wait()
    assert held.searches == 1
    computer.play_now(second.game.id)
    held.go.set()
    for answer in answers:
        snapshot = await answer
        assert snapshot is not None
        assert snapshot.game.moves == ("d3", "c3")


async def test_an_answer_to_a_move_taken_back_is_not_stored(hall: Hall, storage: Storage) -> None:
    snapshot = await hall.game()
    await hall.referee.take_back(snapshot.game.id, ANN, snapshot.game.ply)
    other = await hall.referee.move(snapshot.game.id, ANN, 0, "c4")
    with pytest.raises(Outdated):
        await hall.referee.play(snapshot, "c3")
    assert (await stored(storage, snapshot.game.id)).moves == other.game.moves == ("c4",)


async def test_without_a_search_there_is_nothing_to_hurry_or_abandon(hall: Hall) -> None:
    snapshot = await hall.game()
    with pytest.raises(NothingToStop):
        hall.computer.play_now(snapshot.game.id)
    assert not await hall.moves.abandon(snapshot.game.id)


async def test_a_long_search_reports_its_progress(
    hall: Hall, deep: Deep, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.computer.computer.REPORT_AFTER", 0.0)
    monkeypatch.setattr("bot.computer.computer.REPORT_EVERY", 0.0)
    told: asyncio.Queue[int] = asyncio.Queue()
    computer = long_thinking(told.put_nowait)
    moves = moves_of(computer, hall.referee)
    answer = moves.answer(snapshot := await hall.game())
    assert await told.get() == snapshot.game.id
    progress = computer.progress(snapshot.game.id)
    assert isinstance(progress, Progress)
    assert progress.move in snapshot.position.legal_moves()
    computer.play_now(snapshot.game.id)
    await asyncio.wait_for(answer, 40)
    assert computer.progress(snapshot.game.id) is None


async def test_a_whole_game_at_a_real_level(hall: Hall) -> None:
    snapshot = await hall.challenges.play_computer(REVERSI, PLACE, ANN, "easy", "second")
    while snapshot.going:
        if snapshot.computer_to_move:
            answered = await hall.moves.answer(snapshot)
            assert answered is not None
            snapshot = answered
        else:
            move = snapshot.position.legal_moves()[0]
            snapshot = await hall.referee.move(snapshot.game.id, ANN, snapshot.game.ply, move)
    assert snapshot.game.ending is Ending.PLAYED
    assert snapshot.game.state is GameState.FINISHED


async def test_quick_answers_start_no_threads(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    # The first search of a process compiles, and starts the thread that keeps all deadlines.
    await hall.moves.answer(await hall.challenges.play_computer(REVERSI, PLACE, ANN, "easy", "second"))
    snapshot = await hall.challenges.play_computer(REVERSI, PLACE, ANN, "easy", "second")
    started: list[str] = []
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread.name))
    assert await hall.computer.answers_at_once(snapshot, hall.moves.answer(snapshot))
    assert started == []


async def test_only_quick_levels_may_answer_without_showing_the_move_before(hall: Hall) -> None:
    shown = {}
    for level in ("easy", "medium", "master"):
        snapshot = await hall.challenges.play_computer(REVERSI, PLACE, ANN, level, "second")
        done = asyncio.create_task(asyncio.sleep(0, None))
        shown[level] = not await hall.computer.answers_at_once(snapshot, done)
    assert shown == {"easy": False, "medium": False, "master": True}


async def test_the_persons_move_is_shown_when_a_quick_answer_is_late(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.computer.computer.SHOW_MOVE_AFTER", 0.01)
    held = Held()
    computer = Computer(SearchPool(1, 10.0, run=held))
    moves = moves_of(computer, hall.referee)
    snapshot = await hall.challenges.play_computer(REVERSI, PLACE, ANN, "easy", "second")
    answer = moves.answer(snapshot)
    assert not await computer.answers_at_once(snapshot, answer)
    held.go.set()
    await answer
    assert await computer.answers_at_once(snapshot, answer)


async def test_a_quick_answer_waits_for_no_strong_one(hall: Hall) -> None:
    held = Held()
    pool = SearchPool(1, 10.0, run=held)
    computer = Computer(pool)
    moves = moves_of(computer, hall.referee)
    for level in ("master", "easy"):
        moves.answer(await hall.challenges.play_computer(REVERSI, PLACE, ANN, level, "second"))
    for _ in range(10):
        await asyncio.sleep(0)
    assert held.searches == 2
    pool.close()
    held.go.set()


async def test_a_search_ended_by_closing_is_not_stored(hall: Hall, storage: Storage) -> None:
    held = Held()
    pool = SearchPool(1, 10.0, run=held)
    computer = Computer(pool)
    moves = moves_of(computer, hall.referee)
    first = moves.answer(await hall.game())
    second = moves.answer(waiting := await hall.game())
    await held.begun.wait()
    pool.close()
    held.go.set()
    assert (await first, await second) == (None, None)
    assert (await stored(storage, waiting.game.id)).moves == ("d3",)
    # The next start resumes it; nothing has failed.
    assert computer.status(waiting.game.id) is None


async def test_play_now_holds_for_one_move_only(hall: Hall) -> None:
    """White is the computer and moves three times in a row."""
    stops: list[StopFlag] = []

    class Watched(Held):
        async def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
            stops.append(arguments[1])
            return await super().__call__(function, *arguments)

    discs = BLACK_PASSES_TWICE[: BLACK_PASSES_TWICE.index("h7") + 1]
    hall.script("h6", "c7", "f4")
    held = Watched()
    computer = Computer(SearchPool(1, 10.0, run=held))
    moves = moves_of(computer, hall.referee)
    hurried: list[bool] = []
    set_after = StopFlag.set_after

    def noted(stop: StopFlag, seconds: float) -> None:
        hurried.append(stop is stops[0])
        set_after(stop, seconds)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StopFlag, "set_after", noted)
        answer = moves.answer(snapshot := await hall.game(moves=discs))
        await held.begun.wait()
        computer.play_now(snapshot.game.id)
        held.go.set()
        assert await answer is not None
    assert len(stops) == 3
    assert hurried == [True]


async def test_a_search_without_time_plays_a_move_it_has_seen(hall: Hall) -> None:
    async def stopped(function: Callable[..., Any], seconds: float, stop: StopFlag) -> Any:
        stop.set()
        return function(seconds, stop)

    snapshot = await hall.challenges.play_computer(REVERSI, PLACE, ANN, "mobility:time", "first")
    snapshot = await put_down(hall.referee, snapshot, ("d3", "c5", "f6"))
    one_ply = ComputerPlayer("mobility", 1).choose(snapshot.position, 1.0).move
    assert one_ply != snapshot.position.legal_moves()[0]
    answered = await moves_of(Computer(SearchPool(1, 10.0, run=stopped)), hall.referee).answer(snapshot)
    assert answered is not None
    assert answered.game.moves[3] == one_ply


async def test_games_of_computers_rank_behind_people(hall: Hall) -> None:
    asked: list[dict[str, Any]] = []

    class Pool(SearchPool):
        async def think(self, *arguments: Any, **options: Any) -> Any:
            asked.append(options)
            return await super().think(*arguments, **options)

    moves = moves_of(Computer(Pool(1, 10.0, run=at_once)), hall.referee)
    await moves.answer(await hall.game())
    match = await hall.challenges.play_computer(REVERSI, PLACE, ANN, "scripted", "first")
    seats = (Seat(None, "scripted"), Seat(None, "scripted"))
    match = replace(match, game=replace(match.game, seats=seats))
    await moves.answer(match)
    assert [options["priority"] for options in asked][:2] == [Priority.PERSON, Priority.SELF_PLAY]


async def test_the_computer_has_no_part_between_people(hall: Hall) -> None:
    snapshot = await play_out(hall.referee, await begin(hall.challenges), ("d3",))
    answered = await hall.moves.answer(snapshot)
    assert answered == snapshot
