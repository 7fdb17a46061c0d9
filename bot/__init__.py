"""The Discord application: commands, views, the life of a game, the computer player."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discord.ext.commands import Bot

    from bot.core.runtime import Runtime
    from bot.settings.settings import Settings

__all__ = ["create_bot"]


def create_bot(settings: Settings, runtime: Runtime | None = None) -> Bot:
    """Build the bot without connecting it, in the given or the real environment."""
    # Imported late: `flipfour --help` needs neither Discord nor the search core.
    from bot import sharded

    return sharded.create_bot(settings, runtime)
