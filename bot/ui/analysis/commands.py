"""`/position`: any position, given by its squares or by moves, to look at and to play on from."""

from __future__ import annotations

from discord import app_commands

from bot.analysis.study import MAX_TYPED, Study, read_position
from bot.catalog import GAMES
from bot.ui.analysis.components import analyse
from bot.ui.options import game_choices
from bot.ui.request import Request
from bot.ui.slash import slash_command


@slash_command(
    name="position",
    description="What I think of any position: every move's value, deeper and deeper; only you see it",
)
@app_commands.describe(
    text="Moves such as f5d6c3 or 4455, or the squares of the board; your last game here if you leave it out",
    game="Which game the text is of; usually the text tells",
)
@app_commands.choices(game=game_choices())
async def position(
    request: Request, text: app_commands.Range[str, 1, MAX_TYPED] | None = None, game: str | None = None
) -> None:
    """Show the position and analyse it."""
    if text is not None:
        study = read_position(text, None if game is None else GAMES[game])
    else:
        study = await _position_here(request, game)
    await analyse(request, study)


async def _position_here(request: Request, game: str | None) -> Study:
    """Return the position of the game in this channel that the player most likely means."""
    found = await request.services.games.finder.to_analyse(
        request.user_id, request.channel_id, request.guild_id, game
    )
    kind = GAMES[found.game]
    return Study.of(kind, kind.start(found.options), found.moves)
