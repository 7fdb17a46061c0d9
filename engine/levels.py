"""The named levels of computer players, game by game, from the weakest to the strongest."""

from __future__ import annotations

from typing import NamedTuple

from engine.players import ComputerPlayer


class Level(NamedTuple):
    """A computer player and the fixed rating with which games against it are counted."""

    player: ComputerPlayer
    rating: int


def _levels(*rows: tuple[str, str, int]) -> dict[str, Level]:
    return {name: Level(ComputerPlayer.parse(player), rating) for name, player, rating in rows}


#: Levels by game and name. Easy, medium and hard look 2, 4 and 5 plies ahead (SEEDS S3). The distances
#: between neighbours are measured by bench/levels.py; the ratings add them up from easy.
LEVELS: dict[str, dict[str, Level]] = {
    "reversi": _levels(
        ("child", "greedy:1 lots", 800),
        ("beginner", "positional:1 lots slips=0.4@12.0", 1000),
        ("easy", "positional:2", 1200),
        ("casual", "positional:3", 1300),
        ("medium", "positional:4", 1400),
        ("hard", "positional:5", 1500),
        ("club", "mobility:3 end=mobility:10@10", 1650),
        ("strong", "mobility:5 end=mobility:14@14", 1800),
        ("expert", "patterns:time cap=1.0", 2000),
        ("master", "patterns:time", 2200),
    ),
    "connect4": _levels(
        ("child", "alignments-w2:1 lots slips=0.35@50.0", 910),
        ("beginner", "alignments:1 lots slips=0.3@50.0", 1090),
        ("easy", "alignments:2 lots slips=0.15@50.0", 1200),
        ("casual", "alignments:3 slips=0.06@50.0", 1310),
        ("medium", "alignments:4 slips=0.04@50.0", 1390),
        ("hard", "threats:5", 1500),
        ("club", "threats:7", 1610),
        ("strong", "threats:10", 1720),
        ("expert", "threats:14 cap=2.0", 1790),
        ("master", "threats:time", 1900),
    ),
}
