"""`flipfour puzzles`: puzzles made on all cores or on a cluster, and proved again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot import settings
from bot.catalog import GAMES
from bot.errors import HostError
from bot.process.machine import available_cores
from bot.puzzles.making import Collection
from bot.puzzles.making import make as make_file
from bot.puzzles.source_games import Played, SourceGame, self_play
from data import GameState, Inspection
from engine import EngineError, puzzles, warm_up
from engine.puzzles import Puzzle
from engine.puzzles.games import PUZZLE_GAMES
from engine.puzzles.puzzles_file import read
from executors.batch import hired


@dataclass(frozen=True, slots=True)
class Request:
    """Puzzles to be made: so many of a game, into a file; `seed` says which games the program plays."""

    game: str
    number: int
    file: Path
    seed: int
    processes: int
    earlier: Path | None = None
    """A file whose puzzles come first."""
    cluster: str | None = None
    """The scheduler whose workers are to examine the games, instead of processes."""


def make(request: Request, env_file: Path | None) -> None:
    """Make the puzzles and say what was rejected; from the database that `env_file` names, if it is given.

    Raises `HostError` if the request makes no sense.
    """
    _known(request.game)
    if request.number < 1:
        raise HostError("there is to be at least one puzzle")
    games: Iterator[SourceGame] = self_play(request.game, request.seed)
    source = f"games of seed {request.seed}"
    if env_file is not None:
        games = iter(asyncio.run(_stored(request.game, settings.load(env_file).database_url)))
        source = "stored games"
    earlier = () if request.earlier is None else _read(request.earlier, request.game)
    processes = request.processes or available_cores()
    if request.cluster is None:
        # All processes load what is compiled once.
        warm_up(request.game, usual_board_only=True)
    console, begun = Console(), time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        hired(request.cluster, processes) as crew,
        Progress(*columns, console=console) as bar,
    ):
        task = bar.add_task("puzzles", total=request.number)
        try:
            made = make_file(
                request.game,
                request.number,
                request.file,
                games,
                crew.executor,
                crew.size,
                comments=(f"{request.number} puzzles of {request.game}, made from {source}",),
                earlier=earlier,
                progress=lambda collection: bar.update(task, completed=len(collection.puzzles)),
            )
        except EngineError as error:
            raise HostError(str(error)) from error
        except OSError as error:
            raise HostError(f"{request.file} cannot be written: {error}") from error
    console.print(summary(made, request.file, time.perf_counter() - begun), highlight=False)


def summary(made: Collection, file: Path, seconds: float) -> str:
    """What has come of it, for people."""
    lines = [f"{len(made.puzzles):,} puzzles of {made.games:,} games in {file} ({seconds:,.0f} s)"]
    if not made.full:
        lines.append(f"There are no more games: {made.wanted:,} were wanted.")
    if made.rejected:
        lines.append("Rejected positions:")
        lines += [f"{number:8,}  {reason}" for reason, number in made.rejected.most_common()]
    return "\n".join(lines)


def check(game: str, file: Path | None) -> int:
    """Prove the puzzles of a file, or those that come with the bot; 1 when one is wrong, else 0."""
    _known(game)
    there = _shipped(game) if file is None else _read(file, game)
    console, wrong = Console(), 0
    for puzzle in there:
        try:
            puzzles.check(puzzle)
        except EngineError as error:
            wrong += 1
            console.print(str(error), highlight=False)
    console.print(f"{len(there):,} puzzles, {wrong:,} of them wrong", highlight=False)
    return 1 if wrong else 0


def _shipped(game: str) -> Sequence[Puzzle]:
    try:
        return (*puzzles.shipped(game), *puzzles.retired(game))
    except EngineError as error:
        raise HostError(str(error)) from error


def _read(file: Path, game: str) -> Sequence[Puzzle]:
    try:
        return read(file.read_text("utf-8"), game, str(file))
    except (EngineError, OSError, UnicodeDecodeError) as error:
        raise HostError(str(error)) from error


async def _stored(game: str, database_url: str) -> list[Played]:
    """The games of the database that are over, on the usual board."""
    start = GAMES[game].start("")
    async with Inspection.of(database_url) as inspection:
        return [
            Played(f"game {one.id}", start, one.moves)
            async for one in inspection.games()
            if one.game == game and not one.options and one.state is GameState.FINISHED
        ]


def _known(game: str) -> None:
    if game not in PUZZLE_GAMES:
        raise HostError(f"there are no puzzles of {game}; there are of {', '.join(PUZZLE_GAMES)}")
