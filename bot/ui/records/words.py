"""What is said with games in files."""

from __future__ import annotations

from collections.abc import Mapping

from bot.catalog import GAMES
from bot.records.exports import ExportedGames
from bot.records.formats import RecordFormat
from bot.ui.language import gettext, gettext_noop, ngettext
from bot.ui.words import opponent_label
from data import MyGame

FORMATS: Mapping[str, str] = {
    "transcript": gettext_noop("Transcript (.txt): the moves in one line"),
    "GGF": gettext_noop("GGF (.ggf): with names and result"),
    "WTHOR": gettext_noop("WTHOR (.wtb): games that are over, on 8x8"),
    "columns": gettext_noop("Columns (.txt): the moves in one line"),
    "JSON": gettext_noop("JSON (.json): everything, all games and boards"),
}


def format_name(file_format: RecordFormat) -> str:
    """A format in the list to choose from."""
    words = gettext(FORMATS[file_format.name])
    return words if file_format.game is None else f"{GAMES[file_format.game].title} · {words}"


def exported(made: ExportedGames) -> str:
    """What is in a file."""
    lines = [ngettext("Your file has {number} game.", "Your file has {number} games.", made.games)]
    if made.left_out:
        lines.append(
            ngettext(
                "{number} other doesn't fit into this format. JSON has room for everything.",
                "{number} others don't fit into this format. JSON has room for everything.",
                made.left_out,
            )
        )
    return " ".join(lines)


def going_game(game: MyGame) -> str:
    """A game that goes on, in a list to choose from."""
    return gettext(
        "{game} #{number} against {opponent}, in progress",
        game=GAMES[game.game].title,
        number=game.id,
        opponent=opponent_label(game.computer, game.opponent_name),
    )
