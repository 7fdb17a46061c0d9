"""What came of an interaction, and what it was, as the metrics count it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import discord

from bot.ui.access import Click
from bot.ui.component_ids import action_of

OUTCOME = "outcome"
"""Where an interaction notes it."""

UNKNOWN = "unknown"
"""A component of another version, or a command that Discord knows and we do not."""


class Outcome(StrEnum):
    """What came of an interaction."""

    DONE = "done"
    REFUSED = "refused"
    """The person was told why not."""
    FAILED = "failed"
    """It was our fault."""
    LOST = "lost"
    """It was gone, or the connection was, before it could be answered."""
    STOPPING = "stopping"
    """The bot had been told to stop."""


def note_outcome(click: Click, outcome: Outcome) -> None:
    """Note what came of an interaction; without a note it is done."""
    click.extras[OUTCOME] = outcome


def outcome_of(click: Click) -> Outcome:
    """What came of an interaction."""
    return Outcome(click.extras.get(OUTCOME, Outcome.DONE))


def what_was_used(click: Click) -> str:
    """The command, or the kind of component or dialog: nothing that anybody typed or chose."""
    if click.type in (discord.InteractionType.application_command, discord.InteractionType.autocomplete):
        name = UNKNOWN if click.command is None else f"/{click.command.qualified_name}"
        return name if click.type is discord.InteractionType.application_command else f"{name} (typing)"
    data: dict[str, Any] = {**(click.data or {})}
    return action_of(str(data.get("custom_id", ""))) or UNKNOWN
