"""Times of making puzzles, reviews, replays and Swiss rounds, of storing moves and of translating."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from timeit import repeat
from typing import Any, TypeVar

from bot.catalog import GAMES, Animated
from bot.events.tournaments.forms import swiss, swiss_pairs
from bot.events.tournaments.forms.standings import standings
from bot.events.tournaments.forms.swiss import SwissField
from bot.events.tournaments.forms.types import Form
from bot.events.tournaments.pictures import standing_rows, tie_break_headings
from bot.puzzles.making import examine, self_play
from bot.settings.settings import Settings
from bot.study.review.analysis import Analysis
from data.games.records import Game, GameState, NewGame, NewMove, Seat
from data.storage import Storage
from data.tournaments.records import Entrant, Pairing, PairingOutcome
from engine import Position, StopFlag
from engine.puzzles import PUZZLE_GAMES
from engine.search.deepening import warm_up
from engine.search.registry import registered
from languages import ENGLISH, LANGUAGES, gettext, ngettext, pgettext, speaking
from renderers.replay import Projection
from renderers.table import MAX_ROWS, draw_standings_table
from renderers.themes import USUAL

GAMES_EXAMINED = 10
SEED = 1000


def measure_puzzles(games: int = GAMES_EXAMINED) -> list[dict[str, Any]]:
    """Examine games as `flipfour puzzles make` does; times are processor seconds."""
    return [_measure_puzzles(game, games) for game in PUZZLE_GAMES]


def _measure_puzzles(game: str, games: int) -> dict[str, Any]:
    warm_up(game, usual_board_only=True)
    puzzles, rejected, begun = 0, Counter[str](), time.process_time()
    for source in itertools.islice(self_play(game, SEED), games):
        examined = examine(source)
        puzzles += len(examined.puzzles)
        rejected.update(examined.rejected)
    seconds = time.process_time() - begun
    return {
        "game": GAMES[game].title,
        "games": games,
        "positions": puzzles + rejected.total(),
        "puzzles": puzzles,
        "seconds_a_puzzle_made": seconds / max(1, puzzles),
    }


GAMES_PLAYED = (
    (
        "reversi",
        "d3c5e6d2c6d6c7b7b6f6f4f7e7f3c3e3g8g4f5b4c4g6h3h4h6b8d7c8c2b2d8b3b5a5a7a8a6a4h5g5a1e8b1g7e1d1f8f1c1g3g2e2"
        "f2h1h7h8g1h2a2a3",
    ),
    ("connect4", "7144533655355726744242477711133322266"),
)
"""Whole games with errors in them, as a beginner plays them."""

MEGABYTES = 64.0


def _played(game: str, transcript: str) -> tuple[Sequence[str], list[Position]]:
    """Return the moves of a game, and the positions before and after each."""
    moves, positions = registered(game).split_moves(transcript), [GAMES[game].start("")]
    for move in moves:
        positions.append(positions[-1].play(move))
    return moves, positions


def measure_reviews() -> list[dict[str, Any]]:
    """Review a whole game of each kind, as the bot does, on one thread.

    Returns: game, its moves; seconds, wall-clock; proved, how many of its positions were solved; shallowest
    and deepest, of the searches for the others (0 where all were solved).
    """
    return [_measure_review(game, transcript) for game, transcript in GAMES_PLAYED]


def _measure_review(game: str, transcript: str) -> dict[str, Any]:
    kind, (moves, positions) = GAMES[game], _played(game, transcript)
    analysis = Analysis(
        kind.judging, positions, moves, (), seconds=Settings().review_seconds, megabytes=MEGABYTES
    )
    began = perf_counter()
    while not analysis.complete:
        analysis.analyse_next(StopFlag())
    seconds = perf_counter() - began
    depths = [ply.depth for ply in analysis.known if ply.depth is not None]
    return {
        "game": kind.title,
        "moves": len(moves),
        "seconds": seconds,
        "proved": analysis.plies - len(depths),
        "shallowest": min(depths, default=0),
        "deepest": max(depths, default=0),
    }


def measure_replays() -> list[dict[str, Any]]:
    """Draw and write a whole game of each kind, as the bot does: once before, for what all games share.

    Returns: game, its moves; frames; first_s and cpu_s, the processor time of the first one and of the next;
    seconds, wall-clock, and kb, the size of the file in units of 1000 bytes, of the next.
    """
    return [_measure_replay(game, transcript) for game, transcript in GAMES_PLAYED]


def _measure_replay(game: str, transcript: str) -> dict[str, Any]:
    kind, (moves, positions) = GAMES[game], _played(game, transcript)
    assert isinstance(kind, Animated)
    film = partial(kind.film, positions, None, None, USUAL)
    times = []
    for _ in range(2):
        began, cpu = perf_counter(), process_time()
        gif = Projection(film).resume(lambda: False)
        times.append((perf_counter() - began, process_time() - cpu))
    assert gif is not None
    return {
        "game": kind.title,
        "moves": len(moves),
        "frames": sum(1 for _ in film().frames),
        "first_s": times[0][1],
        "cpu_s": times[1][1],
        "seconds": times[1][0],
        "kb": len(gif) / 1000,
    }


SIZES = (8, 16, 32, 64)
"""Entrants of the tournaments measured."""

_OUTCOMES = (PairingOutcome.FIRST, PairingOutcome.SECOND, PairingOutcome.DRAW)

T = TypeVar("T")


def measure_tournaments(sizes: tuple[int, ...] = SIZES, seed: int = 1) -> list[dict[str, Any]]:
    """Play a Swiss tournament of each size; times are median processor milliseconds of a round."""
    return [_round_measured(size, Random(seed)) for size in sizes]


def _round_measured(size: int, random: Random) -> dict[str, Any]:
    field = [Entrant(number, random.gauss(1500, 200)) for number in range(1, size + 1)]
    names = {entrant.number: f"Player {entrant.number}" for entrant in field}
    rounds = swiss.suggested_rounds(size)
    played: list[Pairing] = []
    times: dict[str, list[float]] = {name: [] for name in ("pairing", "own_pairing", "standings", "picture")}
    for number in range(1, rounds + 1):
        before = SwissField(field, played, number, is_last=number == rounds)
        pairings = _timed(times["pairing"], swiss_pairs, before)
        _timed(times["own_pairing"], swiss.own_pairs, before)
        assert pairings is not None
        played += [replace(pairing, outcome=random.choice(_OUTCOMES)) for pairing in pairings]
        table = _timed(times["standings"], standings, Form.SWISS, field, played)
        rows, headings = standing_rows(Form.SWISS, table[:MAX_ROWS], names), tie_break_headings(Form.SWISS)
        _timed(times["picture"], draw_standings_table, rows, headings)
    return {
        "entrants": size,
        "rounds": rounds,
        **{f"{name}_ms": median(spent) for name, spent in times.items()},
    }


def _timed(times: list[float], work: Callable[..., T], *arguments: Any) -> T:
    """Do some work, and note how long it took."""
    begun = process_time()
    result = work(*arguments)
    times.append((process_time() - begun) * 1e3)
    return result


MOVES = 60
GAMES_AT_ONCE = 8


def measure_storage(moves: int = MOVES, games: int = GAMES_AT_ONCE) -> list[dict[str, float]]:
    """Return one row: moves stored per second in a fresh SQLite file, in one game and in `games` games at
    once.

    Each game has `moves` moves. A move counts when its own transaction is on the disk.

    Must not be called in a running event loop.
    """
    return [asyncio.run(_measure_storage(moves, games))]


async def _measure_storage(moves: int, games: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        storage = await Storage.open(f"sqlite:///{Path(folder) / 'bench.db'}")
        try:
            begun = [await storage.create_game(_new_game()) for _ in range(games + 1)]
            started = time.perf_counter()
            await _play(storage, begun[0], moves)
            between = time.perf_counter()
            await asyncio.gather(*(_play(storage, game, moves) for game in begun[1:]))
            ended = time.perf_counter()
        finally:
            await storage.close()
    return {
        "moves_per_second": moves / (between - started),
        f"moves_per_second_{games}_games": moves * games / (ended - between),
    }


async def _play(storage: Storage, game: Game, moves: int) -> None:
    for ply in range(moves):
        game = await storage.add_moves(game, [NewMove("d3", ply % 2, 1.0)])


def _new_game() -> NewGame:
    return NewGame(
        game="reversi",
        options="",
        guild_id=1,
        channel_id=1,
        challenger_id=1,
        opponent_id=2,
        side_choice="first",
        seats=(Seat(player_id=1), Seat(player_id=2)),
        state=GameState.PLAYING,
        rated=False,
    )


CALLS = 10_000
REPEATS = 7

SENTENCES: dict[str, Callable[[], str]] = {
    "sentence_µs": lambda: gettext("{winner} wins with four in a row", winner="Ann"),
    "number_µs": lambda: ngettext("{number} game", "{number} games", 12),
    "word_µs": lambda: pgettext("side", "Black"),
}


def measure_languages() -> list[dict[str, Any]]:
    """Translate three texts into each language.

    Returns: language; the fastest time of a sentence with a name, of one with a number and of a word with a
    context, in microseconds; load_ms, the processor time in which its catalogue is loaded.
    """
    rows = []
    for language in LANGUAGES.values():
        before = process_time()
        _ = replace(language).catalogue if language is not ENGLISH else language.catalogue
        loaded = process_time() - before
        with speaking(language):
            times = {
                name: 1e6 * min(repeat(text, timer=process_time, number=CALLS, repeat=REPEATS)) / CALLS
                for name, text in SENTENCES.items()
            }
        rows.append({"language": language.name, **times, "load_ms": 1e3 * loaded})
    return rows
