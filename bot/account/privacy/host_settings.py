"""Settings about people's data: whom to ask, and how long it is stored."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import ClassVar

from pydantic import Field

from bot.settings.declared import SettingsGroup


class PrivacySettings(SettingsGroup):
    """Whom people can ask about their data."""

    section: ClassVar[str] = "Discord"
    in_example: ClassVar[Collection[str]] = ("contact",)

    contact: str = Field(default="", max_length=200)
    """How to reach you, the host; *Privacy* in `/me` shows it. Empty: not shown."""


class RetentionSettings(SettingsGroup):
    """How long the data of left servers, finished games and absent people is stored."""

    section: ClassVar[str] = "How long data is kept"

    keep_left_servers_days: float = Field(default=30.0, ge=1.0, le=3650.0)
    """Days after the bot's removal from a server until that server's data is deleted: settings,
    opponents, lists, nicknames, and where its games were played. Players keep their games."""
    keep_games_days: float = Field(default=0.0, ge=0.0, le=36_500.0)
    """Days after which finished games are deleted, with their moves and rating changes; ratings and points
    stay, so a game is deleted after its day is added up. 0: never."""
    keep_people_days: float = Field(default=0.0, ge=0.0, le=36_500.0)
    """Days without using Flipfour after which everything about a person is deleted, as on request.
    0: never."""

    @property
    def games(self) -> timedelta | None:
        """Time since the end of the game; None: indefinitely."""
        return timedelta(days=self.keep_games_days) or None

    @property
    def people(self) -> timedelta | None:
        """Time since the person last used the bot; None: indefinitely."""
        return timedelta(days=self.keep_people_days) or None
