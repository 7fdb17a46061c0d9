"""All rooms: importing them declares the handlers of their components; their commands are added here."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.catalog import GAMES
from bot.ui import blocks, notices
from bot.ui.achievements import handlers as achievements
from bot.ui.analysis import handlers as analysis
from bot.ui.assist import handlers as assist
from bot.ui.channel_lists import handlers as channel_lists
from bot.ui.conditionals import handlers as conditionals
from bot.ui.games import commands as current_game
from bot.ui.games import handlers as games
from bot.ui.help import handlers as help_card
from bot.ui.history import handlers as history
from bot.ui.imports import handlers as imports
from bot.ui.linked_roles import handlers as linked_roles
from bot.ui.matches import handlers as matches
from bot.ui.my_games import handlers as my_games
from bot.ui.offers import handlers as offers
from bot.ui.openings import commands as openings
from bot.ui.opponents import handlers as opponents
from bot.ui.periods import handlers as periods
from bot.ui.preferences import handlers as preferences
from bot.ui.privacy import handlers as privacy
from bot.ui.puzzles import handlers as puzzles
from bot.ui.questions import handlers as questions
from bot.ui.records import handlers as records
from bot.ui.replay import handlers as replay
from bot.ui.review import handlers as review
from bot.ui.routes import ROUTES, Routes
from bot.ui.simuls import handlers as simuls
from bot.ui.stats import handlers as stats
from bot.ui.tournaments import handlers as tournaments
from bot.ui.votes import handlers as votes

WITHOUT_COMMANDS = (
    achievements,
    blocks,
    channel_lists,
    conditionals,
    linked_roles,
    notices,
    offers,
    periods,
    privacy,
    questions,
)
"""Rooms that have only components."""


def all_routes() -> Routes:
    """Return the routes that all rooms have declared."""
    return ROUTES


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Add every command to `tree`."""
    for kind in GAMES.values():
        tree.add_command(games.game_group(kind))
        tree.add_command(games.challenge_menu(kind))
    for command in (
        help_card.play,
        help_card.help_command,
        my_games.games,
        my_games.next_game,
        matches.match(),
        votes.vote_command(),
        current_game.game_group(),
        assist.hint,
        opponents.opponent(),
        puzzles.puzzle(),
        review.review,
        analysis.position,
        openings.opening_group(),
        replay.replay,
        history.history,
        records.export,
        imports.import_games,
        tournaments.tournament_group(),
        simuls.simul(),
        stats.leaderboard(),
        stats.profile,
        stats.compare,
        preferences.me,
        preferences.settings,
    ):
        tree.add_command(command)


def unconnected_tree() -> app_commands.CommandTree[Any]:
    """Return a tree with every command, to be read: without a token or a connection."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none())
    )
    add_commands(tree)
    return tree
