"""The game that a command means: one of the person's own in the channel."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.games.snapshot import GameSnapshot
from bot.refusals import NoGameHere
from bot.ui.access import services_of
from bot.ui.options import MAX_CHOICES, choices
from bot.ui.refusals import BadRequest
from bot.ui.words import computer_name
from data import Game


async def own_games(interaction: discord.Interaction[Any], kind: GameKind | None = None) -> tuple[Game, ...]:
    """The person's games going on in this channel, the latest first; all kinds when None."""
    return await services_of(interaction).storage.playing_games(
        game=kind.key if kind else None,
        channel_id=interaction.channel_id,
        player_id=interaction.user.id,
    )


async def own_game(
    interaction: discord.Interaction[Any], wanted: str | None, kind: GameKind | None = None
) -> Game:
    """The game meant, the latest when nothing was typed; or a refusal that says which there are."""
    games = await own_games(interaction, kind)
    if not games:
        raise NoGameHere(kind.key if kind else next(iter(GAMES)))
    if wanted is None:
        return games[0]
    for game in games:
        if str(game.id) == wanted.strip().lstrip("#"):
            return game
    raise BadRequest(
        f"You have no game “{wanted}” here. Choose one from the list that appears while you type."
    )


async def own_game_choices(
    interaction: discord.Interaction[Any], typed: str, kind: GameKind | None = None
) -> list[app_commands.Choice[str]]:
    """The list to choose a game from: number, opponent, moves played; the kind where there are several."""
    games = (await own_games(interaction, kind))[:MAX_CHOICES]
    named = []
    for game in games:
        name = await _name(interaction, game)
        named.append((name if kind else f"{GAMES[game.game].title} {name}", str(game.id)))
    return choices(typed, named)


async def _name(interaction: discord.Interaction[Any], game: Game) -> str:
    seat = GameSnapshot.of(game).seat_of(interaction.user.id)
    assert seat is not None
    other = game.seats[1 - seat]
    name = computer_name(other.computer or "")
    if other.player_id is not None:
        name = await services_of(interaction).storage.player_name(other.player_id)
    return f"#{game.id} against {name}, {game.ply} moves played"
