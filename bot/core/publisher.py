"""Showing games to players, and ignoring taps on buttons that have just changed."""

from __future__ import annotations

from typing import Protocol

from cachetools import TTLCache

from bot.core.people import Place
from bot.core.runtime import Monotonic
from bot.core.snapshot import GameSnapshot


class UserRequest:
    """A use of the bot that led to a change: `bot.ui.request.Request`.

    Use-cases hand it on and read nothing from it, so that they know no Discord; a message about the change
    is shown through it.
    """


class Publisher(Protocol):
    """Shows stored games to players: `bot.play.boards.boards_ui.Boards`."""

    async def show(
        self, game_id: int, request: UserRequest | None = None, *, known: GameSnapshot | None = None
    ) -> bool:
        """Bring a game's message up to date. `known` is the caller's copy, which saves replaying the game.

        Never raises for failures of Discord or the connection; returns False if the game cannot be shown and
        a retry would not help.
        """

    async def post(self, game_id: int, request: UserRequest) -> None:
        """Answer a command with a game's message, which replaces the current one. Raises UnknownGame."""

    async def move(self, game_id: int, place: Place, request: UserRequest | None = None) -> bool:
        """Post a game's message in another channel, to which the old one links; False if that fails."""

    async def turn_menu(self, game_id: int, page: str, request: UserRequest) -> None:
        """Show another page of a start card's menu, unless a player has joined in the meantime."""

    async def freshen(self, game_id: int) -> None:
        """Repost a game's message if it is missing, old or far up; on a refusal the old one stays."""

    async def restore(self, game_id: int) -> None:
        """Post the message of a game in progress again if it has been deleted, and note a deleted channel.

        That of a match is not, since deleting it ends the match; that of an adjourned game is only when a
        player resumes it. Never raises.
        """

    async def redirect(self, game_id: int, request: UserRequest) -> None:
        """Update a board that was clicked if its last update failed; if it is abandoned, link to the current
        one."""

    async def refresh(self, *, reconnected: bool = False) -> None:
        """Show every game whose current state did not reach Discord, several concurrently.

        Pending retries are left alone, unless the bot has just `reconnected`.
        """

    async def refresh_channel(self, channel_id: int) -> None:
        """Show the games whose messages were refused in a channel, which has changed."""

    async def update_names(self) -> None:
        """Edit a few messages that still name players who have deleted their data."""


CACHE_SIZE = 10_000
"""Maximum messages whose last change is cached."""

TOLD_SECONDS = 30.0
"""Time in which a person is told once that taps on a message were ignored; they still see that."""


class Taps:
    """Ignores a person's taps just after their own tap has changed a message's buttons."""

    def __init__(self, seconds: float, now: Monotonic) -> None:
        """`seconds` is how long such taps are ignored; 0 ignores none."""
        self._changed: TTLCache[int, int] = TTLCache(CACHE_SIZE, seconds, timer=now)
        self._told: TTLCache[tuple[int, int], None] = TTLCache(CACHE_SIZE, TOLD_SECONDS, timer=now)

    def record_change(self, message_id: int, person_id: int) -> None:
        """Note that a message's buttons have changed through a person's tap."""
        self._changed[message_id] = person_id

    def too_soon(self, message_id: int, person_id: int) -> bool:
        """Return whether a tap now may have been meant for the earlier buttons."""
        return bool(self._changed.get(message_id) == person_id)

    def is_told(self, message_id: int, person_id: int) -> bool:
        """Note that a person is told of an ignored tap; returns whether they were told just before."""
        told = (message_id, person_id) in self._told
        self._told.setdefault((message_id, person_id), None)
        return told
