"""`flipfour puzzles`: create puzzles on all cores or on a cluster, and prove them again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.catalog import GAMES
from bot.core.errors import HostError, did_you_mean
from bot.puzzles.making import Collection, SourceGame, SourceMove, self_play
from bot.puzzles.making import make as make_file
from bot.settings import settings
from bot.settings.machine import available_cores
from data.games.records import GameState
from data.upkeep.inspection import Inspection
from engine import EngineError, puzzles, warm_up
from engine.puzzles import Puzzle
from engine.puzzles.making import PUZZLE_GAMES
from engine.puzzles.puzzle import read
from executors.batch import hired


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """The puzzles to create, and where to store them; `seed` determines the games that are played."""

    game: str
    number: int
    file: Path
    seed: int
    processes: int
    earlier: Path | None = None
    """File whose puzzles come first."""
    cluster: str | None = None
    """Address of the scheduler whose workers examine the games, instead of local processes."""


def make(options: PuzzleOptions, env_file: Path | None) -> None:
    """Create the puzzles and print what was rejected; `env_file` names a database whose games to use.

    Raises HostError if the options make no sense.
    """
    _known(options.game)
    if options.number < 1:
        raise HostError("create at least one puzzle")
    games: Iterator[SourceGame] = self_play(options.game, options.seed)
    source = f"games of seed {options.seed}"
    if env_file is not None:
        games = iter(asyncio.run(_stored(options.game, settings.load(env_file).database_url)))
        source = "stored games"
    earlier = () if options.earlier is None else _read(options.earlier, options.game)
    processes = options.processes or available_cores()
    if options.cluster is None:
        # Compile once; all processes load the result.
        warm_up(options.game, usual_board_only=True)
    console, begun = Console(), time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        hired(options.cluster, processes) as crew,
        Progress(*columns, console=console) as bar,
    ):
        task = bar.add_task("puzzles", total=options.number)
        try:
            made = make_file(
                options.game,
                options.number,
                options.file,
                games,
                crew.executor,
                crew.size,
                comments=(f"{options.number} puzzles of {options.game}, made from {source}",),
                earlier=earlier,
                progress=lambda collection: bar.update(task, completed=len(collection.puzzles)),
            )
        except EngineError as error:
            raise HostError(str(error)) from error
        except OSError as error:
            raise HostError(f"{options.file} cannot be written: {error}") from error
    console.print(summary(made, options.file, time.perf_counter() - begun), highlight=False)


def summary(made: Collection, file: Path, seconds: float) -> str:
    """Return the result as text."""
    lines = [f"{len(made.puzzles):,} puzzles of {made.games:,} games in {file} ({seconds:,.0f} s)"]
    if not made.full:
        lines.append(f"The games ran out before there were {made.wanted:,} puzzles.")
    if made.rejected:
        lines.append("Rejected positions:")
        lines += [f"{number:8,}  {reason}" for reason, number in made.rejected.most_common()]
    return "\n".join(lines)


def check(game: str, file: Path | None) -> int:
    """Prove the puzzles of a file, or the bot's own; return 1 if one is wrong, else 0."""
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


async def _stored(game: str, database_url: str) -> list[SourceMove]:
    """Return the finished games on the standard board."""
    start = GAMES[game].start("")
    async with Inspection.of(database_url) as inspection:
        return [
            SourceMove(f"game {one.id}", start, one.moves)
            async for one in inspection.games()
            if one.game == game and not one.options and one.state is GameState.FINISHED
        ]


def _known(game: str) -> None:
    if game not in PUZZLE_GAMES:
        hint = did_you_mean(game, PUZZLE_GAMES, f"only of {', '.join(PUZZLE_GAMES)}")
        raise HostError(f"there are no puzzles of {game}, {hint}")
