"""`/replay`: any finished game that the person may see, gone through or as an animated picture."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.ui.games.which import finished_game, finished_games, game_with, may_see
from bot.ui.options import Typed
from bot.ui.replay.components import post_animation, show_animation, show_replay
from bot.ui.request import Request
from bot.ui.slash import completion, slash_command

STEPS: Final = "steps"
ANIMATION: Final = "animation"
POST: Final = "post"


@slash_command(
    name="replay", description="A finished game again: move by move, or as an animation to pass on"
)
@app_commands.describe(
    game="One of your games, a game's number, or a link to its message; your last game if you leave it out",
    show="How it is shown; move by move if you leave it out",
)
@app_commands.choices(
    show=[
        app_commands.Choice(name="Move by move, for me", value=STEPS),
        app_commands.Choice(name="As an animation, for me", value=ANIMATION),
        app_commands.Choice(name="As an animation, for everyone here", value=POST),
    ]
)
async def replay(request: Request, game: Typed | None = None, show: str = STEPS) -> None:
    """Show the game as it is wanted."""
    services = request.services
    number = await finished_game(request, game)
    found = await game_with(request, number)
    sees = may_see(request, found)
    snapshot = await services.records.replays.of(number, request.person, sees_channel=sees)
    shown = {STEPS: show_replay, ANIMATION: show_animation, POST: post_animation}[show]
    await shown(request, snapshot)


completion(replay, "game")(finished_games)
