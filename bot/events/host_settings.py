"""Settings of matches between computers, and of tournaments and exhibitions."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from bot.settings.declared import SettingsGroup
from data.games.limits import SelfPlayBounds


class MatchSettings(SettingsGroup):
    """Limits on games in which computers play both sides."""

    section: ClassVar[str] = "Limits"

    self_play_server: int = Field(default=4, ge=1, le=1000)
    """Maximum games in progress per server in which computers play both sides: matches, and games handed
    over on both sides. A channel may have two of them, a person one."""

    @property
    def self_play(self) -> SelfPlayBounds:
        """The limits on games in which computers play both sides."""
        return SelfPlayBounds(server=self.self_play_server)


class TournamentSettings(SettingsGroup):
    """Limits on tournaments and simultaneous exhibitions."""

    section: ClassVar[str] = "Limits"

    tournaments_server: int = Field(default=5, ge=1, le=100)
    """Maximum tournaments per server that are open or in progress."""
    simuls_server: int = Field(default=3, ge=1, le=100)
    """Maximum simultaneous exhibitions per server that are open or in progress. Each has up to 20 boards."""
