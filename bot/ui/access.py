"""The way from a click or a command to the services, and to the person behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import discord

from bot.games.people import Person, Place
from bot.refusals import NotAMember
from bot.services import Services
from data import Viewer

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


def note_changed(click: Click) -> None:
    """Note that the message with the button has other buttons now, under the same finger."""
    if click.message is not None:
        services_of(click).games.taps.note_changed(click.message.id, click.user.id)


def place_of(interaction: discord.Interaction[Any]) -> Place:
    """Where somebody clicked or typed; the bot may not be a member there, when a person has installed it."""
    assert interaction.channel_id is not None
    channel = interaction.channel
    parent_id = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Place(interaction.channel_id, interaction.guild_id, not is_member_there(interaction), parent_id)


def viewer_of(interaction: discord.Interaction[Any]) -> Viewer:
    """Who clicked or typed, and which channels of the server they see; private threads are seen in the thread
    alone."""
    assert interaction.channel_id is not None
    guild, member = interaction.guild, interaction.user
    seen = {interaction.channel_id}
    if guild is not None and isinstance(member, discord.Member):
        channels = [*guild.channels, *(thread for thread in guild.threads if not thread.is_private())]
        seen |= {channel.id for channel in channels if channel.permissions_for(member).view_channel}
    return Viewer(member.id, interaction.guild_id, seen)


def is_member_there(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot can do something by itself where somebody clicked or typed: in a server of its own, or
    in the chat with that person."""
    if interaction.guild_id is not None:
        return interaction.client.get_guild(interaction.guild_id) is not None
    return not interaction.context.private_channel


def seen_by_nobody_else(interaction: discord.Interaction[Any]) -> bool:
    """Whether Discord shows all answers to the person alone: a server may not let them use apps of their own
    for all to see."""
    in_server = interaction.guild_id is not None and not is_member_there(interaction)
    return in_server and not interaction.permissions.use_external_apps


def own_server(interaction: discord.Interaction[Any]) -> int:
    """The server in which somebody clicked or typed; refused where the bot is no member of it."""
    if interaction.guild_id is None or not is_member_there(interaction):
        raise NotAMember
    return interaction.guild_id


def person(interaction: discord.Interaction[Any]) -> Person:
    """Who clicked or typed, as the use-cases know them."""
    return person_of(interaction.user)


def person_of(user: discord.User | discord.Member) -> Person:
    """A Discord user, as the use-cases know them."""
    name = user.global_name or user.name
    if isinstance(user, discord.Member):
        roles = frozenset(role.id for role in user.roles)
        return Person(user.id, name, user.guild.id, user.nick, roles)
    return Person(user.id, name)


@dataclass(frozen=True, slots=True)
class ChosenUser:
    """A user chosen from a menu, or with a command."""

    person: Person
    is_bot: bool


def chosen_by_option(user: discord.User | discord.Member) -> ChosenUser:
    """The user that a command was used with."""
    return ChosenUser(person_of(user), user.bot)


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
