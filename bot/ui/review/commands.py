"""`/review`: any finished game that the person may see, judged move by move."""

from __future__ import annotations

from discord import app_commands

from bot.ui.games.which import finished_game, finished_games, game_with, may_see
from bot.ui.options import Typed
from bot.ui.request import Request
from bot.ui.review.components import show_review
from bot.ui.slash import completion, slash_command


@slash_command(
    name="review",
    description="Every move of a finished game judged: what was good, what was better",
    public=True,
)
@app_commands.describe(
    game="One of your games, a game's number, or a link to its message; your last game if you leave it out"
)
async def review(request: Request, game: Typed | None = None) -> None:
    """Show the review of a game, or begin it."""
    game_id = await finished_game(request, game)
    found = await game_with(request, game_id)
    sees = may_see(request, found)
    await show_review(request, game_id, sees_channel=sees, private=False)


completion(review, "game")(finished_games)
