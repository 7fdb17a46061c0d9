"""`/import`: games from elsewhere, as a text or a file, to be looked at, reviewed and played on."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.ui.access import Command
from bot.ui.answers import OPENS_DIALOG
from bot.ui.imports.components import download, take
from bot.ui.imports.view import MOST_TYPED, import_dialog

MOST_NUMBER = 20_000
"""More games fit into no file that is read."""


@app_commands.command(
    name="import",
    description="Games from elsewhere, as a text or a file: to look at, to have reviewed, to play on",
    extras=OPENS_DIALOG,
)
@app_commands.describe(
    text="A transcript such as f5d6c3, columns such as 4455, GGF or JSON",
    file="A .txt, .ggf, .wtb or .json file",
    first="In a .wtb file of thousands of games: the number of the first one you want",
)
async def import_games(
    interaction: Command,
    text: app_commands.Range[str, 1, MOST_TYPED] | None = None,
    file: discord.Attachment | None = None,
    first: app_commands.Range[int, 1, MOST_NUMBER] = 1,
) -> None:
    """Read what was given with the command, or ask for it."""
    if file is not None:
        await take(interaction, await download(interaction, file.url, file.size), first)
    elif text is not None:
        await take(interaction, text.encode())
    else:
        await interaction.response.send_modal(import_dialog())
