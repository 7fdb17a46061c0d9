"""The styles of Reversi by their numbers in compiled code, and the levels that play in them."""

from __future__ import annotations

import numpy as np

from engine.search.registry import LevelRow

#: Sum of square values.
POSITIONAL = np.uint64(1)
#: Disc difference.
GREEDY = np.uint64(2)
#: Sign of the result.
WIN_OR_LOSE = np.uint64(3)
#: Disc difference, the fewest discs being best.
LOSER = np.uint64(4)
#: Mobility, corners, frontier and square values together.
MOBILITY = np.uint64(5)
#: The learned pattern weights.
PATTERNS = np.uint64(6)
#: The learned network.
NETWORK = np.uint64(7)

LEVELS = (
    LevelRow("toddler", "greedy:1 misjudges=2.5@64.0 misses=0.97", 470, thinks=False),
    LevelRow("child", "greedy:1 misjudges=1.5@64.0 misses=0.25", 810, thinks=False),
    LevelRow("beginner", "patterns:1 misjudges=9.0@24.0/165.0 misses=0.4", 1050),
    LevelRow("easy", "patterns:2 misjudges=8.0@24.0/165.0 misses=0.3", 1200),
    LevelRow("medium", "patterns:4 misjudges=7.2@20.0/150.0 misses=0.3", 1350),
    LevelRow("hard", "patterns:5 misjudges=5.6@18.0/125.0 misses=0.3", 1540),
    LevelRow("steady", "patterns:5 misjudges=4.2@16.0/100.0 misses=0.25", 1720),
    LevelRow("strong", "patterns:5 misjudges=3.15@13.0/80.0 misses=0.2", 1920),
    LevelRow("club", "patterns:6 misjudges=2.6@12.0/65.0 misses=0.2", 2080),
    LevelRow("county", "patterns:6 misjudges=2.0@10.0/50.0 misses=0.15", 2240),
    LevelRow("league", "patterns:7 misjudges=1.85@7.0/40.0 misses=0.1", 2410),
    LevelRow("regional", "patterns:7 misjudges=1.15@6.0/22.0 misses=0.05", 2570),
    LevelRow("tournament", "patterns:8 misjudges=0.9@5.0/14.0", 2760),
    LevelRow("national", "patterns:9 misjudges=0.66@3.6/9.7", 2930),
    LevelRow("expert", "patterns:10 misjudges=0.3@1.7/5.5", 3130),
    LevelRow("champion", "patterns:13 misjudges=0.44@2.5/5.5", 3310),
    LevelRow("legend", "network:14 misjudges=0.33@2.0/3.6", 3500),
    LevelRow("oracle", "network:18 misjudges=0.3@1.8/3.5", 3650),
    LevelRow("master", "network:time", 3840),
)
