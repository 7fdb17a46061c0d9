"""How long the pictures take and how large they are, over the positions of whole random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from engine import reversi as rules
from renderers import reversi

_NAMES = ("Alexandra", "Flipfour (hard)")


def _positions(games: int, seed: int) -> Iterator[tuple[rules.Position, str | None, tuple[str, ...]]]:
    """Every position of random games with the last move and the discs it flipped."""
    rng = Random(seed)
    for _ in range(games):
        position = rules.start()
        yield position, None, ()
        while moves := position.legal_moves():
            move = rng.choice(moves)
            flipped = () if move == "pass" else position.flips(move)
            position = position.play(move)
            yield position, move, flipped


def measure(games: int = 5, seed: int = 1) -> list[dict[str, Any]]:
    """Draw every position of `games` random Reversi games once, after the parts have been prepared.

    Returns: pictures, their number; prepare_ms, the time of the first one in a process; median_ms and p95_ms,
    the time of one picture; median_kb and largest_kb, its size in units of 1000 bytes. Times are wall-clock.
    """
    began = perf_counter()
    reversi.draw(rules.start())
    prepare = perf_counter() - began
    times, sizes = [], []
    for position, move, flipped in _positions(games, seed):
        began = perf_counter()
        picture = reversi.draw(position, last_move=move, flipped=flipped, names=_NAMES)
        times.append(perf_counter() - began)
        sizes.append(len(picture))
    figures = {
        "pictures": len(times),
        "prepare_ms": prepare * 1e3,
        "median_ms": median(times) * 1e3,
        "p95_ms": quantiles(times, n=20)[-1] * 1e3,
        "median_kb": median(sizes) / 1000,
        "largest_kb": max(sizes) / 1000,
    }
    return [figures]
