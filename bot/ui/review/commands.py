"""`/review`: any finished game that the person may see, judged move by move."""

from __future__ import annotations

from discord import app_commands

from bot.catalog import GAMES
from bot.games.changes import load
from bot.refusals import NoFinishedGame
from bot.ui.access import Command, services_of
from bot.ui.answers import PUBLIC
from bot.ui.games.chosen_game import game_number, may_see
from bot.ui.games.words import choice_words
from bot.ui.options import MAX_CHOICES, Typed, choices
from bot.ui.review.components import show_review


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
    if typed is None:
        last = await services_of(interaction).storage.finished_games(
            interaction.user.id, interaction.guild_id, 1
        )
        if not last:
            raise NoFinishedGame
        return last[0].id
    return await game_number(interaction, typed)
