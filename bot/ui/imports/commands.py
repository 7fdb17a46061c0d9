"""`/import`: games from elsewhere, as a text or a file, to be looked at, reviewed and played on."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.records.recognition import File
from bot.ui.imports.components import download, take
from bot.ui.imports.view import MAX_TYPED, import_dialog
from bot.ui.request import Request
from bot.ui.slash import slash_command

MOST_NUMBER = 20_000
"""No file we accept can hold more games than this."""


@slash_command(
    name="import",
    description="Games from elsewhere, as a text or a file: to look at, to have reviewed, to play on",
    opens_dialog=True,
)
@app_commands.describe(
    text="Moves such as f5d6c3, 4455 or 1. f5 d6, or a text in GGF, SGF, PGN or JSON",
    file="A file of games: moves, GGF, SGF, PGN, WTHOR (.wtb) or JSON",
    names="The file WTHOR.JOU that comes with a .wtb file, for the players' names",
    first="In a .wtb file of thousands of games: the number of the first one you want",
)
async def import_games(
    request: Request,
    text: app_commands.Range[str, 1, MAX_TYPED] | None = None,
    file: discord.Attachment | None = None,
    names: discord.Attachment | None = None,
    first: app_commands.Range[int, 1, MOST_NUMBER] = 1,
) -> None:
    """Read what was given with the command, or ask for it."""
    uploaded = [each for each in (file, names) if each is not None]
    if uploaded:
        await take(
            request,
            [await download(request, each.url, each.size, each.filename) for each in uploaded],
            first,
        )
    elif text is not None:
        await take(request, [File(text.encode())])
    else:
        await request.open_dialog(import_dialog())
