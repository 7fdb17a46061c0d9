"""`/replay`: any finished game that the person may see, gone through or as an animated picture."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.ui.access import Command, person, services_of
from bot.ui.games.chosen_game import finished_game, finished_games, game_with, may_see
from bot.ui.options import Typed
from bot.ui.replay.components import post_animation, show_animation, show_replay

STEPS: Final = "steps"
ANIMATION: Final = "animation"
POST: Final = "post"


@app_commands.command(
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
@app_commands.autocomplete(game=finished_games)
async def replay(interaction: Command, game: Typed | None = None, show: str = STEPS) -> None:
    """Show the game as it is wanted."""
    services = services_of(interaction)
    number = await finished_game(interaction, game)
    found = await game_with(interaction, number)
    sees = may_see(interaction, found)
    snapshot = await services.records.replays.of(number, person(interaction), sees_channel=sees)
    shown = {STEPS: show_replay, ANIMATION: show_animation, POST: post_animation}[show]
    await shown(interaction, snapshot)
