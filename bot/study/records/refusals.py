"""Refusals of files and texts with games or positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bot.core.refusals import Refusal, Sentence, TooMany
from engine import EngineError
from languages import gettext, gettext_noop, ngettext_noop, pgettext, pgettext_noop

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

FAULTS = {
    # Translators, all below: follow “… and stopped at move 4 of line 1, “a1”:”, without a full stop.
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


@dataclass(eq=False)
class CannotHold(Refusal):
    """The format cannot hold the game."""

    file_format: str
    lack: Lack

    def sentence(self) -> Sentence:
        return CANNOT_HOLD[self.lack]

    def values(self) -> dict[str, object]:
        name = self.file_format
        named = pgettext("file format", FORMAT_NAMES[name]) if name in FORMAT_NAMES else name
        return {"file_format": named}


@dataclass(eq=False)
class UnreadableGame(Refusal):
    """The game with this number in a file cannot be read because of the part `typed`.

    `line` is its line in a text with one game per line, `at_move` the number of the faulty move. All numbers
    begin with 1; None if they do not apply.
    """

    # Translators: {read_as} such as “a transcript” or “GGF”; {where} such as “move 4 of line 1”; {fault} such
    # as “that doesn't follow the format”.
    text = gettext_noop("I read this as {read_as}, and stopped at {where}, “{typed}”: {fault}.")
    file_format: str
    number: int
    fault: Fault
    typed: str
    line: int | None = None
    at_move: int | None = None

    def values(self) -> dict[str, object]:
        name = self.file_format
        return {
            "typed": self.typed,
            "where": _where(self),
            "read_as": pgettext("read as", READ_AS[name]) if name in READ_AS else name,
            "fault": gettext(FAULTS[self.fault]),
        }

    def advice(self) -> str | None:
        example = EXAMPLES.get(self.file_format) if self.fault == "text" else None
        return None if example is None else gettext(example)


def _where(fault: UnreadableGame) -> str:
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


class NothingToExport(Refusal):
    text = gettext_noop("None of your games fits that format. Choose another one with `format`.")


class ImportGone(Refusal):
    text = gettext_noop(
        "I no longer have these games: I keep your last import for one week. Please `/import` them again."
    )


class NoGamesInFile(Refusal):
    text = gettext_noop(
        "I couldn't find a game in that. Type moves such as `f5d6c3d3c4`, or `4455` in Connect 4."
    )


class FileTooLarge(Refusal):
    text = gettext_noop("That file is too large for me: it can have 1 MB at most.")


class TooManyGamesInFile(TooMany):
    """The file has more than `most` games."""

    # Translators: {most} is the number of games that a file can have.
    text = gettext_noop("That's too many games at once: a file can have {most}.")


@dataclass(eq=False)
class SeemsForeign(Refusal):
    """The text or file has no readable games; `seems` is its likely kind."""

    seems: Foreign

    def sentence(self) -> Sentence:
        return FOREIGN[self.seems]


@dataclass(eq=False)
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


class NoPlayersInFile(Refusal):
    text = gettext_noop(
        "That isn't a list of players. `names` is for the file `WTHOR.JOU` that belongs to a `.wtb` file."
    )


class SeveralFilesOfGames(Refusal):
    text = gettext_noop(
        "Please send one file of games at a time. Only WTHOR's list of players, `WTHOR.JOU`, can come with "
        "it."
    )


@dataclass(eq=False)
class ImpossiblePosition(Refusal):
    """The position is impossible; `reason` is the engine's."""

    # Translators: {reason} is text such as “d4 is empty: no game leaves a centre square empty”.
    text = gettext_noop("No game can reach that position: {reason}.")
    reason: EngineError


@dataclass(eq=False)
class NoBoardOfSize(Refusal):
    # Translators: X, O and - are to be typed, in all languages.
    text = ngettext_noop(
        "I count {squares} square, which fits no board. An 8x8 board has 64, row by row "
        "from a1: X for black, O for white, - for an empty one, then X or O for the "
        "side to move.",
        "I count {squares} squares, which fits no board. An 8x8 board has 64, row by "
        "row from a1: X for black, O for white, - for an empty one, then X or O for the "
        "side to move.",
    )
    counted = "squares"
    squares: int


class NoSideToMove(Refusal):
    text = gettext_noop("Whose turn is it? Write X (the side that moves first) or O after the squares.")
