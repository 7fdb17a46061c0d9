"""The levels of Connect 4.

The distances between neighbours are measured by `python -m bench.levels`; the ratings add them up from easy.
"""

from __future__ import annotations

from engine.search.registry import LevelRow

LEVELS = (
    LevelRow("child", "alignments-w2:1 random-ties blunders=0.35@99.0", 750),
    LevelRow("beginner", "alignments:1 random-ties blunders=0.3@99.0", 900),
    LevelRow("novice", "alignments:1 random-ties", 1050),
    LevelRow("easy", "alignments:2 random-ties blunders=0.08@99.0", 1200),
    LevelRow("medium", "alignments:5 random-ties", 1380),
    LevelRow("hard", "threats:7", 1550),
    LevelRow("strong", "threats:9", 1670),
    LevelRow("club", "threats:12", 1810),
    LevelRow("expert", "threats:16", 1930),
    LevelRow("master", "threats:time", 2120),
)
