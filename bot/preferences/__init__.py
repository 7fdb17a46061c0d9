"""What servers and people set: `ServerSettings`, `PersonSettings`, and what follows from them."""

from bot.preferences.house_rules import HouseRules
from bot.preferences.looks import Looks
from bot.preferences.person import PersonSettings
from bot.preferences.preferences import Preferences
from bot.preferences.server import ServerSettings

__all__ = ["HouseRules", "Looks", "PersonSettings", "Preferences", "ServerSettings"]
