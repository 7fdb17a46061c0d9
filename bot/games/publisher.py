"""How use-cases show games, and which taps on shown buttons they ignore."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from cachetools import TTLCache

from bot.games.people import Place
from bot.games.snapshot import GameSnapshot
from bot.runtime import Monotonic

Request: TypeAlias = Any
"""The click or command that led to a change. Only the publisher looks into it."""


class Publisher(Protocol):
    """Brings what is stored of a game before the people who play it."""

    async def show(
        self, game_id: int, request: Request | None = None, *, known: GameSnapshot | None = None
    ) -> bool:
        """Bring the message of a game up to date. `known` is the game as the caller has it: what is stored
        is shown, but need not be replayed from the first move.

        Never raises for what the connection does; returns False when the game cannot be shown and trying
        again would not help.
        """

    async def post(self, game_id: int, request: Request) -> None:
        """Answer a command with the message of a game, its only one from now on. Raises UnknownGame."""

    async def move(self, game_id: int, place: Place, request: Request | None = None) -> bool:
        """Post the message of a game in another channel; the one it leaves leads there. False when that
        cannot be: the game stands where it was."""

    async def turn_menu(self, game_id: int, page: str, request: Request) -> None:
        """Show the card of an offer with another part of its menu of computer players."""

    async def freshen(self, game_id: int) -> None:
        """Post the message of a game again if people would have to look for it."""

    async def restore(self, game_id: int) -> None:
        """Post the message of a game in progress again if it has been deleted. Never raises."""

    async def redirect(self, game_id: int, request: Request) -> None:
        """Lead somebody to the message of a game who has used one that it has left."""

    def show_progress(self, game_id: int) -> None:
        """Show how far the computer's search is; of several pieces of news only the newest."""

    async def refresh(self, *, reconnected: bool = False) -> None:
        """Show every game whose newest state did not reach people.

        Those that are to be tried again later anyway are left alone, unless the bot has just `reconnected`.
        """

    async def refresh_channel(self, channel_id: int) -> None:
        """Show the games of a channel again whose messages were refused there."""

    async def update_names(self) -> None:
        """Change messages that still name somebody who has deleted their data; a few at a time."""

    def close(self) -> None:
        """Leave what did not reach people to the next start."""


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
