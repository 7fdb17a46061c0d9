"""The Discord application: commands, views, the life of a game, the computer player."""

from bot.app import Flipfour, create_bot
from bot.settings import Settings

__all__ = ["Flipfour", "Settings", "create_bot"]
