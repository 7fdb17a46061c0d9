"""The rooms of the bot. A new feature adds one line to `ROOMS`; its module says what the feature has.

Importing a room declares its components (`on_press`, …), the messages it shows (`shows`) and its refusals. It
may have

    COMMANDS     commands, command groups and menus, or functions that make them
    FEATURES     the classes that are built from the `Kit` (`bot.features`)

Features that declare `chores` are recovered by the periodic pass, and closed when the bot stops. Whose data a
column holds is said where the column is, in `data/tables`.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.ui.routes import ROUTES, Routes

ROOMS: tuple[ModuleType, ...] = tuple(
    map(
        import_module,
        (
            "bot.ui.kernel",
            "bot.play.boards.boards_ui",
            "bot.play.offers.ui",
            "bot.play.help.ui",
            "bot.play.my_games.ui",
            "bot.play.games.ui",
            "bot.play.more_ui",
            "bot.play.questions.ui",
            "bot.play.games.conditionals_ui",
            "bot.play.notices.ui",
            "bot.play.channel_lists.ui",
            "bot.play.assist.ui",
            "bot.play.opponents.ui",
            "bot.study.review.ui",
            "bot.study.analysis.ui",
            "bot.study.openings.commands",
            "bot.study.replay.ui",
            "bot.study.history_ui",
            "bot.study.records.ui",
            "bot.study.imports.ui",
            "bot.puzzles.ui",
            "bot.ranks.periods.ui",
            "bot.ranks.stats.ui",
            "bot.ranks.insights.ui",
            "bot.ranks.achievements.ui",
            "bot.events.votes.ui",
            "bot.events.tournaments.ui",
            "bot.events.matches.ui",
            "bot.account.settings.ui",
            "bot.account.blocks.ui",
            "bot.account.privacy.ui",
            "bot.account.linked_roles.ui",
            "bot.web.ui",
            "bot.hosting.alerts_ui",
            "bot.hosting.workers",
        ),
    )
)
"""Every room with features or something on Discord, from below to above: one line for each."""

AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu

KINDS = (app_commands.Command, app_commands.Group, app_commands.ContextMenu)


def all_routes() -> Routes:
    """Return the routes that all rooms have declared."""
    return ROUTES


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Add every command to `tree`."""
    for room in ROOMS:
        for declared in getattr(room, "COMMANDS", ()):
            made: AnyCommand | Iterable[AnyCommand]
            made = declared if isinstance(declared, KINDS) else declared()
            for command in (made,) if isinstance(made, KINDS) else made:
                tree.add_command(command)


def unconnected_tree() -> app_commands.CommandTree[Any]:
    """Return a tree with every command, to be read: without a token or a connection."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none())
    )
    add_commands(tree)
    return tree
