"""Protection against double taps: a reply puts new buttons under the finger."""

from __future__ import annotations

from cachetools import TTLCache

from bot.runtime import Monotonic

CACHE_SIZE = 10_000
"""Maximum messages whose last change is cached."""


class Taps:
    """Ignores a person's taps just after their own tap has changed a message's buttons."""

    def __init__(self, seconds: float, now: Monotonic) -> None:
        """`seconds` is how long such taps are ignored; 0 ignores none."""
        self._changed: TTLCache[int, int] = TTLCache(CACHE_SIZE, seconds, timer=now)

    def note_changed(self, message_id: int, person_id: int) -> None:
        """Note that a message's buttons have changed through a person's tap."""
        self._changed[message_id] = person_id

    def too_soon(self, message_id: int, person_id: int) -> bool:
        """Return whether a tap now may have been meant for the earlier buttons."""
        return bool(self._changed.get(message_id) == person_id)
