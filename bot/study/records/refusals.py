"""Refusals of files and texts with games or positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from bot.core.refusals import Refusal, Sentence, TooMany, refusal
from engine import EngineError
from languages import gettext, gettext_noop, ngettext_noop, pgettext, pgettext_noop
from languages.numbers import joined

Lack = Literal["game", "board", "start", "result"]
"""Missing feature of a format: the kind of game, its board, its start position, or an unknown result."""


Fault = Literal["text", "game", "board", "start", "move", "turn", "pass"]
"""The fault of a game in a file: its syntax, kind, board, start, a move, its side, or an unforced pass."""


Foreign = Literal["archive", "picture", "document", "page", "players", "tournaments", "unknown"]
"""Recognised kinds of text or file without games."""


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

CANNOT_HOLD: Mapping[str, str] = {
    # Translators: {file_format} such as WTHOR or “transcript”.
    "game": gettext_noop(
        "The {file_format} format can't hold this kind of game. JSON has room for everything."
    ),
    # Translators: {file_format} such as WTHOR or “transcript”.
    "board": gettext_noop("The {file_format} format can't hold this board. JSON has room for everything."),
    # Translators: {file_format} such as WTHOR or “transcript”.
    "start": gettext_noop(
        "The {file_format} format can't hold this game, because it starts from a set-up "
        "position. JSON has room for everything."
    ),
    # Translators: {file_format} such as WTHOR or “transcript”.
    "result": gettext_noop(
        "The {file_format} format can't hold this game, because it has no result. JSON "
        "has room for everything."
    ),
}

FAULTS: Mapping[Fault, str] = {
    # Translators, all below: {typed} is a part of a file or text; {where} such as “line 1, move 4”.
    "text": gettext_noop("I can't read “{typed}” ({where})."),
    "game": gettext_noop("I don't play the game “{typed}” ({where})."),
    "board": gettext_noop("I don't have the board “{typed}” ({where})."),
    "start": gettext_noop("No game starts from the position “{typed}” ({where})."),
    "move": gettext_noop("The rules don't allow the move “{typed}” there ({where})."),
    "turn": gettext_noop("It is the other side's turn at “{typed}” ({where})."),
    "pass": gettext_noop("Neither side has to pass at “{typed}” ({where})."),
}

FORMAT_NAMES = {
    # Translators: within “A transcript file can't hold this board.”
    "transcript": pgettext_noop("file format", "transcript"),
    # Translators: within “A columns file can't hold this board.”: a text with the columns of Connect 4.
    "columns": pgettext_noop("file format", "columns"),
}
"""Formats whose names are words."""

READ_AS = {
    "transcript": gettext_noop("I read this as a transcript."),
    # Translators: moves with their numbers, such as “1. f5 d6 2. c3 d3”.
    "moves": gettext_noop("I read this as numbered moves."),
    # Translators: a whole board, square by square.
    "squares": gettext_noop("I read this as the squares of a board."),
    # Translators: the columns of Connect 4, such as “4455”.
    "columns": gettext_noop("I read this as columns."),
}
"""Sentences for the formats whose name alone is unclear."""

EXAMPLES = {
    "transcript": gettext_noop("A transcript looks like `f5d6c3d3c4`."),
    "columns": gettext_noop("Columns look like `4455`."),
    "moves": gettext_noop("Numbered moves look like `1. f5 d6 2. c3 d3`."),
    "gam": gettext_noop("Logistello's games look like `+d3-c3+c4-e3: +04 1`, one a line."),
}
"""Examples of the formats that people type."""


class CannotHold(Refusal):
    file_format: str
    lack: Lack

    def sentence(self) -> Sentence:
        return CANNOT_HOLD[self.lack]

    def values(self) -> dict[str, object]:
        name = self.file_format
        named = pgettext("file format", FORMAT_NAMES[name]) if name in FORMAT_NAMES else name
        return {"file_format": named}


class UnreadableGame(Refusal):
    """The game with this number in a file cannot be read because of the part `typed`.

    `line` is its line in a text with one game per line, `at_move` the number of the faulty move. All numbers
    begin with 1; None if they do not apply.
    """

    file_format: str
    number: int
    fault: Fault
    typed: str
    line: int | None = None
    at_move: int | None = None

    def sentence(self) -> Sentence:
        return FAULTS[self.fault]

    def values(self) -> dict[str, object]:
        return {"typed": self.typed, "where": _where(self)}

    def advice(self) -> str | None:
        name = self.file_format
        # Translators: {file_format} such as GGF.
        other = gettext_noop("I read this as {file_format}.")
        sentences = [gettext(READ_AS.get(name, other), file_format=name)]
        if self.fault == "text" and name in EXAMPLES:
            sentences.append(gettext(EXAMPLES[name]))
        return joined(sentences)


def _where(fault: UnreadableGame) -> str:
    if fault.at_move is None:
        if fault.line is None:
            # Translators: a place in a file, in brackets
            return gettext("game {number}", number=fault.number)
        # Translators: a place in a file, in brackets
        return gettext("line {number}", number=fault.line)
    if fault.line is None:
        # Translators: a place in a file, in brackets
        return gettext("game {number}, move {move}", move=fault.at_move, number=fault.number)
    # Translators: a place in a file, in brackets
    return gettext("line {number}, move {move}", move=fault.at_move, number=fault.line)


NothingToExport = refusal("None of your games fits that format. Choose another one with `format`.")
ImportGone = refusal(
    "I no longer have these games: I keep your last import for one week. Please `/import` them again."
)
NoGamesInFile = refusal(
    "I couldn't find a game in that. Type moves such as `f5d6c3d3c4`, or `4455` in Connect 4."
)
FileTooLarge = refusal("That file is too large for me: it can have 1 MB at most.")


class TooManyGamesInFile(TooMany):
    """The file has more than `most` games."""

    # Translators: {most} is the number of games that a file can have.
    text = gettext_noop("That's too many games at once: a file can have {most}.")


class SeemsForeign(Refusal):
    """The text or file has no readable games; `seems` is its likely kind."""

    seems: Foreign

    def sentence(self) -> Sentence:
        return FOREIGN[self.seems]


class DamagedFile(Refusal):
    """The file has `found` bytes instead of the `expected` ones of its header."""

    # Translators: {file_format} such as WTHOR.
    text = ngettext_noop(
        "That looks like a {file_format} file that was cut off: its header announces {games} game in "
        "{expected} bytes, but the file has {found} bytes. Please download it again.",
        "That looks like a {file_format} file that was cut off: its header announces {games} games in "
        "{expected} bytes, but the file has {found} bytes. Please download it again.",
    )
    # Translators: {file_format} such as WTHOR.
    too_long = ngettext_noop(
        "That looks like a {file_format} file with extra data after its games: its header announces {games} "
        "game in {expected} bytes, but the file has {found} bytes. Please download it again.",
        "That looks like a {file_format} file with extra data after its games: its header announces {games} "
        "games in {expected} bytes, but the file has {found} bytes. Please download it again.",
    )
    counted = "games"
    file_format: str
    games: int
    expected: int
    found: int

    def sentence(self) -> Sentence:
        return self.too_long if self.found > self.expected else self.text


SeveralFilesOfGames = refusal(
    "Please send one file of games at a time. Only WTHOR's list of players, `WTHOR.JOU`, can come with it."
)


class ImpossiblePosition(Refusal):
    """The position is impossible; `reason` is the engine's."""

    # Translators: {reason} is a sentence such as “d4 is empty, and no game leaves a centre square empty.”
    text = gettext_noop("No game can reach that position. {reason}")
    reason: EngineError


class NoBoardOfSize(Refusal):
    # Translators: X, O and - are to be typed, in all languages.
    text = ngettext_noop(
        "No board has {squares} square. An 8x8 board has 64, row by row from a1: X for "
        "black, O for white, - for an empty square, then X or O for the side to move.",
        "No board has {squares} squares. An 8x8 board has 64, row by row from a1: X for "
        "black, O for white, - for an empty square, then X or O for the side to move.",
    )
    counted = "squares"
    squares: int


NoSideToMove = refusal("Whose turn is it? Write X (the side that moves first) or O after the squares.")
