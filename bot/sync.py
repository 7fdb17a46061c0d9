"""Tells Discord of the commands, but only when they changed: registering is strictly rate-limited."""

from __future__ import annotations

from typing import Any

import structlog
from discord.ext import commands

log = structlog.get_logger(__name__)


async def sync_commands(bot: commands.Bot) -> bool:
    """Register the command tree if Discord's copy differs; returns whether it did."""
    assert bot.application_id is not None
    ours: list[dict[str, Any]] = [dict(command.to_dict(bot.tree)) for command in bot.tree.get_commands()]
    theirs: list[Any] = list(await bot.http.get_global_commands(bot.application_id))
    if _same_set(ours, theirs):
        return False
    await bot.tree.sync()
    log.info("the commands were registered with Discord", commands=len(ours))
    return True


def _same_set(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> bool:
    by_name = {(command["name"], command.get("type", 1)): command for command in theirs}
    return len(ours) == len(theirs) and all(
        _says(by_name.get((command["name"], command.get("type", 1))), command) for command in ours
    )


_NOT_COMPARED = frozenset(
    {"id", "application_id", "version", "guild_id", "handler", "name_localized", "description_localized"}
    | {"dm_permission"}  # deprecated; `contexts` says it
)


def _says(theirs: Any, ours: Any) -> bool:
    """Whether Discord's copy says the same; what is empty, false or left out is one and the same."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        keys = (ours.keys() | theirs.keys()) - _NOT_COMPARED
        return all(_says(theirs.get(key), ours.get(key)) for key in keys)
    if isinstance(ours, list) and isinstance(theirs, list):
        if all(isinstance(item, int) for item in ours + theirs):
            # Contexts and ways of installing are sets; nobody promises an order of them.
            return set(ours) == set(theirs)
        return len(theirs) == len(ours) and all(map(_says, theirs, ours))
    if not ours:
        return not theirs
    return str(theirs) == str(ours)
