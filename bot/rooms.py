"""The rooms of the bot, how they are put together and how they end.

A new feature adds one line to `ROOMS`; its module says what the feature has.

Importing a room declares its components (`on_press`, …), the messages it shows (`shows`) and its refusals. It
may have

    COMMANDS     commands, command groups and menus, or functions that make them
    FEATURES     the classes that are built from the `Kit` (`bot.features`)

Features that declare `chores` are recovered by the periodic pass, and closed when the bot stops. Whose data a
column holds is said where the column is, in `data/tables`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.computer.computer import Computer
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.metrics import Metrics, gauge
from bot.core.runtime import Runtime
from bot.features import Closes, Finishes, Kit
from bot.hosting.health import Gateway
from bot.hosting.monitor import ErrorCount
from bot.settings.settings import Settings
from bot.ui.routes import ROUTES, Routes
from data import Storage

ROOMS: tuple[ModuleType, ...] = tuple(
    map(
        import_module,
        (
            "bot.ui.kernel",
            "bot.play.boards.boards_ui",
            "bot.play.offers_ui",
            "bot.play.help_ui",
            "bot.play.my_games_ui",
            "bot.play.games.ui",
            "bot.play.more_ui",
            "bot.play.questions_ui",
            "bot.play.games.conditionals_ui",
            "bot.play.turn_notices_ui",
            "bot.play.channel_lists_ui",
            "bot.play.assist.ui",
            "bot.play.opponents_ui",
            "bot.study.review.ui",
            "bot.study.analysis_ui",
            "bot.study.openings.commands",
            "bot.study.replay_ui",
            "bot.study.history_ui",
            "bot.study.records.ui",
            "bot.study.imports_ui",
            "bot.puzzles.ui",
            "bot.ranks.periods.ui",
            "bot.ranks.stats.ui",
            "bot.ranks.insights.ui",
            "bot.ranks.achievements.ui",
            "bot.events.votes.ui",
            "bot.events.tournaments.ui",
            "bot.events.matches.ui",
            "bot.account.settings.ui",
            "bot.account.blocks_ui",
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


MEMORY_EXPECTED = gauge("memory_expected_bytes", "Memory the settings may take.")

CLOSING_SECONDS = 5.0
"""Seconds a stopping bot waits for answers in progress."""

SEARCHING = (SearchCore, SearchPool, Computer)
"""The search and what needs it: closed after the features that use it."""


def compose(
    client: discord.Client,
    settings: Settings,
    runtime: Runtime,
    storage: Storage,
    metrics: Metrics,
    gateway: Gateway,
    errors: ErrorCount,
) -> Kit:
    """Build the features of a bot that speaks to Discord through `client`."""
    kit = Kit(settings, runtime, storage, metrics)
    kit.give(discord.Client, client)
    kit.give(Gateway, gateway)
    kit.give(ErrorCount, errors)
    for room in ROOMS:
        kit.declare(getattr(room, "FEATURES", ()))
    kit.build_all()
    metrics.set(MEMORY_EXPECTED, settings.required_memory)
    return kit


async def close(kit: Kit) -> None:
    """Abandon searches, which the next start resumes, and finish everything else."""
    kit.background.closing = True
    kit[SearchCore].close()
    for feature in reversed(kit.following(Closes)):
        if not isinstance(feature, SEARCHING):
            feature.close()
    kit[SearchPool].close()
    await kit.background.finish(CLOSING_SECONDS)
    finishing = [feature.finish(CLOSING_SECONDS) for feature in kit.following(Finishes)]
    await asyncio.gather(*finishing)
    kit[Computer].close()
    await asyncio.to_thread(kit[SearchPool].executor.close)
