"""`/export`: a game, or all games of the player, as a file in private."""

from __future__ import annotations

import io
from collections.abc import Mapping

import discord
from discord import app_commands

from bot.catalog import GAMES
from bot.core.people import Names
from bot.play.games.finding import GameFinder
from bot.play.games.which_ui import game_number, game_with, may_see
from bot.play.games.words import choice_words
from bot.study.records.files import ExportedGames, Exports
from bot.study.records.recognition import FORMATS, RecordFormat
from bot.ui.layout import View, view
from bot.ui.options import MAX_CHOICES, Typed, choices
from bot.ui.pictures import picture_names
from bot.ui.request import Request
from bot.ui.slash import completion, slash_command
from bot.ui.words import opponent_label
from data.games.my_games import MyGame
from data.games.records import Game
from languages import ENGLISH, gettext, ngettext, speaking
from languages.numbers import joined

FORMAT_LABELS: Mapping[str, str] = {
    "transcript": "Transcript (.txt): the moves in one line",
    "GGF": "GGF (.ggf): with names and result",
    "WTHOR": "WTHOR (.wtb): games that are over, on 8x8",
    "columns": "Columns (.txt): the moves in one line",
    "JSON": "JSON (.json): everything, all games and boards",
}


def format_name(file_format: RecordFormat) -> str:
    """Name a format as a choice of the command, in English."""
    words = FORMAT_LABELS[file_format.name]
    return words if file_format.game is None else f"{GAMES[file_format.game].title} · {words}"


def exported_text(made: ExportedGames) -> str:
    lines = [ngettext("Your file has {number} game.", "Your file has {number} games.", made.games)]
    if made.left_out:
        lines.append(
            # Translators: games; follows “Your file has … games.”
            ngettext(
                "{number} other doesn't fit into this format. JSON has room for everything.",
                "{number} others don't fit into this format. JSON has room for everything.",
                made.left_out,
            )
        )
    return joined(lines)


def going_game(game: MyGame) -> str:
    # Translators: {game} such as Reversi, {number} is the number of this game.
    return gettext(
        "{game} #{number} against {opponent}, in progress",
        game=GAMES[game.game].title,
        number=game.id,
        opponent=opponent_label(game.computer, game.opponent_name),
    )


MAX_SHOWN = 1000
"""Maximum characters of a text shown in the message for copying."""


@slash_command(name="export", description="Export a game, or all of yours, as a file for other programs")
@app_commands.describe(
    game="One of your games, a game's number, or a link to its message (default: all of yours)",
    file_format="The format (default: moves in one line; JSON for all games)",
)
@app_commands.rename(file_format="format")
@app_commands.choices(
    file_format=[
        app_commands.Choice(name=format_name(record_format), value=record_format.name)
        for record_format in FORMATS.values()
    ]
)
async def export(request: Request, game: Typed | None = None, file_format: str | None = None) -> None:
    kit, who = request.kit, request.person

    async def naming(one: Game) -> tuple[str, str]:
        # Files for other programs name computer players in English.
        with speaking(ENGLISH):
            return await picture_names(kit[Names], one, request.guild_id, whole=True)

    if game is None:
        exported, about = await kit[Exports].all_of(who, file_format, naming=naming), "games"
    else:
        number = await game_number(request, game)
        exported_game = await game_with(request, number)
        sees = may_see(request, exported_game)
        exported = await kit[Exports].one(number, who, file_format, sees_channel=sees, naming=naming)
        about = f"{exported_game.game}-{number}"
    name = f"flipfour-{about}.{exported.file_format.suffix}"
    file = discord.File(io.BytesIO(exported.content), filename=name)
    await request.send(export_view(exported, file), private=True, files=[file])


@completion(export, "game")
async def games(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the player's games in progress and the last finished ones."""
    finder = request.kit[GameFinder]
    going, over = await finder.exportable(request.user_id, request.guild_id, MAX_CHOICES)
    named = [(going_game(game), str(game.id)) for game in going]
    named += [(choice_words(game), str(game.id)) for game in over]
    return choices(typed, named)


def export_view(exported: ExportedGames, file: discord.File) -> View:
    """Draw the message of the file, which must be attached; a short text is included for copying."""
    shown: discord.ui.File[View] = discord.ui.File(file)
    lines = exported_text(exported)
    if exported.file_format.suffix == "txt" and len(exported.content) <= MAX_SHOWN:
        lines = f"{lines}\n```\n{exported.content.decode()}```"
    return view(lines, shown)


FEATURES = (Exports,)

COMMANDS = (export,)
