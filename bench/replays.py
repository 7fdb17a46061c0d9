"""Time and size of the animated picture of a whole game."""

from __future__ import annotations

from functools import partial
from time import perf_counter, process_time
from typing import Any

from bench.reviews import GAMES_PLAYED
from bot.catalog import GAMES, Animated
from engine.search.registry import registered
from renderers.replay import Projection
from renderers.themes import USUAL


def measure() -> list[dict[str, Any]]:
    """Draw and write a whole game of each kind, as the bot does: once before, for what all games share.

    Returns: game, its moves; frames; first_s and cpu_s, the processor time of the first one and of the next;
    seconds, wall-clock, and kb, the size of the file in units of 1000 bytes, of the next.
    """
    return [_measure(game, transcript) for game, transcript in GAMES_PLAYED]


def _measure(game: str, transcript: str) -> dict[str, Any]:
    kind, moves = GAMES[game], registered(game).split_moves(transcript)
    assert isinstance(kind, Animated)
    positions = [kind.start("")]
    for move in moves:
        positions.append(positions[-1].play(move))
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
