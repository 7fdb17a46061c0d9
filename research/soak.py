"""`python -m research.soak --moves 100000`: a long run of moves under virtual time, in one process.

The unmodified bot plays on the simulated Discord of the end-to-end tests: players against each other and
against the computer, a fixed number of games at once. A minute of Discord's time passes after every round of
taps, for clocks, reposted boards and recovery passes. After every tap, and again after that minute, the board
must show what is stored; for every printed line, and at the end, all games are replayed by the rules, so the
last line of an interrupted run holds. The simulation's own history is cleared after every round, so any
growth is the bot's.
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import gc
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog
from simcord.backend.models import Interaction
from simcord.backend.serializers import message_payload

from bench.starts import resident_mb
from bot.hosting.checking import Grade, check_database
from data.games.records import Game, GameState
from tests.e2e.limits import check_everything_sent
from tests.e2e.seen import Seen
from tests.e2e.world import World

STARTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("reversi start", {"bot": "beginner"}),
    ("connect4 start", {"bot": "novice"}),
    ("reversi start", {"time": "3 days"}),
    ("connect4 start", {}),
    ("reversi start", {"bot": "easy", "board": "6x6"}),
    ("connect4 start", {"board": "5x4c3", "time": "1 day"}),
)
"""The games to play, in turn; those without `bot` are between two players."""

SETTINGS: dict[str, Any] = {"challenges_person": 10_000, "challenges_server": 100_000, "memory_mb": 40}
"""Effectively no limits. Search tables are small and soon full, so later growth has other causes."""

MINUTE = 61.0
"""Seconds of Discord's time after every round of taps: one recovery pass."""

PATIENCE = 3600.0
"""Maximum seconds of a round on a machine that is busy with other work."""

TO_MOVE = re.compile(r"\*\*<@(\d+)> to move\.\*\*")


@dataclass(frozen=True, slots=True)
class Sample:
    """Measurements after a number of moves."""

    moves: int
    games: int
    """Finished games."""
    hours: float
    """Hours of Discord's time."""
    mebibytes: float
    milliseconds: float
    """Processor time per move since the last sample, including the simulation."""
    compared: int
    """Boards compared with what is stored so far."""
    wrong: int
    """Faults so far."""

    def __str__(self) -> str:
        return (
            f"{self.moves:>7,} moves, {self.games:>6,} games over, {self.hours:>7.1f} h: "
            f"{self.mebibytes:.1f} MiB, {self.milliseconds:.1f} ms a move; "
            f"{self.compared:,} boards compared, all games replayed, {self.wrong} wrong"
        )


class Soak:
    """A series of games, a fixed number at once."""

    def __init__(self, world: World, games: int, seed: int = 1) -> None:
        """Take a connected `world` with an empty database."""
        self._world = world
        self._random = random.Random(seed)
        self._wanted = games
        self._people = [world.newcomer(f"Person {number}") for number in range(games)]
        self._by_id = {person.id: person for person in self._people}
        self._started = self.moves = self.finished = self.compared = 0
        self._going: dict[int, tuple[Game, Seen]] = {}
        self.wrong: list[str] = []
        """Descriptions of the faults."""

    async def round(self) -> None:
        """Let the side to move tap any move, then let a minute pass."""
        while len(self._going) < self._wanted:
            await self._start()
        tapped = [self._tap(board) for _, board in self._going.values()]
        await self._world.env.settle()
        self.wrong += [f"interaction {one.id} was not answered" for one in tapped if not one.responded]
        for game_id in list(self._going):
            await self._look(game_id)
        await self._world.pass_time(MINUTE)
        for game_id in list(self._going):
            await self._look(game_id)
        self._forget_the_past()

    async def _start(self) -> None:
        command, options = STARTS[self._started % len(STARTS)]
        first, second = (self._people[(self._started + number) % len(self._people)] for number in (0, 1))
        if "bot" in options:
            await first.types(command, colour="first", **options)
        else:
            answer = await first.types(command, opponent=second, colour="first", **options)
            await second.taps("Accept", answer.messages[0])
        # An accepted offer becomes the game, with its number.
        self._started += 1
        await self._look(self._started)

    async def _look(self, game_id: int) -> None:
        """Compare the board of a game with what is stored, and note its new moves."""
        game = await self._world.bot.kit.storage.game(game_id)
        assert game is not None, f"game {game_id} is lost"
        board = self._board(game)
        self.compared += 1
        if board is None or board.picture != f"{game.game}-{game.id}-{game.ply}.png":
            self.wrong.append(
                f"game {game_id} is at ply {game.ply}, its board shows {board and board.picture}"
            )
        before = self._going.pop(game_id, None)
        self.moves += game.ply - (before[0].ply if before is not None else 0)
        if game.state is GameState.PLAYING and board is not None:
            self._going[game_id] = (game, board)
        else:
            self.finished += 1

    def _board(self, game: Game) -> Seen | None:
        backend = self._world.env.backend
        message = backend.messages.get(game.channel_id, {}).get(game.message_id or 0)
        return None if message is None else Seen(copy.deepcopy(dict(message_payload(backend, message))))

    def _tap(self, board: Seen) -> Interaction:
        mover = TO_MOVE.search(board.text)
        assert mover is not None, f"nobody is to move: {board.text}"
        person = self._by_id[int(mover[1])]
        if board.moves:
            return person.send_tap(board, board.custom_id(self._random.choice(board.moves)))
        menu = self._random.choice(board.menus)
        return person.send_tap(board, menu["custom_id"], [self._random.choice(menu["options"])["value"]])

    def _forget_the_past(self) -> None:
        """Clear the simulation's notes once they were checked against Discord's limits."""
        backend = self._world.env.backend
        check_everything_sent(backend.http_requests)
        shown = {game.message_id for game, _ in self._going.values()}
        for messages in backend.messages.values():
            for message_id in messages.keys() - shown:
                del messages[message_id]
        for noted in (
            backend.http_requests,
            backend.transcript,
            backend.interactions,
            backend.interaction_tokens,
            backend.cdn._blobs,
            backend._reserved_ids,
            backend._sequences,
            self._world._tapped,
        ):
            noted.clear()


async def soak(
    moves: int, games: int, every: int, folder: Path, *, say: Callable[[str], object] = print
) -> tuple[list[Sample], list[str]]:
    """Play this many moves in a fixed number of concurrent games, with samples at regular intervals.

    Return the samples and the faults.
    """
    database = folder / "soak.db"
    errors: list[str] = []
    with _noting(errors):
        world = World(database, **SETTINGS)
        _be_patient(world)
        await world.start()
        playing, began = Soak(world, games), world.now()
        samples: list[Sample] = []
        used, counted = time.process_time(), 0
        while playing.moves < moves:
            await playing.round()
            if playing.moves >= min(moves, counted + every):
                gc.collect()
                now = time.process_time()
                faults = await _faults_in(database)
                samples.append(
                    Sample(
                        moves=playing.moves,
                        games=playing.finished,
                        hours=(world.now() - began).total_seconds() / 3600,
                        mebibytes=resident_mb(),
                        milliseconds=1000 * (now - used) / (playing.moves - counted),
                        compared=playing.compared,
                        wrong=len(playing.wrong) + len(errors) + len(faults),
                    )
                )
                say(str(samples[-1]))
                used, counted = time.process_time(), playing.moves
        await world.end()
        faults = await _faults_in(database)
    return samples, [*playing.wrong, *errors, *faults]


async def _faults_in(database: Path) -> list[str]:
    """Return the faults of the stored games."""
    found = await check_database(f"sqlite:///{database}")
    return [finding.text for finding in found if finding.grade is Grade.BAD]


def _be_patient(world: World) -> None:
    """Raise the simulation's time-out, which is right for tests but too short on a busy machine."""
    env: Any = world.env
    env.settle_timeout, settle = PATIENCE, env._settle_internal

    async def settle_in_the_end(**options: Any) -> None:
        # Connecting passes a time-out that this overrides.
        await settle(**options | {"timeout": PATIENCE})

    env._settle_internal = settle_in_the_end


def growth(samples: Sequence[Sample]) -> float:
    """Return MiB added per 1,000 moves in the second half, by a linear fit.

    In the first half caches and tables fill.
    """
    later = samples[len(samples) // 2 :]
    if len(later) < 2:
        return 0.0
    fit = statistics.linear_regression([one.moves / 1000 for one in later], [one.mebibytes for one in later])
    return fit.slope


@contextmanager
def _noting(errors: list[str]) -> Iterator[None]:
    """Collect logged errors; print nothing of the log."""

    def note(_logger: Any, method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        if method in ("error", "exception", "critical"):
            errors.append(str(event))
        raise structlog.DropEvent

    before = structlog.get_config()
    structlog.configure(processors=[note])
    try:
        yield
    finally:
        structlog.configure(**before)


def main() -> int:
    """Parse the arguments and play; the exit code says whether anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m research.soak", description=__doc__)
    parser.add_argument("--moves", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=24, help="at once")
    parser.add_argument("--every", type=int, default=5000, help="moves from one line to the next")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        samples, wrong = asyncio.run(soak(chosen.moves, chosen.games, chosen.every, Path(folder), say=_say))
    last = samples[-1]
    print(
        f"{last.moves:,} moves, {last.games:,} games over, {last.hours:,.0f} hours of Discord's time; in the "
        f"second half each 1,000 moves added {1024 * growth(samples):+.0f} KiB"
    )
    print(f"went wrong: {len(wrong)}", *wrong[:20], sep="\n    ")
    return int(bool(wrong))


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
