"""Watches the storage: whether an interaction ever waits for it that has not been acknowledged yet."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.ui.door import Router
from data.db.database import Database

Carried = tuple[discord.Interaction[Any], "asyncio.Task[Any] | None"]

_carried_out: ContextVar[Carried | None] = ContextVar("carried out", default=None)
"""An interaction, and the task that carries it out: others may write meanwhile, if it does not wait."""


@contextmanager
def unanswered() -> Iterator[list[str]]:
    """The interactions for which something was read or stored before they were acknowledged."""
    found: list[str] = []

    def watched(method: Any) -> Any:
        def used(database: Database, *arguments: Any) -> Any:
            match _carried_out.get():
                case (click, task) if task is asyncio.current_task() and not click.response.is_done():
                    found.append(str(click.data))
            return method(database, *arguments)

        return used

    def carried_out(method: Any) -> Any:
        async def carry_out(door: Any, interaction: discord.Interaction[Any], *arguments: Any) -> Any:
            # What is being typed is answered with what the storage holds, and nothing is changed by it.
            typing = interaction.type is discord.InteractionType.autocomplete
            _carried_out.set(None if typing else (interaction, asyncio.current_task()))
            return await method(door, interaction, *arguments)

        return carry_out

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "read", watched(Database.read))
        patch.setattr(Database, "write", watched(Database.write))
        patch.setattr(Router, "dispatch", carried_out(Router.dispatch))
        patch.setattr(app_commands.CommandTree, "_call", carried_out(app_commands.CommandTree._call))
        yield found
