"""Connect 4 as the rest of the engine knows it."""

from __future__ import annotations

from pathlib import Path

import engine.connect4.proof  # noqa: F401  the search finds it by the class of the states
from engine.connect4.levels import LEVELS
from engine.connect4.overlooked import hard_to_see
from engine.connect4.position import start
from engine.connect4.styles import STYLES, parse_style
from engine.search.registry import Game

GAME = Game(
    key="connect4",
    # One word holds its sizes as constants, one word, two words.
    starts=(start(), start(8, 7), start(12, 6)),
    # 12 columns of 8 rows, and the empty bit above each.
    squares=12 * 9,
    most_moves=12,
    most_plies=12 * 8,
    styles=STYLES,
    parse_style=parse_style,
    levels=LEVELS,
    move_pattern="[1-9]",
    balanced_openings=Path(__file__).parent / "balanced-8ply.txt",
    hard_to_see=hard_to_see,
)
