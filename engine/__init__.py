"""Rules of the games and the search core: no I/O, no asyncio, no Discord.

>>> from engine import Limits, reversi, search
>>> search(reversi.start(), Limits(depth=1)).depth
1
"""

from __future__ import annotations

from engine import connect4, reversi
from engine.errors import EngineError, IllegalMove, InvalidPosition, UnknownStyle
from engine.jit.ready_note import is_compiled
from engine.reversi import transcripts
from engine.search.deepening import search
from engine.search.limits import Limits, StopFlag
from engine.search.position import Position, Result
from engine.search.results import Candidate, Progress, SearchResult
from engine.search.rules import perft
from engine.search.warm_up import warm_up

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
    "is_compiled",
    "perft",
    "reversi",
    "search",
    "transcripts",
    "warm_up",
]
