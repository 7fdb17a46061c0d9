"""The game that a command means: one of the player's own in this channel, or any by its number or link."""

from __future__ import annotations

import re

import discord
from discord import app_commands

from bot.catalog import GAMES
from bot.core.refusals import Refusal
from bot.play.games.finding import GameFinder, Require, any_game
from bot.play.games.refusals import NoFinishedGame, NoGameHere
from bot.play.games.words import choice_words
from bot.ui.options import MAX_CHOICES, choices
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.untrusted import safe
from data.games.my_games import GameChoice
from data.games.records import Game
from languages import gettext
from languages.numbers import enumerated
from languages.typed import folded

WHICH_GAME = "One of your games in this channel (default: the latest one it works for)"


async def own_game(request: Request, wanted: str | None, *, require: Require = any_game) -> GameChoice:
    """Return the typed game, or the latest one that meets the command's requirement.

    Refused if there is none, with the latest game's refusal. A typed game is not checked here.
    """
    games = await _playing(request)
    if not games:
        raise NoGameHere(next(iter(GAMES)))
    if wanted is not None:
        for game in games:
            if str(game.id) == folded(wanted).lstrip("#"):
                return game
        known = enumerated([f"#{game.id}" for game in games[:MAX_CHOICES]])
        raise BadRequest(
            gettext(
                "You have no game “{typed}” here. Choose one of: {games}.", typed=safe(wanted), games=known
            )
        )
    reason: Refusal | None = None
    finder = request.kit[GameFinder]
    async for game, refusal in finder.checked(games, request.user_id, require):
        if refusal is None:
            return game
        reason = reason or refusal
    if reason is None:
        raise NoGameHere(next(iter(GAMES)))
    raise reason


async def own_game_choices(
    request: Request, typed: str, *, require: Require = any_game
) -> list[app_commands.Choice[str]]:
    """Suggest the games that meet the command's requirement, by number, opponent and moves played."""
    named, finder = [], request.kit[GameFinder]
    games = await _playing(request)
    async for game, refusal in finder.checked(games, request.user_id, require):
        if refusal is None:
            named.append((choice_words(game), str(game.id)))
    return choices(typed, named)


async def _playing(request: Request) -> tuple[GameChoice, ...]:
    """Return the player's games in progress in this channel, latest first."""
    return await request.kit[GameFinder].playing(request.user_id, request.channel_id)


NUMBER = re.compile(r"#?(\d{1,18})")
LINK = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/channels/(?:@me|\d+)/\d{1,19}/(\d{1,19})/?")


async def game_number(request: Request, typed: str) -> int:
    """Return the number of a typed game, from its number or link. Raises BadRequest for anything else."""
    if number := NUMBER.fullmatch(folded(typed)):
        return int(number[1])
    link = LINK.fullmatch(typed.strip())
    game_id = await request.kit[GameFinder].shown_by(int(link[1])) if link else None
    if game_id is None:
        raise BadRequest(
            gettext(
                "I can't find a game called “{typed}”. Choose one from the list, type a game's "
                "number, or paste the link to its message.",
                typed=safe(typed),
            )
        )
    return game_id


async def game_with(request: Request, number: int) -> Game:
    """Return the game with this number. Raises UnseenGame."""
    return await request.kit[GameFinder].game(number)


async def finished_game(request: Request, typed: str | None) -> int:
    """Return the number of the typed game; without one, that of the player's last finished game."""
    if typed is not None:
        return await game_number(request, typed)
    played = await _played(request)
    if not played:
        raise NoFinishedGame
    return played[0].id


async def finished_games(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    return choices(typed, [(choice_words(game), str(game.id)) for game in await _played(request)])


async def _played(request: Request) -> list[GameChoice]:
    return await request.kit[GameFinder].finished(request.user_id, request.guild_id)


def may_see(request: Request, game: Game) -> bool:
    """Return whether the person can see the channel of a game, or has imported it."""
    if game.imported:
        return game.challenger_id == request.user_id
    if game.channel_id == request.channel_id:
        return True
    guild, person = request.interaction.guild, request.interaction.user
    if guild is None or game.guild_id != guild.id or not isinstance(person, discord.Member):
        return False
    channel = guild.get_channel_or_thread(game.channel_id)
    if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
        return False
    return channel.permissions_for(person).view_channel
