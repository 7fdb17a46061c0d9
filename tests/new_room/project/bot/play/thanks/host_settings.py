"""Settings of thanks."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from bot.settings.declared import SettingsGroup


class ThanksSettings(SettingsGroup):
    """Limits of thanks."""

    section: ClassVar[str] = "Thanks"

    thanks_length: int = Field(default=100, ge=1, le=100)
    """Maximum characters of what one says thanks for."""
