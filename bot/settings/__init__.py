"""The host's settings, and what the machine allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.settings.settings import Settings

__all__ = ["Settings"]


def __getattr__(name: str) -> Any:
    """Load the settings when they are asked for: `flipfour --version` needs no pydantic."""
    if name != "Settings":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bot.settings.settings import Settings

    return Settings
