"""`/position`: any position, given by its squares or by moves, to look at and to play on from."""

from __future__ import annotations

from discord import app_commands

from bot.analysis.study import MOST_TYPED, Study, read_position
from bot.catalog import GAMES
from bot.games.changes import load
from bot.refusals import NoPositionHere
from bot.ui.access import Command, services_of
from bot.ui.analysis.components import analyse
from bot.ui.options import game_choices


@app_commands.command(
    name="position",
    description="What I think of any position: every move's value, deeper and deeper; only you see it",
)
@app_commands.describe(
    text="Moves such as f5d6c3 or 4455, or the squares of the board; your last game here if you leave it out",
    game="Which game the text is of; usually the text tells",
)
@app_commands.choices(game=game_choices())
async def position(
    interaction: Command, text: app_commands.Range[str, 1, MOST_TYPED] | None = None, game: str | None = None
) -> None:
    """Show the position and analyse it."""
    if text is not None:
        study = read_position(text, None if game is None else GAMES[game])
    else:
        study = await _position_here(interaction, game)
    await analyse(interaction, study)


async def _position_here(interaction: Command, game: str | None) -> Study:
    """Where the game in this channel stands: the person's own that goes on, else another one, else their last
    one that is over."""
    storage, who, channel_id = services_of(interaction).storage, interaction.user.id, interaction.channel_id
    assert channel_id is not None
    going = await storage.playing_games(game, channel_id)
    found = [one for one in going if who in (seat.player_id for seat in one.seats)] or list(going)
    if not found:
        over = await storage.finished_games(who, interaction.guild_id, limit=25)
        ids = [one.id for one in over if game in (None, one.game)]
        if not ids:
            raise NoPositionHere
        found = [(await load(storage, ids[0])).game]
    kind = GAMES[found[0].game]
    return Study.of(kind, kind.start(found[0].options), found[0].moves)
