"""The styles of Connect 4 by their numbers in compiled code, and the levels that play in them."""

from __future__ import annotations

import numpy as np

from engine.search.registry import LevelRow

#: Sign of the result.
WIN_OR_LOSE = np.uint64(1)
#: Threats by their rows, and lines that are still open.
THREATS = np.uint64(2)
#: A weight for each number of discs in an open line.
ALIGNMENTS = np.uint64(3)
#: Runs of discs and the squares around them.
VECTORS = np.uint64(4)
#: Nothing but finished games.
QUADRUPLETS = np.uint64(5)

LEVELS = (
    LevelRow("toddler", "alignments-0,1,2,3,20:1 misjudges=16.0@99.0 misses=0.9", 520, thinks=False),
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
