"""The host's settings, and what the machine allows."""

from bot.settings.settings import Settings

__all__ = ["Settings"]
