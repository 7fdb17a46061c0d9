"""Computer players: everything that describes an opponent, as one value that prints and parses as text."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import EngineError, UnknownStyle
from engine.limits import Limits, StopFlag
from engine.reports import ProgressCallback, SearchResult
from engine.results import Position
from engine.searching import search
from engine.styles import style_named


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """An opponent: its style, and the depth in plies it looks ahead (None: as deep as its time allows).

    `str(player)` is "positional:4" or "positional:time"; `ComputerPlayer.parse` reads it back.
    """

    style: str = "positional"
    depth: int | None = None

    def __post_init__(self) -> None:
        Limits(depth=self.depth)

    def __str__(self) -> str:
        return f"{self.style}:{'time' if self.depth is None else self.depth}"

    @classmethod
    def parse(cls, text: str) -> ComputerPlayer:
        """The player that `str(player)` wrote. Raises UnknownStyle or EngineError."""
        style, colon, depth = text.partition(":")
        if not colon or not style:
            raise UnknownStyle(f"{text!r} describes no player; it looks like positional:4 or positional:time")
        if depth == "time":
            return cls(style)
        if not depth.isascii() or not depth.isdigit():
            raise EngineError(f"the depth must be a whole number or time, not {depth!r}")
        return cls(style, int(depth))

    def choose(
        self,
        position: Position,
        seconds: float,
        stop: StopFlag | None = None,
        progress: ProgressCallback | None = None,
    ) -> SearchResult:
        """The player's move, in at most `seconds` of real time. Raises EngineError when the game is over."""
        limits = Limits(seconds=seconds, depth=self.depth)
        return search(position, limits, stop, progress, style=style_named(position.game, self.style))
