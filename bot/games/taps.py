"""Protection against double taps: a reply puts new buttons under the finger."""

from __future__ import annotations

from bot.runtime import Monotonic

REMEMBERED = 10_000
"""Maximum messages whose last change is cached."""


class Taps:
    """Ignores a person's taps just after their own tap has changed a message's buttons."""

    def __init__(self, seconds: float, now: Monotonic) -> None:
        """`seconds` is how long such taps are ignored; 0 ignores none."""
        self._seconds = seconds
        self._now = now
        self._changed: dict[int, tuple[int, float]] = {}

    def note_changed(self, message_id: int, person_id: int) -> None:
        """Note that a message's buttons have changed through a person's tap."""
        if len(self._changed) >= REMEMBERED:
            self._changed.clear()
        self._changed[message_id] = person_id, self._now()

    def too_soon(self, message_id: int, person_id: int) -> bool:
        """Return whether a tap now may have been meant for the earlier buttons."""
        tapped_by, changed_at = self._changed.get(message_id, (None, 0.0))
        return tapped_by == person_id and self._now() - changed_at < self._seconds
