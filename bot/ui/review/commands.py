"""`/review`: any finished game that the person may see, judged move by move."""

from __future__ import annotations

from discord import app_commands

from bot.ui.access import Command
from bot.ui.answers import PUBLIC
from bot.ui.games.chosen_game import finished_game, finished_games, game_with, may_see
from bot.ui.options import Typed
from bot.ui.review.components import show_review


@app_commands.command(
    name="review",
    description="Every move of a finished game judged: what was good, what was better",
    extras=PUBLIC,
)
@app_commands.describe(
    game="One of your games, a game's number, or a link to its message; your last game if you leave it out"
)
@app_commands.autocomplete(game=finished_games)
async def review(interaction: Command, game: Typed | None = None) -> None:
    """Show the review of a game, or begin it."""
    game_id = await finished_game(interaction, game)
    found = await game_with(interaction, game_id)
    sees = may_see(interaction, found)
    await show_review(interaction, game_id, sees_channel=sees, private=False)
