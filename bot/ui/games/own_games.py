"""The game that a command means: one of the person's own in the channel."""

from __future__ import annotations

from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.refusals import NoGameHere, NoGameOfKindHere
from bot.ui.access import Command, services_of
from bot.ui.games import words
from bot.ui.options import MAX_CHOICES, choices
from bot.ui.refusals import BadRequest
from data import OwnGame


async def own_games(interaction: Command, kind: GameKind | None = None) -> tuple[OwnGame, ...]:
    """The person's games going on in this channel, the latest first; of any kind when None."""
    assert interaction.channel_id is not None
    return await services_of(interaction).storage.own_games(
        interaction.user.id, interaction.channel_id, kind.key if kind else None
    )


async def own_game(interaction: Command, wanted: str | None, kind: GameKind | None = None) -> OwnGame:
    """The game that is meant, the latest when nothing was typed. Refused when there is no such game."""
    games = await own_games(interaction, kind)
    if not games:
        raise NoGameOfKindHere(kind.key, kind.title) if kind else NoGameHere(next(iter(GAMES)))
    if wanted is None:
        return games[0]
    for game in games:
        if str(game.id) == wanted.strip().lstrip("#"):
            return game
    raise BadRequest(words.no_such_game(wanted, [game.id for game in games[:MAX_CHOICES]]))


async def own_game_choices(
    interaction: Command, typed: str, kind: GameKind | None = None
) -> list[app_commands.Choice[str]]:
    """The list to choose a game from: number, opponent, moves played; the kind where there are several."""
    named = []
    for game in await own_games(interaction, kind):
        name = words.choice_words(game)
        named.append((name if kind else f"{GAMES[game.game].title} {name}", str(game.id)))
    return choices(typed, named)
