"""Computer players with scripted answers or endless searches, and people's games against them."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Callable, Iterable
from typing import Any, cast

import pytest

from bot.computer.computer import Computer
from bot.computer.pool import SearchPool
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.flow import ComputerMoves
from bot.play.games.referee import Referee
from data import Storage
from data.games.records import SideChoice
from engine import Limits, Position, SearchResult, StopFlag, search
from engine.players.computer import ComputerPlayer, Level, Phase, levels_of
from engine.search.results import ProgressCallback
from engine.search.tables import TranspositionTable
from tests.bot.helpers import ANN, PLACE, REVERSI, kit_of, put_down

Answer = str | Exception


class AtRandom:
    """A computer player that chooses at random, so that its play is not varied."""

    is_random = True

    def phase(self, position: Position) -> Phase:
        """Return a phase that takes all its time as far as the pool knows."""
        return Phase("positional")

    def gave_away(self, found: SearchResult) -> float:
        """Return 0: there are no candidates, or the best move is played."""
        return 0.0

    def left_to_give_away(self, given_away: float) -> float:
        return math.inf


class Scripted(AtRandom):
    """A computer player with scripted answers; the last one repeats."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[Position] = []
        self.threads: list[int] = []

    def choose(self, position: Position, *_: Any, threads: int = 1, **__: Any) -> SearchResult:
        self.asked.append(position)
        self.threads.append(threads)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return SearchResult(answer, 0, 1, 1, 0.0, False, (answer,), ())


class Deep(AtRandom):
    """A computer player that searches as long as it may and reports its start."""

    def __init__(self) -> None:
        self.begun = threading.Event()

    def choose(
        self,
        position: Position,
        seconds: float,
        stop: StopFlag,
        progress: ProgressCallback,
        *,
        table: TranspositionTable | None = None,
        threads: int = 1,
        **_: float,
    ) -> SearchResult:
        """Search in a thread; the flag ends it long before its time is up."""
        self.begun.set()
        return search(position, Limits(seconds=seconds), stop, progress, table=table, threads=threads)


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
    return ComputerMoves(kit_of(cast(Storage, None), features={Referee: referee, Computer: computer}))


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
        player = Scripted(*answers)
        self._patch.setitem(levels_of("reversi"), "scripted", Level(cast(ComputerPlayer, player), 1300))
        return player

    def holding(self, workers: int = 1, held: Held | None = None) -> tuple[Held, Computer, ComputerMoves]:
        """Return a computer whose searches wait to be released."""
        held = held or Held()
        computer = Computer(SearchPool(workers, 10.0, run=held))
        return held, computer, moves_of(computer, self.referee)

    def at_length(self, report: Callable[[int], None] = lambda _: None) -> tuple[Computer, ComputerMoves]:
        """Return a computer that may think for a minute in a thread."""
        computer = Computer(SearchPool(1, 60.0), report)
        return computer, moves_of(computer, self.referee)

    async def game(self, colour: SideChoice = "first", moves: Iterable[str] = ("d3",)) -> GameSnapshot:
        snapshot = await self.challenges.play_computer(REVERSI, PLACE, ANN, "scripted", colour)
        return await put_down(self.referee, snapshot, moves)
