"""`flipfour match`: two computer players play many games on all cores, or on a cluster."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from concurrent.futures import as_completed
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.catalog import GAMES
from bot.errors import HostError
from bot.opponents.choices import built_in_choice, styles_of
from bot.opponents.specs import opponent, tidy
from bot.process.machine import available_cores
from engine import EngineError, Position, warm_up
from engine.players.computer import ComputerPlayer, Phase
from engine.players.matches import MatchScore, play_game
from engine.players.openings import balanced_openings, random_openings, read_openings
from engine.players.styles import style_named
from executors.batch import hired

RANDOM_PLIES = 6
"""Plies of a random opening, for games that have no file of balanced ones."""


@dataclass(frozen=True, slots=True)
class Request:
    """A match to be played: two players, as recipes or names of levels, and the conditions."""

    game: str
    players: tuple[str, str]
    games: int
    seconds: float
    openings: Path | None
    seed: int
    processes: int
    cluster: str | None = None
    """The scheduler whose workers are to play, instead of processes."""
    board: str = ""
    """As people type it in Discord; "" for the usual one."""


def match(request: Request, *, as_json: bool) -> None:
    """Play the match and print its result. Raises `HostError` if the request makes no sense."""
    if request.game not in GAMES:
        raise HostError(f"there is no game {request.game}; there is {', '.join(GAMES)}")
    if request.games < 1 or request.seconds <= 0:
        raise HostError("a match needs at least one game and some time for each move")
    players = (_player(request.game, request.players[0]), _player(request.game, request.players[1]))
    openings = _openings(request)
    console = Console(stderr=as_json)
    # Each opening is played twice, with sides swapped.
    drawn = itertools.islice(openings, (request.games + 1) // 2)
    jobs = [(opening, side) for opening in drawn for side in (0, 1)]
    tally = MatchScore()
    processes = request.processes or available_cores()
    if request.cluster is None:
        # All processes load what is compiled once.
        warm_up(request.game)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        hired(request.cluster, processes) as crew,
        Progress(*columns, console=console) as bar,
    ):
        task = bar.add_task(f"{request.players[0]} – {request.players[1]}", total=request.games)
        running = [
            crew.executor.submit(play_game, players, opening, request.seconds, side)
            for opening, side in itertools.islice(jobs, request.games)
        ]
        for done in as_completed(running):
            tally = tally.plus(done.result())
            bar.advance(task)
    if as_json:
        print(json.dumps(report(request, tally), indent=2))
    else:
        console.print(summary(request, tally), highlight=False)


def report(request: Request, tally: MatchScore) -> dict[str, object]:
    """The result for machines."""
    return {
        "game": request.game,
        "board": request.board,
        "players": list(request.players),
        "seed": request.seed,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": round(tally.score, 4),
        "error": round(tally.error, 4),
        "elo": round(tally.elo, 1),
        "elo_interval": [round(end, 1) for end in tally.elo_interval],
        "seconds_per_move": [round(tally.seconds_per_move(player), 6) for player in (0, 1)],
        "nodes": list(tally.nodes),
        "nodes_per_move": [round(tally.nodes_per_move(player)) for player in (0, 1)],
    }


def summary(request: Request, tally: MatchScore) -> str:
    """The result for people."""
    first, second = request.players
    low, high = tally.elo_interval
    board = f" on {request.board}" if request.board else ""
    return (
        f"{first} – {second}, {tally.games} games of {request.game}{board}: "
        f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost\n"
        f"score {tally.score:.1%} ± {tally.error:.1%}, Elo {tally.elo:+.0f} ({low:+.0f} to {high:+.0f})\n"
        f"time a move: {tally.seconds_per_move(0) * 1000:.1f} ms and "
        f"{tally.seconds_per_move(1) * 1000:.1f} ms\n"
        f"nodes a move: {tally.nodes_per_move(0):,.0f} and {tally.nodes_per_move(1):,.0f}"
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
        known = f"levels: {', '.join(kind.levels)}; styles: {', '.join(styles_of(kind))}"
        raise HostError(f"{error}; {known}") from error
    return player


def _openings(request: Request) -> Iterator[Position]:
    kind, rng = GAMES[request.game], random.Random(request.seed)
    try:
        options = kind.read_options(request.board) if request.board else ""
    except EngineError as error:
        raise HostError(f"{request.board!r} is no board of {request.game}: {error}") from error
    if request.openings is None and kind.drawn(options, rng) != options:
        return (kind.start(kind.drawn(options, rng)) for _ in itertools.count())
    start = kind.start(options)
    if request.openings is not None:
        positions = _read(start, request.openings)
    else:
        positions = [] if options else balanced_openings(start)
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
