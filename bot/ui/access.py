"""The way from a click or a command to the services, and to the person behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import discord

from bot.games.people import Person
from bot.services import Services

Click: TypeAlias = discord.Interaction[Any]
"""Somebody used a button, a menu or a dialog."""

Command: TypeAlias = discord.Interaction[Any]
"""Somebody used a slash command."""


def services_of(interaction: discord.Interaction[Any]) -> Services:
    """The services of the bot that `interaction` came to."""
    services = interaction.client.services
    assert isinstance(services, Services)
    return services


ASKED_AT = "asked at"
"""Where an interaction notes when it came."""


def note_when_asked(interaction: discord.Interaction[Any], moment: float) -> None:
    """Note when an interaction came, by the clock of the search pool."""
    interaction.extras[ASKED_AT] = moment


def asked_at(interaction: discord.Interaction[Any]) -> float:
    """When an interaction came: the time the computer has for its answer begins then."""
    return float(interaction.extras[ASKED_AT])


def person(interaction: discord.Interaction[Any]) -> Person:
    """Who clicked or typed, as the use-cases know them."""
    return person_of(interaction.user)


def person_of(user: discord.User | discord.Member) -> Person:
    """A Discord user, as the use-cases know them."""
    name = user.global_name or user.name
    if isinstance(user, discord.Member):
        return Person(user.id, name, user.guild.id, user.nick)
    return Person(user.id, name)


@dataclass(frozen=True, slots=True)
class ChosenUser:
    """Somebody chosen from a menu of the people there."""

    person: Person
    is_bot: bool


def chosen_user(click: Click, user_id: str) -> ChosenUser:
    """Whom a menu's value stands for, by what Discord sent with the choice."""
    data: dict[str, Any] = {**(click.data or {})}
    resolved = data["resolved"]
    user = resolved["users"][user_id]
    member = resolved.get("members", {}).get(user_id)
    person = Person(int(user_id), user.get("global_name") or user["username"])
    if member is not None:
        person = replace(person, guild_id=click.guild_id, nickname=member.get("nick"))
    return ChosenUser(person, bool(user.get("bot")))
