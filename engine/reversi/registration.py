"""Reversi as the rest of the engine knows it."""

from __future__ import annotations

from pathlib import Path

from engine.reversi.levels import LEVELS
from engine.reversi.overlooked import hard_to_see
from engine.reversi.position import start
from engine.reversi.states import SIZES
from engine.reversi.styles import STYLES
from engine.reversi.symmetry import images
from engine.search.registry import Game

GAME = Game(
    key="reversi",
    starts=tuple(start(size, anti=anti) for anti in (False, True) for size in (8, 6, 10)),
    # The second half of a board of 10 × 10 lies in a second word.
    squares=128,
    # A move needs an empty square beside a disc; 64 is far above what was ever seen on 10 × 10.
    most_moves=64,
    # No two passes follow each other.
    most_plies=2 * (max(SIZES) ** 2 - 4),
    styles=STYLES,
    levels=LEVELS,
    move_pattern="[a-j](?:10|[1-9])",
    balanced_openings=Path(__file__).parent / "balanced-8ply.txt",
    hard_to_see=hard_to_see,
    images=images,
)
