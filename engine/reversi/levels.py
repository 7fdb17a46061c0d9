"""The levels of Reversi.

From legend on they use the learned network, before it the learned pattern weights. All but master err like
people: they look fewer plies ahead, misjudge moves, and most overlook some that are hard to see, down to the
last square. What they give away so is bounded for a move and for a whole game; nearly all games stay below
the latter by themselves. Easy, medium and hard look 2, 4 and 5 plies ahead (see docs/origins.md). The
distances between neighbours are measured by `python -m bench.levels`; the ratings add them up from easy.
"""

from __future__ import annotations

from engine.search.registry import LevelRow

LEVELS = (
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
    LevelRow("national", "patterns:9 misjudges=0.75@4.0/11.0", 2930),
    LevelRow("expert", "patterns:10 misjudges=0.55@3.0/7.0", 3070),
    LevelRow("champion", "patterns:11 misjudges=0.3@2.0/3.0", 3260),
    LevelRow("legend", "network:12 misjudges=0.25@1.5/2.0", 3430),
    LevelRow("oracle", "network:15 misjudges=0.05@0.4/1.0", 3630),
    LevelRow("master", "network:time", 3810),
)
