"""`/settings` for those who manage a server, `/me` for everybody."""

from __future__ import annotations

from discord import app_commands

from bot import refusals
from bot.ui.access import Command
from bot.ui.answers import send
from bot.ui.preferences.components import current, is_manager
from bot.ui.preferences.settings_card import settings_card


@app_commands.command(name="settings", description="How I behave in this server; for those who manage it")
@app_commands.default_permissions(manage_guild=True)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def settings(interaction: Command) -> None:
    """Show the card, to the person alone."""
    card = settings_card(await current(interaction, "server"))
    if not is_manager(interaction):
        raise refusals.NotServerManager
    await send(interaction, card, private=True)


@app_commands.command(name="me", description="Your own settings: how you see boards")
async def me(interaction: Command) -> None:
    """Show the card, to the person alone."""
    await send(interaction, settings_card(await current(interaction, "person")), private=True)
