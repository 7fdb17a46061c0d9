"""Texts of exported files, and refusals of files that cannot be read."""

from __future__ import annotations

from collections.abc import Mapping

from bot.catalog import GAMES
from bot.core import refusals
from bot.core.refusals import Refusal
from bot.study.records.past_games import ExportedGames
from bot.study.records.recognition import RecordFormat
from bot.ui.words import opponent_label
from data import MyGame
from languages import gettext, gettext_noop, ngettext, ngettext_noop, pgettext, pgettext_noop
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


SENTENCES: Mapping[type[Refusal], str | tuple[str, str]] = {
    # Translators: {read_as} such as “a transcript” or “GGF”; {where} such as “move 4 of line 1”; {fault} such
    # as “that doesn't follow the format”.
    refusals.UnreadableGame: gettext_noop(
        "I read this as {read_as}, and stopped at {where}, “{typed}”: {fault}."
    ),
    refusals.NothingToExport: gettext_noop(
        "None of your games fits that format. Choose another one with `format`."
    ),
    refusals.ImportGone: gettext_noop(
        "I don't have these games any more: I keep what you imported last, for a week. Please `/import` them "
        "again."
    ),
    refusals.NoGamesInFile: gettext_noop(
        "I found no game in that. Type moves such as `f5d6c3d3c4`, or `4455` in Connect 4."
    ),
    refusals.StillBusy: gettext_noop("I'm still working on your last file. Please wait until it's done."),
    refusals.TakesTooLong: gettext_noop("That takes too long right now. Please try again in a few minutes."),
    refusals.FileTooLarge: gettext_noop("That's too large for me: a file can have {most} bytes."),
    # Translators: {most} is the number of games that a file can have.
    refusals.TooManyGamesInFile: gettext_noop("That's too many games at once: a file can have {most}."),
    # Translators: {file_format} such as WTHOR.
    refusals.DamagedFile: ngettext_noop(
        "That looks like a {file_format} file that was cut off: its header announces {games} game in "
        "{expected} bytes, but the file has {found} bytes. Please download it again.",
        "That looks like a {file_format} file that was cut off: its header announces {games} games in "
        "{expected} bytes, but the file has {found} bytes. Please download it again.",
    ),
    refusals.NoPlayersInFile: gettext_noop(
        "That isn't a list of players. `names` is for the file `WTHOR.JOU` that belongs to a `.wtb` file."
    ),
    refusals.SeveralFilesOfGames: gettext_noop(
        "Please send one file of games at a time. Only WTHOR's list of players, `WTHOR.JOU`, can come with "
        "it."
    ),
}

# Translators: {file_format} such as WTHOR.
TOO_LONG = ngettext_noop(
    "That looks like a {file_format} file with extra data after its games: its header announces {games} game "
    "in {expected} bytes, but the file has {found} bytes. Please download it again.",
    "That looks like a {file_format} file with extra data after its games: its header announces {games} "
    "games in {expected} bytes, but the file has {found} bytes. Please download it again.",
)

FOREIGN: Mapping[str, str] = {
    "archive": gettext_noop(
        "That looks like a compressed archive, which I can't open. Unpack it, and send me the file of games "
        "inside."
    ),
    "picture": gettext_noop(
        "That looks like a picture, and I can only read text. Type the moves, or the squares row by row."
    ),
    "document": gettext_noop(
        "That looks like a document, and I can only read text. Copy the moves from it, and send me those."
    ),
    "page": gettext_noop(
        "That looks like a web page. Copy the moves from it, or download the game there as a text file."
    ),
    "players": gettext_noop(
        "That looks like WTHOR's list of players, which has their names but no games. Send it together with "
        "the `.wtb` file of games that it belongs to."
    ),
    "tournaments": gettext_noop(
        "That looks like WTHOR's list of tournaments, which has their names but no games. Games are in the "
        "`.wtb` files beside it."
    ),
    "unknown": gettext_noop(
        "I don't recognise that. I can read moves (`f5d6c3`, `4455`, or numbered: `1. f5 d6 2. c3`), boards "
        "in letters or emoji, and files in GGF, SGF, PGN, WTHOR, JSON, and Logistello's `.gam`."
    ),
}
"""Explanations of files and texts that contain no games."""

CANNOT_HOLD: Mapping[str, str] = {
    # Translators: {file_format} such as WTHOR or “transcript”.
    "game": gettext_noop("A {file_format} file can't hold this kind of game. JSON has room for everything."),
    # Translators: {file_format} such as WTHOR or “transcript”.
    "board": gettext_noop("A {file_format} file can't hold this board. JSON has room for everything."),
    # Translators: {file_format} such as WTHOR or “transcript”.
    "start": gettext_noop(
        "A {file_format} file can't hold this game, because it starts from a set-up position. JSON has room "
        "for everything."
    ),
    # Translators: {file_format} such as WTHOR or “transcript”.
    "result": gettext_noop(
        "A {file_format} file can't hold this game, because it has no result. JSON has room for everything."
    ),
}
"""Refusals of formats that have no room for a game, by what they lack."""

FAULTS = {
    # Translators: follow “… and stopped at move 4 of line 1, “a1”:”, without a full stop.
    "text": gettext_noop("that doesn't follow the format"),
    "game": gettext_noop("I don't play that game"),
    "board": gettext_noop("I don't have that board"),
    "start": gettext_noop("no game starts from that position"),
    "move": gettext_noop("the rules don't allow that move there"),
    "turn": gettext_noop("it is the other side's turn there"),
    "pass": gettext_noop("neither side has to pass there"),
}

FORMAT_NAMES = {
    # Translators: within “A transcript file can't hold this board.”
    "transcript": pgettext_noop("file format", "transcript"),
    # Translators: within “A columns file can't hold this board.”: a text with the columns of Connect 4.
    "columns": pgettext_noop("file format", "columns"),
}
"""Formats whose names are words."""

READ_AS = {
    # Translators: within “I read this as a transcript, and stopped at …”
    "transcript": pgettext_noop("read as", "a transcript"),
    # Translators: within “I read this as numbered moves, and stopped at …”
    "moves": pgettext_noop("read as", "numbered moves"),
    # Translators: within “I read this as the squares of a board, and stopped at …”
    "squares": pgettext_noop("read as", "the squares of a board"),
    # Translators: within “I read this as columns, and stopped at …”: the columns of Connect 4.
    "columns": pgettext_noop("read as", "columns"),
}
"""Descriptions of formats whose name alone is unclear."""

EXAMPLES = {
    "transcript": gettext_noop("A transcript looks like `f5d6c3d3c4`."),
    "columns": gettext_noop("Columns look like `4455`."),
    "moves": gettext_noop("Numbered moves look like `1. f5 d6 2. c3 d3`."),
    "gam": gettext_noop("Logistello's games look like `+d3-c3+c4-e3: +04 1`, one a line."),
}
"""Examples of the formats that people type."""


def values_of(refusal: Refusal) -> dict[str, object]:
    """Return the values of placeholders that need words."""
    match refusal:
        case refusals.UnreadableGame():
            name = refusal.file_format
            return {
                "where": _where(refusal),
                "read_as": pgettext("read as", READ_AS[name]) if name in READ_AS else name,
                "fault": gettext(FAULTS[refusal.fault]),
            }
        case refusals.CannotHold(file_format=name) if name in FORMAT_NAMES:
            return {"file_format": pgettext("file format", FORMAT_NAMES[name])}
        case _:
            return {}


def example_of(refusal: Refusal) -> str | None:
    """Return an example of the format a text was read as; None if there is none."""
    if isinstance(refusal, refusals.UnreadableGame) and refusal.fault == "text":
        example = EXAMPLES.get(refusal.file_format)
        return None if example is None else gettext(example)
    return None


def _where(fault: refusals.UnreadableGame) -> str:
    """Locate the fault in a file."""
    if fault.at_move is None:
        if fault.line is None:
            # Translators: a place in a file, within “… and stopped at game 2, “x”: …”
            return gettext("game {number}", number=fault.number)
        # Translators: a place in a file, within “… and stopped at line 2, “x”: …”
        return gettext("line {number}", number=fault.line)
    if fault.line is None:
        # Translators: a place in a file, within “… and stopped at move 4 of game 2, “x”: …”
        return gettext("move {move} of game {number}", move=fault.at_move, number=fault.number)
    # Translators: a place in a file, within “… and stopped at move 4 of line 2, “x”: …”
    return gettext("move {move} of line {number}", move=fault.at_move, number=fault.line)
