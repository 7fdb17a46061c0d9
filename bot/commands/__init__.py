"""The slash commands: those of each game, those of any game, and those about people and computers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.commands.current_game import current_game_group
from bot.commands.game import game_group
from bot.commands.match import match, strength
from bot.commands.opponent import opponent_group
from bot.commands.people import leaderboard, profile
from bot.games import GAMES

if TYPE_CHECKING:
    from bot.app import Flipfour


def add_commands(tree: app_commands.CommandTree[Flipfour]) -> None:
    """Put every command into `tree`."""
    for kind in GAMES.values():
        tree.add_command(game_group(kind))
    tree.add_command(match())
    tree.add_command(current_game_group())
    tree.add_command(opponent_group())
    tree.add_command(strength())
    tree.add_command(leaderboard())
    tree.add_command(profile)
