"""The levels of Reversi.

Easy, medium and hard look 2, 4 and 5 plies ahead (see docs/origins.md). The distances between neighbours are
measured by `python -m bench.levels`; the ratings add them up from easy.
"""

from __future__ import annotations

from engine.search.registry import LevelRow

LEVELS = (
    LevelRow("beginner", "positional:1 random-ties blunders=0.1@12.0", 1010),
    LevelRow("easy", "positional:2", 1200),
    LevelRow("medium", "positional:4 end=positional:8@8", 1400),
    LevelRow("hard", "positional:5 end=positional:14@14", 1630),
    LevelRow("strong", "mobility:3 end=mobility:12@12", 1890),
    LevelRow("club", "mobility:5", 2160),
    LevelRow("league", "patterns:4 end=patterns:10@10", 2480),
    LevelRow("tournament", "patterns:6 end=patterns:16@16", 2810),
    LevelRow("expert", "patterns:10 end=patterns:18@18", 3150),
    LevelRow("master", "patterns:time", 3480),
)
