"""`flipfour match` and `flipfour puzzles`: games of two computer players, and puzzles, in great number.

They are played, and made, on all cores or on a cluster.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.catalog import GAMES
from bot.computer.opponents.choices import built_in_choice, opponent, styles_of, tidy
from bot.core.errors import HostError, did_you_mean
from bot.puzzles.making import Collection, SourceGame, SourceMove, make, self_play
from bot.settings import settings
from bot.settings.machine import available_cores
from data.games.records import GameState
from data.upkeep.inspection import Inspection
from engine import EngineError, Position, puzzles, warm_up
from engine.players.computer import ComputerPlayer, Phase, style_named
from engine.players.matches import (
    MatchScore,
    PlayedGame,
    SequentialTest,
    balanced_openings,
    play_game,
    random_openings,
    read_openings,
    superiority,
)
from engine.puzzles import PUZZLE_GAMES, Puzzle
from engine.puzzles.puzzle import read
from executors.batch import Crew, hired, in_order

RANDOM_PLIES = 6
"""Plies of a random opening, for games without a file of balanced ones."""


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """Two players, as recipes or names of levels, and the conditions of their match."""

    game: str
    players: tuple[str, str]
    games: int
    seconds: float
    openings: Path | None
    seed: int
    processes: int
    cluster: str | None = None
    """Address of the scheduler whose workers play, instead of local processes."""
    board: str = ""
    """The board as typed on Discord; "" for the standard one."""
    test: SequentialTest | None = None
    """Ends the match early, once it decides."""


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


def match(options: MatchOptions, *, as_json: bool) -> None:
    """Play the match and print its result. Raises HostError if the options make no sense."""
    if options.game not in GAMES:
        hint = did_you_mean(options.game, GAMES, f"the games are {', '.join(GAMES)}")
        raise HostError(f"there is no game {options.game}; {hint}")
    if options.games < 1 or options.seconds <= 0:
        raise HostError("a match needs at least one game and some time per move")
    players = (_player(options.game, options.players[0]), _player(options.game, options.players[1]))
    openings = _openings(options)
    console = Console(stderr=as_json)
    # Each opening is played twice, with sides swapped.
    jobs = (
        partial(play_game, players, opening, options.seconds, side) for opening in openings for side in (0, 1)
    )
    if options.cluster is None:
        # Compile once; all processes load the result.
        warm_up(options.game)
    title = f"{options.players[0]} – {options.players[1]}"
    with _crew_at_work(options, console, title, options.games) as (crew, progress):
        played = in_order(crew, itertools.islice(jobs, options.games))
        tally = _counted(played, options.test, partial(progress, advance=1))
    if as_json:
        print(json.dumps(report(options, tally), indent=2))
    else:
        console.print(summary(options, tally), highlight=False)


@contextmanager
def _crew_at_work(
    options: MatchOptions | PuzzleOptions, console: Console, title: str, total: int
) -> Iterator[tuple[Crew, Callable[..., None]]]:
    """Yield the workers, and what moves the bar that shows how far they are."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        hired(options.cluster, options.processes or available_cores()) as crew,
        Progress(*columns, console=console) as bar,
    ):
        yield crew, partial(bar.update, bar.add_task(title, total=total))


def _counted(
    played: Iterator[PlayedGame], test: SequentialTest | None, advance: Callable[[], None]
) -> MatchScore:
    """Count games in the order in which they were to be played, until the test decides."""
    tally, first = MatchScore(), None
    for game in played:
        advance()
        if first is None:
            first = game
            continue
        tally, first = tally.plus_pair(first, game), None
        if test is not None and test.decision(tally.pairs):
            break
    return tally if first is None else tally.plus(first)


def report(options: MatchOptions, tally: MatchScore) -> dict[str, object]:
    return {
        "game": options.game,
        "board": options.board,
        "players": list(options.players),
        "seed": options.seed,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": round(tally.score, 4),
        "error": round(tally.error, 4),
        "elo": round(tally.elo, 1),
        "elo_interval": [round(end, 1) for end in tally.elo_interval],
        "pairs": list(tally.pairs),
        "superiority": round(superiority(tally.pairs), 4),
        "seconds_per_move": [round(tally.seconds_per_move(player), 6) for player in (0, 1)],
        "nodes": list(tally.nodes),
        "nodes_per_move": [round(tally.nodes_per_move(player)) for player in (0, 1)],
        **({} if options.test is None else {"sequential_test": _test_report(options.test, tally)}),
    }


def _test_report(test: SequentialTest, tally: MatchScore) -> dict[str, object]:
    return {
        "elo": [test.elo0, test.elo1],
        "risks": [test.alpha, test.beta],
        "bounds": [round(bound, 3) for bound in test.bounds],
        "ratio": round(test.ratio(tally.pairs), 3),
        "accepted": test.decision(tally.pairs),
    }


def summary(options: MatchOptions, tally: MatchScore) -> str:
    first, second = options.players
    low, high = tally.elo_interval
    board = f" on {options.board}" if options.board else ""
    return (
        f"{first} – {second}, {tally.games} games of {options.game}{board}: "
        f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost\n"
        f"score {tally.score:.1%} ± {tally.error:.1%}, Elo {tally.elo:+.0f} ({low:+.0f} to {high:+.0f}), "
        f"likelihood of superiority {superiority(tally.pairs):.1%}\n"
        f"pairs with 0, ½, 1, 1½ and 2 points: {', '.join(map(str, tally.pairs))}\n"
        f"{_test_line(options.test, tally)}"
        f"time per move: {tally.seconds_per_move(0) * 1000:.1f} ms and "
        f"{tally.seconds_per_move(1) * 1000:.1f} ms\n"
        f"nodes per move: {tally.nodes_per_move(0):,.0f} and {tally.nodes_per_move(1):,.0f}"
    )


def _test_line(test: SequentialTest | None, tally: MatchScore) -> str:
    if test is None:
        return ""
    low, high = test.bounds
    accepted = {
        "": "undecided",
        "elo0": f"at most {test.elo0:+g} Elo is accepted",
        "elo1": f"at least {test.elo1:+g} Elo is accepted",
    }[test.decision(tally.pairs)]
    return (
        f"sequential test of {test.elo0:+g} against {test.elo1:+g} Elo: log-likelihood ratio "
        f"{test.ratio(tally.pairs):+.2f} ({low:.2f} to {high:+.2f}), {accepted}\n"
    )


def _player(game: str, text: str) -> ComputerPlayer:
    kind = GAMES[game]
    try:
        choice = None if ":" in text else built_in_choice(kind, text)
        if choice is not None:
            return opponent(kind, choice.spec).player
        player = ComputerPlayer.parse(tidy(text))
        for phase in (Phase(player.style), player.opening, player.end):
            if phase is not None:
                style_named(game, phase.style)
    except EngineError as error:
        levels, styles = [*kind.levels], [*styles_of(kind)]
        known = f"levels: {', '.join(levels)}; styles: {', '.join(styles)}"
        hint = did_you_mean(text.partition(":")[0], levels + styles, known)
        raise HostError(f"{error}; {hint}") from error
    return player


def _openings(options: MatchOptions) -> Iterator[Position]:
    kind, rng = GAMES[options.game], random.Random(options.seed)
    try:
        board = kind.read_options(options.board) if options.board else ""
    except EngineError as error:
        raise HostError(f"{options.board!r} is no board of {options.game}: {error}") from error
    if options.openings is None and kind.drawn(board, rng) != board:
        return (kind.start(kind.drawn(board, rng)) for _ in itertools.count())
    start = kind.start(board)
    if options.openings is not None:
        positions = _read(start, options.openings)
    else:
        positions = [] if board else balanced_openings(start)
    if not positions:
        return random_openings(start, RANDOM_PLIES, rng)
    rng.shuffle(positions)
    return itertools.cycle(positions)


def _read(start: Position, file: Path) -> list[Position]:
    try:
        with file.open(encoding="utf-8") as lines:
            positions = list(read_openings(start, lines))
    except (OSError, EngineError) as error:
        raise HostError(f"{file} cannot be used for openings: {error}") from error
    if not positions:
        raise HostError(f"{file} has no openings")
    return positions


def make_puzzles(options: PuzzleOptions, env_file: Path | None) -> None:
    """Create the puzzles and print what was rejected; `env_file` names a database whose games to use.

    Raises HostError if the options make no sense.
    """
    _require_puzzles_of(options.game)
    if options.number < 1:
        raise HostError("create at least one puzzle")
    games: Iterator[SourceGame] = self_play(options.game, options.seed)
    source = f"games of seed {options.seed}"
    if env_file is not None:
        games = iter(asyncio.run(_stored(options.game, settings.load(env_file).database_url)))
        source = "stored games"
    earlier = () if options.earlier is None else _puzzles_in(options.earlier, options.game)
    if options.cluster is None:
        # Compile once; all processes load the result.
        warm_up(options.game, usual_board_only=True)
    console, begun = Console(), time.perf_counter()
    with _crew_at_work(options, console, "puzzles", options.number) as (crew, progress):
        try:
            made = make(
                options.game,
                options.number,
                options.file,
                games,
                crew.executor,
                crew.size,
                comments=(f"{options.number} puzzles of {options.game}, made from {source}",),
                earlier=earlier,
                progress=lambda collection: progress(completed=len(collection.puzzles)),
            )
        except EngineError as error:
            raise HostError(str(error)) from error
        except OSError as error:
            raise HostError(f"{options.file} cannot be written: {error}") from error
    console.print(_made_summary(made, options.file, time.perf_counter() - begun), highlight=False)


def _made_summary(made: Collection, file: Path, seconds: float) -> str:
    lines = [f"{len(made.puzzles):,} puzzles of {made.games:,} games in {file} ({seconds:,.0f} s)"]
    if not made.full:
        lines.append(f"The games ran out before there were {made.wanted:,} puzzles.")
    if made.rejected:
        lines.append("Rejected positions:")
        lines += [f"{number:8,}  {reason}" for reason, number in made.rejected.most_common()]
    return "\n".join(lines)


def check_puzzles(game: str, file: Path | None) -> int:
    """Prove the puzzles of a file, or the bot's own; return 1 if one is wrong, else 0."""
    _require_puzzles_of(game)
    there = _puzzles_in(file, game)
    console, wrong = Console(), 0
    for puzzle in there:
        try:
            puzzles.check(puzzle)
        except EngineError as error:
            wrong += 1
            console.print(str(error), highlight=False)
    console.print(f"{len(there):,} puzzles, {wrong:,} of them wrong", highlight=False)
    return 1 if wrong else 0


def _puzzles_in(file: Path | None, game: str) -> Sequence[Puzzle]:
    try:
        if file is None:
            return (*puzzles.shipped(game), *puzzles.retired(game))
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


def _require_puzzles_of(game: str) -> None:
    if game not in PUZZLE_GAMES:
        hint = did_you_mean(game, PUZZLE_GAMES, f"only of {', '.join(PUZZLE_GAMES)}")
        raise HostError(f"there are no puzzles of {game}, {hint}")
