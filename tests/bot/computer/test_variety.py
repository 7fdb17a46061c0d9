"""What levels give away, and how they vary."""

from __future__ import annotations

import pickle
import random
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from bot.catalog import GAMES
from bot.computer.computer import VARIED_PLIES, Computer, near_equal, varies, vary
from bot.computer.opponents.choices import opponent
from bot.computer.ponder import Ponderer
from bot.computer.pool import SearchPool
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from data import Storage
from engine import Candidate, Position, SearchResult, StopFlag, connect4, reversi
from engine.players.computer import ComputerPlayer, Level, levels_of
from engine.search.results import Proved
from executors.executor import LOCAL, Conditions, Executor, Report, Task
from executors.tasks import ChooseMove, Ponder
from tests.bot.computer.hall import moves_of
from tests.bot.helpers import ANN, BOUNDLESS, REVERSI, computer_game, kit_of, with_game
from tests.cases import for_each, there

#: `master` of Reversi has a test of its own.
LEVELS = [
    (game, level)
    for game in ("reversi", "connect4")
    for level in levels_of(game)
    if (game, level) != ("reversi", "master")
]
GAMES_PLAYED = 12
#: Enough for every depth, so that no clock has a part in it; levels without a depth have little time.
SECONDS, SECONDS_WITHOUT_DEPTH = 60.0, 0.03


def greedy(position: Position) -> str:
    """Return the move that looks best one ply ahead."""
    style = {"reversi": "greedy", "connect4": "alignments"}[position.game]
    return ComputerPlayer(style, 1).choose(position, SECONDS).move


HABITS: tuple[Callable[[Position], str], ...] = (
    lambda position: position.legal_moves()[len(position.legal_moves()) // 2],
    lambda position: position.legal_moves()[0],
    lambda position: position.legal_moves()[-1],
    greedy,
)


def opening(game: str, level: str, habit: Callable[[Position], str], rng: random.Random) -> Iterator[str]:
    """Play the first moves of a game against an opponent who always plays the same."""
    kind = GAMES[game]
    chosen, position = opponent(kind, level), kind.start("")
    while position.moves_played < VARIED_PLIES and position.result() is None:
        if position.turn == 0:
            move = habit(position)
        else:
            apart = near_equal(chosen, kind, position)
            seconds = SECONDS if chosen.player.phase(position).depth else SECONDS_WITHOUT_DEPTH
            found = chosen.player.choose(position, seconds, within=apart)
            move = vary(found, apart, rng).move if apart else found.move
        yield move
        position = position.play(move)


def varied(game: str, level: str, habit: Callable[[Position], str]) -> bool:
    """Return whether a level varies from its first game against a habit, in one of the games that follow."""
    first, *others = (opening(game, level, habit, random.Random(seed)) for seed in range(GAMES_PLAYED))
    # The first game goes on as long as others are like it: strong levels take seconds for their moves.
    played: list[str] = []
    for other in others:
        for ply, move in enumerate(other):
            if ply == len(played):
                played.append(next(first))
            if move != played[ply]:
                return True
    return False


@pytest.mark.first(8)
@pytest.mark.parametrize(
    ("game", "level", "habit"), [(*level, habit) for level, habit in zip(LEVELS, cycle(HABITS), strict=False)]
)
def test_every_level_varies_its_openings(game: str, level: str, habit: Callable[[Position], str]) -> None:
    """Each meets one of the habits: what differs between levels is how near moves have to be."""
    assert varied(game, level, habit)


@pytest.mark.long
def test_the_strongest_level_varies_where_there_is_more_than_one_good_move() -> None:
    # Against weak moves, each answer may be the only one that is not a disc worse.
    assert any(varied("reversi", "master", habit) for habit in HABITS)


@for_each(("level", "depth"), [("easy", 2), ("medium", 4), ("hard", 5)])
def test_the_depth_stays_the_same(level: str, depth: int) -> None:
    kind, start = GAMES["reversi"], reversi.start()
    chosen = opponent(kind, level)
    apart = near_equal(chosen, kind, start)
    assert apart > 0
    assert chosen.player.choose(start, 1.0, within=apart).depth == depth


def test_where_the_level_plays_its_own_move() -> None:
    reversi_kind, grid_kind = GAMES["reversi"], GAMES["connect4"]
    start = reversi.start()
    # A custom opponent plays exactly as designed.
    own = opponent(reversi_kind, "Octo|positional:3")
    assert not varies(own, start)
    assert near_equal(own, reversi_kind, start) == 0
    # The book of the strongest level chooses; without it the level varies like the others.
    master = opponent(reversi_kind, "master")
    assert near_equal(master, reversi_kind, start) == 0
    behind_the_book = reversi_kind.start("")
    for move in ("f5", "f4", "f3", "f6"):
        behind_the_book = behind_the_book.play(move)
    assert near_equal(master, reversi_kind, behind_the_book) == 1
    later = connect4.parse("44444432553")
    assert not varies(opponent(grid_kind, "hard"), later)
    assert near_equal(opponent(grid_kind, "hard"), grid_kind, later) == 0


def found(*candidates: Candidate, exact: bool = False) -> SearchResult:
    best = max(candidates, key=lambda candidate: candidate.score)
    return SearchResult(best.move, best.score, 4, 100, 0.1, exact, (best.move,), candidates)


def chosen(result: SearchResult, game: str = "reversi") -> set[str]:
    near_equal = GAMES[game].near_equal("alignments" if game == "connect4" else "positional")
    return {each.move for each in variants(result, near_equal)}


def variants(result: SearchResult, apart: float) -> list[SearchResult]:
    return [vary(result, apart, random.Random(seed)) for seed in range(40)]


def test_only_moves_that_are_about_as_good_are_chosen() -> None:
    result = found(
        *(Candidate("d3", 2.0, "exact"), Candidate("c4", 1.1, "exact")),
        *(Candidate("f5", 0.9, "exact"), Candidate("e6", 1.9, "at most")),
    )
    assert (chosen(result), chosen(replace(result, exact=True))) == ({"d3", "c4"}, {"d3"})
    other = next(varied for varied in variants(result, 1.0) if varied.move == "c4")
    assert (other.score, other.line, other.exact) == (1.1, ("c4",), False)
    # A proof for a position need not hold after another move.
    outcomes = {(each.move, each.outcome) for each in variants(replace(result, outcome=1), 1.0)}
    assert outcomes == {("d3", 1), ("c4", None)}


def test_wins_losses_and_mistakes_are_not_traded() -> None:
    # Alignments of lines can add up to as many points as a win, and more.
    estimates = [Candidate("4", 17.0, "exact"), Candidate("5", 52.0, "exact"), Candidate("6", 0.2, "exact")]
    result = found(Candidate("3", Proved(17), "exact"), *estimates, exact=True)
    assert (result.move, chosen(result, "connect4")) == ("3", {"3"})
    result = found(Candidate("3", 1.0, "exact"), Candidate("4", Proved(-1), "exact"))
    assert {each.move for each in variants(result, 99.0)} == {"3"}
    mistaken = replace(found(Candidate("3", 9.0, "exact"), Candidate("4", 4.0, "exact")), move="4", score=4.0)
    assert chosen(mistaken, "connect4") == {"4"}
    forced = replace(found(Candidate("d3", 0.0, "exact")), candidates=())
    assert vary(forced, 1.0, random.Random(1)) is forced


ROUNDING = 1e-9
CARELESS = "patterns:1 misjudges=50.0@64.0"
SEES = ComputerPlayer("patterns", 1, random_ties=True)


class House:
    """A bot that can be started again."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def start(self) -> None:
        self.storage = await Storage.open(f"sqlite:///{self._path}", fair_use=BOUNDLESS)
        self.challenges = Challenges(kit_of(self.storage, rng=random.Random(4)))
        self.referee = Referee(self.storage)
        computer = Computer(SearchPool(1, 10.0), rng=random.Random(5))
        self.moves = moves_of(computer, self.referee)

    async def restart(self) -> None:
        await self.storage.close()
        await self.start()

    async def proceed(self, game_id: int) -> GameSnapshot:
        """Let Ann make any move and the computer answer."""
        snapshot = await self.referee.snapshot(game_id)
        snapshot = await self.referee.move(
            game_id, ANN, snapshot.game.ply, snapshot.position.legal_moves()[0]
        )
        return there(await self.moves.answer(snapshot))


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


@pytest.mark.long
async def test_a_game_over_restarts_keeps_within_its_bound(house: House) -> None:
    snapshot = await computer_game(house.challenges, level=f"{CARELESS}/15.0")
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
    snapshot = await computer_game(house.challenges, level=f"{CARELESS}/15.0")
    before = snapshot
    while not snapshot.game.given_away[1]:
        before, snapshot = snapshot, await house.proceed(snapshot.game.id)
    back = await house.referee.take_back(snapshot.game.id, ANN, snapshot.game.ply)
    assert (back.game.moves, back.game.given_away) == (before.game.moves, before.game.given_away)


async def test_a_level_that_varies_keeps_its_bound(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    level = Level(ComputerPlayer.parse("patterns:2 misjudges=0.1@1.5/0.75"), 1300)
    monkeypatch.setitem(levels_of("reversi"), "scripted", level)
    totals = []
    for _ in range(6):
        snapshot = await computer_game(house.challenges, level="scripted")
        while snapshot.game.ply < VARIED_PLIES:
            snapshot = await house.proceed(snapshot.game.id)
        totals.append(snapshot.game.given_away[1])
    assert 0 < max(totals) <= 0.75 + ROUNDING


class Noting(Executor):
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


async def test_remote_searches_and_prepared_answers_know_the_points_lost(house: House) -> None:
    # Deep enough for a search elsewhere.
    player = "patterns:10 misjudges=50.0@64.0/15.0"
    executor = Noting()
    pool = SearchPool(1, 10.0, executor=executor)

    def lost(snapshot: GameSnapshot) -> GameSnapshot:
        return with_game(snapshot, given_away=(14.5, 3.0))

    snapshot = lost(await computer_game(house.challenges, level=player, colour="second"))
    answered = there(await moves_of(Computer(pool), house.referee).answer(snapshot))
    (chosen,) = executor.tasks
    assert isinstance(chosen, ChooseMove)
    assert chosen.given_away == 14.5
    executor.tasks.clear()
    waiting = lost(answered)
    ponderer = Ponderer(pool, 0.1)
    ponderer.begin(waiting, opponent(REVERSI, "patterns:time misjudges=50.0@64.0/15.0"))
    await there(ponderer._games[waiting.game.id].task)
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
