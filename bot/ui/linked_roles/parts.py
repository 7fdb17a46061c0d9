"""The parts of linked roles that a host's settings make."""

from __future__ import annotations

import discord

from bot.linked_roles.setup import LinkedRolesSetup
from bot.settings import Settings
from bot.ui.linked_roles.api import DiscordRoleConnections
from bot.ui.linked_roles.page import CALLBACK


def role_connections(
    client: discord.Client, settings: Settings, setup: LinkedRolesSetup
) -> DiscordRoleConnections:
    """Return Discord's API for the application of a bot that is logged in by the time it is used."""

    def application_id() -> int:
        assert client.application_id is not None, "the bot is not logged in"
        return client.application_id

    return DiscordRoleConnections(
        settings.discord_api,
        application_id,
        setup.client_secret,
        f"{setup.url}{CALLBACK}",
        client.http.user_agent,
    )
