"""The game that a command means: any game, by its number or a link to its message."""

from __future__ import annotations

import re

import discord
from discord import app_commands

from bot.catalog import GAMES
from bot.refusals import NoFinishedGame
from bot.ui.access import Command, services_of
from bot.ui.games.words import choice_words
from bot.ui.language import gettext
from bot.ui.options import choices
from bot.ui.refusals import BadRequest
from bot.ui.untrusted import safe
from data import Game, OwnGame

NUMBER = re.compile(r"#?(\d{1,18})")
LINK = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/channels/(?:@me|\d+)/\d+/(\d{1,19})/?")


async def game_number(interaction: Command, typed: str) -> int:
    """The number of the game that is meant; `BadRequest` when that is none."""
    if number := NUMBER.fullmatch(typed.strip()):
        return int(number[1])
    link = LINK.fullmatch(typed.strip())
    found = await services_of(interaction).games.finder.shown_by(int(link[1])) if link else None
    if found is None:
        raise BadRequest(
            gettext(
                "I know no game called “{typed}”. Choose one from the list, type a game's number, or paste "
                "the link to its message.",
                typed=safe(typed),
            )
        )
    return found


async def game_with(interaction: Command, number: int) -> Game:
    """Return the game with this number. Raises UnseenGame."""
    return await services_of(interaction).games.finder.game(number)


async def finished_game(interaction: Command, typed: str | None) -> int:
    """The number of the finished game that is meant: the last one of the person if nothing is typed."""
    if typed is not None:
        return await game_number(interaction, typed)
    played = await _played(interaction)
    if not played:
        raise NoFinishedGame
    return played[0].id


async def finished_games(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
    """The last games of the person who types."""
    named = [
        (f"{GAMES[game.game].title} {choice_words(game)}", str(game.id))
        for game in await _played(interaction)
    ]
    return choices(typed, named)


async def _played(interaction: Command) -> list[OwnGame]:
    return await services_of(interaction).games.finder.finished(interaction.user.id, interaction.guild_id)


def may_see(interaction: Command, game: Game) -> bool:
    """Whether the person sees the channel in which a game was played, or has imported it."""
    if game.imported:
        return game.challenger_id == interaction.user.id
    if game.channel_id == interaction.channel_id:
        return True
    guild, person = interaction.guild, interaction.user
    if guild is None or game.guild_id != guild.id or not isinstance(person, discord.Member):
        return False
    channel = guild.get_channel_or_thread(game.channel_id)
    if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
        return False
    return channel.permissions_for(person).view_channel
