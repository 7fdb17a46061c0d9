"""The Discord application: commands, views, the life of a game, the computer player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.app import Flipfour, create_bot
    from bot.runtime import Runtime
    from bot.settings import Settings

__all__ = ["Flipfour", "Runtime", "Settings", "create_bot"]


def __getattr__(name: str) -> Any:
    """Loads what is asked for only then: `flipfour --help` needs neither Discord nor the search core."""
    if name == "Settings":
        from bot.settings import Settings

        return Settings
    if name == "Runtime":
        from bot.runtime import Runtime

        return Runtime
    if name in {"Flipfour", "create_bot"}:
        from bot import app

        return getattr(app, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
