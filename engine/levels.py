"""The named levels of computer players, game by game, from the weakest to the strongest."""

from __future__ import annotations

from typing import NamedTuple

from engine.players import ComputerPlayer


class Level(NamedTuple):
    """A computer player and the fixed rating with which games against it are counted."""

    player: ComputerPlayer
    rating: int


#: Levels by game and name. Easy, medium and hard look 2, 4 and 5 plies ahead (SEEDS S3).
LEVELS: dict[str, dict[str, Level]] = {
    "reversi": {
        "easy": Level(ComputerPlayer("positional", 2), 1200),
        "medium": Level(ComputerPlayer("positional", 4), 1400),
        "hard": Level(ComputerPlayer("positional", 5), 1500),
        "expert": Level(ComputerPlayer("positional"), 1800),
    },
}
