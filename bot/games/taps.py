"""Taps that come too soon: a reply has put new buttons under the finger, and a second tap would press one."""

from __future__ import annotations

from bot.runtime import Monotonic

REMEMBERED = 10_000
"""Messages whose last change is remembered."""


class Taps:
    """Remembers whose tap has changed the buttons of a message, and when."""

    def __init__(self, seconds: float, now: Monotonic) -> None:
        """`seconds` is how long the same person's taps on a changed message are ignored; 0 ignores none."""
        self._seconds = seconds
        self._now = now
        self._changed: dict[int, tuple[int, float]] = {}

    def note_changed(self, message_id: int, person_id: int) -> None:
        """Note that a message has other buttons since this person's tap."""
        if len(self._changed) >= REMEMBERED:
            self._changed.clear()
        self._changed[message_id] = person_id, self._now()

    def too_soon(self, message_id: int, person_id: int) -> bool:
        """Whether a tap that arrives now may have been meant for the buttons before."""
        tapped_by, changed_at = self._changed.get(message_id, (None, 0.0))
        return tapped_by == person_id and self._now() - changed_at < self._seconds
