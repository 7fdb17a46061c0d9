"""How an interaction is answered: it is acknowledged first, whatever it asks for, and messages come later.

Discord waits three seconds for the acknowledgement, and tells people "did not respond" after that. So nothing
is read, stored or drawn before: a busy database cannot make a change that nobody is told of. What comes too
late is known by the acknowledgement itself, which Discord then refuses: Discord's clock decides, not ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import discord

Interaction: TypeAlias = "discord.Interaction[Any]"

QUIET = discord.AllowedMentions.none()

PUBLIC: Final = {"answer": "public"}
"""In the `extras` of a command: everybody sees the answer. Otherwise only the person who asked does."""

PROMISED = "promised"
"""Where an interaction notes, while "is thinking…" is shown, whether the answer is for one person alone."""


async def acknowledge_command(interaction: Interaction) -> None:
    """Show "is thinking…" until the first message is sent."""
    command = interaction.command
    private = command is None or command.extras != PUBLIC
    shown = await interaction.response.defer(thinking=True, ephemeral=private)
    interaction.extras[PROMISED] = private
    if shown is not None and shown.message_id is not None:
        interaction.client.unanswered.note(interaction, shown.message_id)


async def acknowledge_click(interaction: Interaction) -> None:
    """Leave the message with the component as it is, for now."""
    await interaction.response.defer()


async def send(
    interaction: Interaction,
    message: str | discord.ui.LayoutView,
    *,
    private: bool,
    files: Sequence[discord.File] = (),
    mentions: discord.AllowedMentions = QUIET,
) -> discord.WebhookMessage:
    """Send a new message in answer to an acknowledged interaction; `private`: to the person alone.

    The first one after a command takes the place of "is thinking…". Who sees that cannot be changed, so it is
    deleted where more or fewer people are to see the answer. It has to become a message for that: otherwise
    Discord puts the next one in its place.
    """
    promised = interaction.extras.pop(PROMISED, private)
    if promised is not private:
        await interaction.edit_original_response(content="…")
        await interaction.delete_original_response()
    followup = interaction.followup
    if isinstance(message, str):
        return await followup.send(message, ephemeral=private, allowed_mentions=mentions, wait=True)
    return await followup.send(
        view=message, files=files, ephemeral=private, allowed_mentions=mentions, wait=True
    )
