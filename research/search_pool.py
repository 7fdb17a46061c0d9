"""Measure response times of the search pool under load, with real searches.

    python -m research.search_pool [--cap 10] [--strong 100] [--easy 1000] [--seconds 30]

Games against `master` always have a search running or queued: each begins its next one as soon as it
has its answer. Meanwhile players in games against `easy` move every 20 seconds or so. Delivering an answer
(storing, drawing and sending the move) is simulated by drawing the board and waiting for 0.1 s. An answer is
late if it is delivered more than the cap after its click.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from bot.catalog import GAMES, Diagram
from bot.computer.computer import is_quick
from bot.computer.pool import QUICK_WORKERS, SearchPool
from bot.settings.machine import available_cores
from engine import Position, SearchResult, StopFlag, reversi
from engine.players.computer import ComputerPlayer, levels_of

GAME = "reversi"
PACE = 20.0
"""Mean seconds a player takes for a move."""

SEND_SECONDS = 0.1
"""Simulated time of sending an answer to Discord."""

DRAWING_THREADS = 4


@dataclass
class Answers:
    """Answer times of one level, in seconds from the click to the delivery."""

    seconds: list[float] = field(default_factory=list)
    searched: list[float] = field(default_factory=list)

    def quantile(self, share: float) -> float:
        """Return the quantile of the answer times, in seconds."""
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))]


class Load:
    """Games that share a pool."""

    def __init__(self, cap: float, seed: int = 1) -> None:
        self.cap = cap
        self.pool = SearchPool(available_cores(), cap)
        self._rng = random.Random(seed)

    def position(self) -> Position:
        """Return a position from the middle of a game."""
        position: Position = reversi.start()
        for _ in range(self._rng.randrange(10, 30)):
            if position.result() is None:
                position = position.play(self._rng.choice(position.legal_moves()))
        return position if position.result() is None else reversi.start()

    async def strong_game(self, until: float, answers: Answers) -> None:
        """Request answers of `master`, one after the other."""
        while self.pool.now() < until:
            await self._answer(levels_of(GAME)["master"].player, answers)

    async def easy_game(self, until: float, answers: Answers) -> None:
        """Request answers of `easy` at the pace of a player."""
        while True:
            await asyncio.sleep(self._rng.uniform(0.0, 2 * PACE))
            if self.pool.now() >= until:
                return
            await self._answer(levels_of(GAME)["easy"].player, answers)

    async def _answer(self, player: ComputerPlayer, answers: Answers) -> None:
        clicked, position = self.pool.now(), self.position()
        result = await self.pool.think(_search(player, position), clicked, quick=is_quick(player, position))
        searched = self.pool.now()
        after = position.play(result.move)
        await asyncio.to_thread(GAMES[GAME].draw, Diagram(after))
        await asyncio.sleep(SEND_SECONDS)
        delivered = self.pool.now()
        self.pool.reserve.observe_delivery(delivered - searched)
        answers.seconds.append(delivered - clicked)
        answers.searched.append(result.seconds)


def _search(player: ComputerPlayer, position: Position) -> Callable[[float, StopFlag], SearchResult]:
    return partial(player.choose, position)


async def measure(cap: float, strong: int, easy: int, seconds: float) -> tuple[Answers, Answers]:
    """Run the games for this many seconds; return the answers of `master`, and those of `easy`."""
    threads = available_cores() + QUICK_WORKERS + 1 + DRAWING_THREADS
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(threads))
    load = Load(cap)
    for player in (levels_of(GAME)["master"].player, levels_of(GAME)["easy"].player):
        # Compile, load and draw everything once before measuring.
        player.choose(reversi.start(), 0.1)
    GAMES[GAME].draw(Diagram(reversi.start()))
    masters, easies = Answers(), Answers()
    until = time.perf_counter() + seconds
    await asyncio.gather(
        *(load.strong_game(until, masters) for _ in range(strong)),
        *(load.easy_game(until, easies) for _ in range(easy)),
    )
    return masters, easies


def main() -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--cap", type=float, default=10.0, help="seconds from click to answer")
    parser.add_argument("--strong", type=int, default=100, help="games that always wait for master")
    parser.add_argument("--easy", type=int, default=1000, help="games against easy")
    parser.add_argument("--seconds", type=float, default=30.0)
    asked = parser.parse_args()
    levels = asyncio.run(measure(asked.cap, asked.strong, asked.easy, asked.seconds))
    print(
        f"{available_cores()} workers, cap {asked.cap:g} s, {asked.strong} master and {asked.easy} easy games"
    )
    for name, answers in zip(("master", "easy"), levels, strict=True):
        if answers.seconds:
            late = sum(seconds > asked.cap for seconds in answers.seconds)
            print(
                f"{name:7} {len(answers.seconds):5} answers, {late} late; click to answer:"
                f" median {answers.quantile(0.5):.3f} s, p99 {answers.quantile(0.99):.3f} s,"
                f" most {max(answers.seconds):.3f} s;"
                f" searched {sum(answers.searched) / len(answers.searched):.3f} s on average"
            )
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
