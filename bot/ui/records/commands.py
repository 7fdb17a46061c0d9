"""`/export`: one game, or all of the person's own, as a file for them alone."""

from __future__ import annotations

from functools import partial

from discord import app_commands

from bot.catalog import GAMES
from bot.records.formats import FORMATS
from bot.ui.access import Command, person, services_of
from bot.ui.answers import send
from bot.ui.games.chosen_game import game_number, game_with, may_see
from bot.ui.games.picture_names import picture_names
from bot.ui.games.words import choice_words
from bot.ui.options import MAX_CHOICES, Typed, choices
from bot.ui.records import words
from bot.ui.records.view import export_view, exported_file


@app_commands.command(name="export", description="A game, or all of yours, as a file for other programs")
@app_commands.describe(
    game="One of your games, a game's number, or a link to its message; all of yours if you leave it out",
    file_format="How it is written; moves in one line if you leave it out, JSON for all games",
)
@app_commands.rename(file_format="format")
@app_commands.choices(
    file_format=[
        app_commands.Choice(name=words.format_name(each), value=each.name) for each in FORMATS.values()
    ]
)
async def export(interaction: Command, game: Typed | None = None, file_format: str | None = None) -> None:
    """Send the file."""
    services, who = services_of(interaction), person(interaction)
    naming = partial(picture_names, services.people.names, seen_in=interaction.guild_id)
    if game is None:
        exported = await services.records.exports.all_of(who, file_format, naming=naming)
        file = exported_file(exported, "games")
    else:
        number = await game_number(interaction, game)
        found = await game_with(interaction, number)
        sees = may_see(interaction, found)
        exported = await services.records.exports.one(
            number, who, file_format, sees_channel=sees, naming=naming
        )
        file = exported_file(exported, f"{found.game}-{number}")
    await send(interaction, export_view(exported, file), private=True, files=[file])


@export.autocomplete("game")
async def games(interaction: Command, typed: str) -> list[app_commands.Choice[str]]:
    """The person's games that go on, and the last ones that are over."""
    finder = services_of(interaction).games.finder
    going, over = await finder.exportable(interaction.user.id, interaction.guild_id, MAX_CHOICES)
    named = [(words.going_game(game), str(game.id)) for game in going]
    named += [(f"{GAMES[game.game].title} {choice_words(game)}", str(game.id)) for game in over]
    return choices(typed, named)
