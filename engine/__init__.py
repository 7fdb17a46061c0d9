"""Rules of the games and the search core: no I/O, no asyncio, no Discord.

>>> from engine import Limits, reversi, search
>>> search(reversi.start(), Limits(depth=1)).depth
1
"""

from __future__ import annotations

from engine import connect4, reversi, transcripts
from engine.counting import perft
from engine.errors import EngineError, IllegalMove, InvalidPosition, UnknownStyle
from engine.limits import Limits, StopFlag
from engine.reports import Candidate, Progress, SearchResult
from engine.results import Position, Result
from engine.searching import search
from engine.warming import warm_up

__all__ = [
    "Candidate",
    "EngineError",
    "IllegalMove",
    "InvalidPosition",
    "Limits",
    "Position",
    "Progress",
    "Result",
    "SearchResult",
    "StopFlag",
    "UnknownStyle",
    "connect4",
    "perft",
    "reversi",
    "search",
    "transcripts",
    "warm_up",
]
