"""All rooms: importing them declares the handlers of their components; their commands are added here."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.account.blocks import ui as blocks
from bot.account.linked_roles import ui as linked_roles
from bot.account.privacy import ui as privacy
from bot.account.settings import ui as preferences
from bot.catalog import GAMES
from bot.events.matches import ui as matches
from bot.events.simuls import ui as simuls
from bot.events.tournaments import ui as tournaments
from bot.events.votes import ui as votes
from bot.play.assist import ui as assist
from bot.play.channel_lists import ui as channel_lists
from bot.play.conditionals import ui as conditionals
from bot.play.games import ui as games
from bot.play.help import ui as help_card
from bot.play.more import commands as current_game
from bot.play.more import ui as more
from bot.play.my_games import ui as my_games
from bot.play.notices import ui as notices
from bot.play.offers import ui as offers
from bot.play.offers.commands import challenge_menu, game_group
from bot.play.opponents import ui as opponents
from bot.play.questions import ui as questions
from bot.puzzles import ui as puzzles
from bot.ranks.achievements import ui as achievements
from bot.ranks.periods import ui as periods
from bot.ranks.stats import ui as stats
from bot.study.analysis import ui as analysis
from bot.study.history import ui as history
from bot.study.imports import ui as imports
from bot.study.openings import commands as openings
from bot.study.records import ui as records
from bot.study.replay import ui as replay
from bot.study.review import ui as review
from bot.ui.routes import ROUTES, Routes

WITHOUT_COMMANDS = (
    achievements,
    blocks,
    channel_lists,
    conditionals,
    games,
    linked_roles,
    more,
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
        tree.add_command(game_group(kind))
        tree.add_command(challenge_menu(kind))
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
