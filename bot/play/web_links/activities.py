"""Boards inside of Discord, as the application's Activity: where they are, and which game one opens with.

An Activity belongs to a channel, not to a game, so a person's last press of *Open board* there decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cachetools import LRUCache

MAX_PRESSES = 10_000
"""Maximum presses that are remembered."""

_GAME = re.compile(r"game-([0-9]{1,18})")


class Activities:
    """The application's Activity; off until Discord says that the application has one."""

    def __init__(self, application_id: Callable[[], int | None], *, can_sign_in: bool) -> None:
        """`can_sign_in` is False if the host's settings do not suffice."""
        self._application_id = application_id
        self.can_sign_in = can_sign_in
        self._exists = False
        self._pressed: LRUCache[tuple[int, int], int] = LRUCache(MAX_PRESSES)

    @property
    def enabled(self) -> bool:
        """True if boards can be opened inside of Discord."""
        return self.can_sign_in and self._exists

    def found(self, *, exists: bool) -> None:
        """Note whether the application has an Activity at Discord."""
        self._exists = exists

    def press(self, person_id: int, channel_id: int | None, game_id: int) -> None:
        """Note that a person opens a game's board in a channel."""
        if channel_id is not None:
            self._pressed[person_id, channel_id] = game_id

    def pressed(self, person_id: int, channel_id: int) -> int | None:
        """Return the game whose board a person opened last in a channel."""
        return self._pressed.get((person_id, channel_id))

    @property
    def application_id(self) -> int | None:
        """The application in whose Activity boards can be opened, None if they can't."""
        return self._application_id() if self.enabled else None


def custom_id(game_id: int) -> str:
    """Return how a link names a game; who may see it is decided when it is opened."""
    return f"game-{game_id}"


def game_of(given: str) -> int | None:
    """Return the game that a link names."""
    named = _GAME.fullmatch(given)
    return None if named is None else int(named[1])
