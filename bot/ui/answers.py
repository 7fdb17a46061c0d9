"""How an interaction is answered: it is acknowledged first, whatever it asks for, and messages come later.

Discord waits three seconds for the acknowledgement, and tells people "did not respond" after that. So nothing
is read, stored or drawn before: a busy database cannot make a change that nobody is told of. What comes too
late is known by the acknowledgement itself, which Discord then refuses: Discord's clock decides, not ours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import discord

Interaction: TypeAlias = "discord.Interaction[Any]"

QUIET = discord.AllowedMentions.none()

PUBLIC: Final = {"answer": "public"}
"""In the `extras` of a command: everybody sees the answer. Otherwise only the person who asked does."""

OPENS_DIALOG: Final = {"answer": "dialog"}
"""In the `extras` of a command: without options it opens a dialog, which has to be the first answer."""

PLACEHOLDER = "…"
"""What stands for a moment where "is thinking…" was."""

PROMISED = "promised"
"""Where an interaction notes, while "is thinking…" is shown, whether the answer is for one person alone."""


def opens_dialog(interaction: Interaction) -> bool:
    """Whether a command is answered with a dialog, which acknowledges it."""
    command = interaction.command
    data: dict[str, Any] = {**(interaction.data or {})}
    return command is not None and command.extras == OPENS_DIALOG and not data.get("options")


async def acknowledge_command(interaction: Interaction) -> None:
    """Show "is thinking…" until the first message is sent.

    That the command waits is written at the same time: nobody waits for that, and it is there before Discord
    has shown anything, unless the storage is slower than the way to Discord.
    """
    command = interaction.command
    private = command is None or command.extras != PUBLIC
    interaction.client.unanswered.note(interaction)
    # The writing begins first.
    await asyncio.sleep(0)
    await interaction.response.defer(thinking=True, ephemeral=private)
    interaction.extras[PROMISED] = private


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
    Discord puts the next one in its place. It goes last, so that there is always something that answers.
    """
    promised = interaction.extras.pop(PROMISED, private)
    if promised is private:
        return await _send(interaction, message, private, files, mentions)
    await interaction.edit_original_response(content=PLACEHOLDER)
    try:
        return await _send(interaction, message, private, files, mentions)
    finally:
        await interaction.delete_original_response()


async def _send(
    interaction: Interaction,
    message: str | discord.ui.LayoutView,
    private: bool,
    files: Sequence[discord.File],
    mentions: discord.AllowedMentions,
) -> discord.WebhookMessage:
    followup = interaction.followup
    if isinstance(message, str):
        return await followup.send(
            message, files=files, ephemeral=private, allowed_mentions=mentions, wait=True
        )
    return await followup.send(
        view=message, files=files, ephemeral=private, allowed_mentions=mentions, wait=True
    )
