"""Limits how often a mistake of the same kind is logged: strangers may be able to repeat it at will."""

from __future__ import annotations

from collections import defaultdict, deque

MAX_LINES, WITHIN = 20, 60.0
"""Maximum lines of a kind within some seconds; those left out are counted."""


class FewLines:
    """Counts lines by kind. Kinds are words of the code, so there are few."""

    def __init__(self) -> None:
        self._told: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=MAX_LINES))
        self._left_out: defaultdict[str, int] = defaultdict(int)

    def admit(self, kind: str, now: float) -> dict[str, int] | None:
        """Return what a line should add about those left out before; None if it is to be left out, too."""
        told = self._told[kind]
        if len(told) == MAX_LINES and now - told[0] < WITHIN:
            self._left_out[kind] += 1
            return None
        told.append(now)
        left_out = self._left_out.pop(kind, 0)
        return {"left_out": left_out} if left_out else {}
