"""`/settings` for those who manage a server, `/me` for everybody."""

from __future__ import annotations

from discord import app_commands

from bot import refusals
from bot.ui.preferences.components import current, is_manager
from bot.ui.preferences.settings_card import settings_card
from bot.ui.request import Request
from bot.ui.slash import slash_command


@slash_command(name="settings", description="How I behave in this server; for those who manage it")
@app_commands.default_permissions(manage_guild=True)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def settings(request: Request) -> None:
    """Show the card, to the person alone."""
    card = settings_card(await current(request, "server"))
    if not is_manager(request):
        raise refusals.NotServerManager
    await request.send(card, private=True)


@slash_command(name="me", description="Your own settings: how you see boards")
async def me(request: Request) -> None:
    """Show the card, to the person alone."""
    await request.send(settings_card(await current(request, "person")), private=True)
