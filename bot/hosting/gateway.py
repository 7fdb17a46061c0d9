"""Whether the bot is connected to Discord, and for how long it has not been."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from bot.runtime import Monotonic, Rest

LOOK_SECONDS = 5.0
"""How often it is looked whether it has taken too long."""

REMEMBERED = 100


class Gateway:
    """The connection, as far as the bot is told of it."""

    def __init__(self, clock: Monotonic, note: Callable[[bool], None]) -> None:
        """`note` is told whenever the connection is made or lost."""
        self._clock = clock
        self._note = note
        self._losses: deque[float] = deque(maxlen=REMEMBERED)
        self._lost_at: float | None = clock()

    @property
    def ready(self) -> bool:
        """Whether it is connected."""
        return self._lost_at is None

    @property
    def away(self) -> float:
        """For how many seconds it has not been connected."""
        return 0.0 if self._lost_at is None else self._clock() - self._lost_at

    def connected(self) -> None:
        """The connection is made."""
        self._lost_at = None
        self._note(True)

    def lost(self) -> None:
        """The connection is lost; told again and again while it cannot be made anew."""
        if self._lost_at is None:
            self._lost_at = self._clock()
            self._losses.append(self._lost_at)
            self._note(False)

    def losses_within(self, seconds: float) -> int:
        """How often it was lost in the last so many seconds."""
        since = self._clock() - seconds
        return sum(moment > since for moment in self._losses)

    async def away_for(self, seconds: float, rest: Rest) -> None:
        """Return when it has not been connected for so long."""
        while self.away < seconds:
            await rest(min(LOOK_SECONDS, seconds))
