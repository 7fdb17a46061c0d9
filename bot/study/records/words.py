"""Texts of exported files, and refusals of files that cannot be read."""

from __future__ import annotations

from collections.abc import Mapping

from bot.catalog import GAMES
from bot.study.records.past_games import ExportedGames
from bot.study.records.recognition import RecordFormat
from bot.ui.words import opponent_label
from data.games.my_games import MyGame
from languages import gettext, ngettext
from languages.numbers import joined

FORMATS: Mapping[str, str] = {
    "transcript": "Transcript (.txt): the moves in one line",
    "GGF": "GGF (.ggf): with names and result",
    "WTHOR": "WTHOR (.wtb): games that are over, on 8x8",
    "columns": "Columns (.txt): the moves in one line",
    "JSON": "JSON (.json): everything, all games and boards",
}


def format_name(file_format: RecordFormat) -> str:
    """Name a format as a choice of the command, in English."""
    words = FORMATS[file_format.name]
    return words if file_format.game is None else f"{GAMES[file_format.game].title} · {words}"


def exported(made: ExportedGames) -> str:
    """Describe an exported file."""
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
    """Name a game in progress in a menu."""
    # Translators: {game} such as Reversi, {number} is the number of this game.
    return gettext(
        "{game} #{number} against {opponent}, in progress",
        game=GAMES[game.game].title,
        number=game.id,
        opponent=opponent_label(game.computer, game.opponent_name),
    )
