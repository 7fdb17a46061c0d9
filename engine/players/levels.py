"""The named levels of computer players, game by game, from the weakest to the strongest."""

from __future__ import annotations

from typing import NamedTuple

from engine.players.computer import ComputerPlayer


class Level(NamedTuple):
    """A computer player and the fixed rating with which games against it are counted."""

    player: ComputerPlayer
    rating: int


def _levels(*rows: tuple[str, str, int]) -> dict[str, Level]:
    return {name: Level(ComputerPlayer.parse(player), rating) for name, player, rating in rows}


#: Levels by game and name. In Reversi easy, medium and hard look 2, 4 and 5 plies ahead (SEEDS S3). The
#: distances between neighbours are measured by bench/levels.py; the ratings add them up from easy.
LEVELS: dict[str, dict[str, Level]] = {
    "reversi": _levels(
        ("beginner", "positional:1 lots slips=0.1@12.0", 1010),
        ("easy", "positional:2", 1200),
        ("medium", "positional:4 end=positional:8@8", 1400),
        ("hard", "positional:5 end=positional:14@14", 1630),
        ("strong", "mobility:3 end=mobility:12@12", 1890),
        ("club", "mobility:5", 2160),
        ("league", "patterns:4 end=patterns:10@10", 2480),
        ("tournament", "patterns:6 end=patterns:16@16", 2810),
        ("expert", "patterns:10 end=patterns:18@18", 3150),
        ("master", "patterns:time", 3480),
    ),
    "connect4": _levels(
        ("child", "alignments-w2:1 lots slips=0.35@99.0", 780),
        ("beginner", "alignments:1 lots slips=0.3@99.0", 910),
        ("novice", "alignments:1 lots", 1040),
        ("easy", "alignments:2 lots slips=0.05@99.0", 1200),
        ("medium", "alignments:5 lots", 1370),
        ("hard", "threats:7", 1540),
        ("strong", "threats:9", 1660),
        ("club", "threats:12", 1800),
        ("expert", "threats:16", 1920),
        ("master", "threats:time", 2110),
    ),
}
