"""All rooms: importing their handlers declares the routes of components; their commands are added here."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.catalog import GAMES
from bot.ui import notices
from bot.ui.analysis.handlers import position
from bot.ui.assist.commands import current_game_group, hint
from bot.ui.blocks import block_group
from bot.ui.channel_lists.handlers import channel_group
from bot.ui.conditionals import handlers as conditionals
from bot.ui.games import handlers as games_
from bot.ui.games.handlers import challenge_menu, game_group
from bot.ui.help.handlers import help_command, play
from bot.ui.history import handlers as history_
from bot.ui.history.handlers import history
from bot.ui.imports.handlers import import_games
from bot.ui.matches.handlers import match, strength
from bot.ui.my_games.handlers import games, next_game
from bot.ui.offers import handlers as offers
from bot.ui.opponents import handlers as opponents
from bot.ui.opponents.handlers import opponent_group
from bot.ui.preferences.handlers import me, settings
from bot.ui.privacy import handlers as privacy_
from bot.ui.privacy.handlers import my_data_group, privacy
from bot.ui.puzzles.handlers import puzzle
from bot.ui.questions import handlers as questions
from bot.ui.records.handlers import export
from bot.ui.replay.handlers import replay
from bot.ui.review.handlers import review
from bot.ui.routes import ROUTES, Routes
from bot.ui.stats import handlers as stats
from bot.ui.stats.handlers import compare, leaderboard, profile

HANDLERS = (
    conditionals,
    games_,
    history_,
    notices,
    offers,
    opponents,
    privacy_,
    questions,
    stats,
)
"""Modules of components that no command above needs."""


def all_routes() -> Routes:
    """The routes that the handlers imported here have declared."""
    return ROUTES


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Put every command into `tree`."""
    for kind in GAMES.values():
        tree.add_command(game_group(kind))
        tree.add_command(challenge_menu(kind))
    tree.add_command(play)
    tree.add_command(help_command)
    tree.add_command(games)
    tree.add_command(next_game)
    tree.add_command(match())
    tree.add_command(current_game_group())
    tree.add_command(hint)
    tree.add_command(opponent_group())
    tree.add_command(strength())
    tree.add_command(puzzle())
    tree.add_command(review)
    tree.add_command(position)
    tree.add_command(replay)
    tree.add_command(history)
    tree.add_command(export)
    tree.add_command(import_games)
    tree.add_command(block_group())
    tree.add_command(channel_group())
    tree.add_command(leaderboard())
    tree.add_command(profile)
    tree.add_command(compare)
    tree.add_command(me)
    tree.add_command(settings)
    tree.add_command(privacy)
    tree.add_command(my_data_group())
