"""Settings of tournaments and simultaneous exhibitions."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from bot.settings.declared import SettingsGroup


class TournamentSettings(SettingsGroup):
    """Limits on tournaments and simultaneous exhibitions."""

    section: ClassVar[str] = "Limits"

    tournaments_server: int = Field(default=5, ge=1, le=100)
    """Maximum tournaments per server that are open or in progress."""
    simuls_server: int = Field(default=3, ge=1, le=100)
    """Maximum simultaneous exhibitions per server that are open or in progress. Each has up to 20 boards."""
