"""The way from a click or a command to the services."""

from __future__ import annotations

from typing import Any

import discord

from bot.services import Services


def services_of(interaction: discord.Interaction[Any]) -> Services:
    """The services of the bot that `interaction` came to."""
    services = interaction.client.services
    assert isinstance(services, Services)
    return services
