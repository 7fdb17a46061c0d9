"""Openings to start from that are about equally good for both sides."""

from __future__ import annotations

import random
from functools import lru_cache

from engine.search.registry import registered


def draw_opening(game: str, rng: random.Random) -> str:
    """The moves of one of the balanced openings of a game's usual board, drawn by lot."""
    return rng.choice(_openings(game))


@lru_cache(maxsize=4)
def _openings(game: str) -> tuple[str, ...]:
    file = registered(game).balanced_openings
    assert file is not None, f"{game} comes with no openings"
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(line.split()[0] for line in lines if line and not line.startswith("#"))
