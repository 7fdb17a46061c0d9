"""`/review`: any finished game that the person may see, judged move by move."""

from __future__ import annotations

import re

import discord
from discord import app_commands

from bot.catalog import GAMES
from bot.games.changes import load
from bot.refusals import NoFinishedGame
from bot.ui.access import Command, services_of
from bot.ui.answers import PUBLIC
from bot.ui.games.words import choice_words
from bot.ui.language import gettext
from bot.ui.options import MAX_CHOICES, Typed, choices
from bot.ui.refusals import BadRequest
from bot.ui.review.components import show_review
from bot.ui.words import shortened
from data import Game

NUMBER = re.compile(r"#?(\d{1,18})")
LINK = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/channels/(?:@me|\d+)/\d+/(\d{1,19})/?")


@app_commands.command(
    name="review",
    description="Every move of a finished game judged: what was good, what was better",
    extras=PUBLIC,
)
@app_commands.describe(
    game="One of your games, a game's number, or a link to its message; your last game if you leave it out"
)
async def review(interaction: Command, game: Typed | None = None) -> None:
    """Show the review of a game, or begin it."""
    game_id = await _chosen(interaction, game)
    found = (await load(services_of(interaction).storage, game_id)).game
    sees = may_see(interaction, found)
    await show_review(interaction, game_id, sees_channel=sees, private=False)


@review.autocomplete("game")
async def games(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
    """The last games of the person who types."""
    found = await services_of(interaction).storage.finished_games(
        interaction.user.id, interaction.guild_id, MAX_CHOICES
    )
    named = [(f"{GAMES[game.game].title} {choice_words(game)}", str(game.id)) for game in found]
    return choices(typed, named)


async def _chosen(interaction: Command, typed: str | None) -> int:
    """The number of the game that is meant."""
    storage = services_of(interaction).storage
    if typed is None:
        last = await storage.finished_games(interaction.user.id, interaction.guild_id, 1)
        if not last:
            raise NoFinishedGame
        return last[0].id
    if number := NUMBER.fullmatch(typed.strip()):
        return int(number[1])
    link = LINK.fullmatch(typed.strip())
    found = await storage.shown_by(int(link[1])) if link else None
    if found is None:
        raise BadRequest(
            gettext(
                "“{typed}” is no game that I know. Choose one of the list, type a game's number, or paste "
                "the link to its message.",
                typed=shortened(typed),
            )
        )
    return found


def may_see(interaction: Command, game: Game) -> bool:
    """Whether the person sees the channel in which a game was played."""
    if game.channel_id == interaction.channel_id:
        return True
    guild, person = interaction.guild, interaction.user
    if guild is None or game.guild_id != guild.id or not isinstance(person, discord.Member):
        return False
    channel = guild.get_channel_or_thread(game.channel_id)
    if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
        return False
    return channel.permissions_for(person).view_channel
