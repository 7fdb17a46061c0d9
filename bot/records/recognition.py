"""What a text or a file is: recognised by its name, its first bytes and its grammar, and read accordingly."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.catalog import GAMES, GameKind
from bot.records.formats import FORMATS, columns, gam, ggf, json_text, pgn, sgf, squares, transcript, wthor
from bot.records.formats.lines import board_and_moves, decoded
from bot.records.record import GameRecord
from bot.refusals import FileTooLarge, NoGamesInFile, SeemsForeign, SeveralFilesOfGames
from bot.refusals.records import Foreign

MOST_BYTES = 1 << 20
"""The largest file that is read."""


class File(NamedTuple):
    """A file, or a text that was typed, which has no name."""

    content: bytes
    name: str = ""

    @property
    def suffix(self) -> str:
        """What its name ends with, in small letters."""
        return self.name.rpartition(".")[2].lower() if "." in self.name else ""


_MAGIC: tuple[tuple[bytes, Foreign], ...] = (
    (b"PK\x03\x04", "archive"),
    (b"PK\x05\x06", "archive"),
    (b"\x1f\x8b", "archive"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
    (b"Rar!", "archive"),
    (b"BZh", "archive"),
    (b"\xfd7zXZ", "archive"),
    (b"\x89PNG", "picture"),
    (b"GIF8", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"RIFF", "picture"),
    (b"%PDF", "document"),
    (b"{\\rtf", "document"),
    (b"\xd0\xcf\x11\xe0", "document"),
)
"""How files begin that have no games."""

_PAGE = re.compile(r"\s*<(?:!doctype|html|\?xml|svg|head|body)", re.IGNORECASE)
_FIRST_LINE = re.compile(r"^[^\S\n]*[^#\s].*", re.MULTILINE)
"""The first one of a text that is no comment."""
_EMPTY_BOARD = re.compile(r"\s*([^:\n]{1,16}):\s*")
"""A board on which nobody has moved."""
_COLUMNS = re.compile(r"\s*[0-9]")
_TRANSCRIPT = re.compile(r"\s*(?:[a-j]\s*[0-9]|(?:pass|pa|ps)\b|-)", re.IGNORECASE)

_BLOCK = re.compile(r"```(?:(?:json|text|txt|pgn|sgf|ggf)\s|[a-z]+\n)?(.*?)```", re.DOTALL | re.IGNORECASE)
_QUOTED = re.compile(r"^> ?", re.MULTILINE)
_WHOLE_FILES = ("{", "(", "[")
"""Files that have their own use for every sign begin so."""

_BY_SUFFIX: dict[str, Callable[[bytes], tuple[GameRecord, ...]]] = {
    "wtb": wthor.read,
    "ggf": ggf.read,
    "sgf": sgf.read,
    "pgn": pgn.read,
    "gam": gam.read,
    "json": json_text.read,
}
"""Who says what is wrong with a file whose name promises a format."""

_FOREIGN_SUFFIX: dict[str, Foreign] = {
    "zip": "archive",
    "gz": "archive",
    "7z": "archive",
    "rar": "archive",
    "jou": "players",
    "trn": "tournaments",
    "pdf": "document",
    "html": "page",
    "htm": "page",
}


def read_games(content: bytes, name: str = "", kind: GameKind | None = None) -> tuple[GameRecord, ...]:
    """The games of a file, or of a text that was typed; `kind` is the game of a position, where it is known.

    Refuses with FileTooLarge, TooManyGamesInFile, NoGamesInFile, DamagedFile, SeemsForeign and
    UnreadableGame, and with what `squares.read` refuses.
    """
    return read_files([File(content, name)], kind)


def read_files(files: Sequence[File], kind: GameKind | None = None) -> tuple[GameRecord, ...]:
    """The games of a file, beside which may be one with the names of the players of WTHOR."""
    file, players = apart(files)
    if len(file.content) > MOST_BYTES:
        raise FileTooLarge(MOST_BYTES)
    found = wthor.read(file.content, players) if is_wthor(file) else _read(file, kind)
    if not found:
        raise NoGamesInFile
    return found


def apart(files: Sequence[File]) -> tuple[File, tuple[str, ...]]:
    """The file of games, and the names of players from the file beside it."""
    lists = [file for file in files if wthor.lists(file.content) == "players"] if len(files) > 1 else []
    games = [file for file in files if file not in lists]
    if len(games) != 1 or len(lists) > 1:
        raise SeveralFilesOfGames
    return games[0], wthor.players_in(lists[0].content) if lists else ()


def is_wthor(file: File) -> bool:
    """Whether a file has games in WTHOR's format, or would have them if it were whole."""
    return wthor.lists(file.content) is None and wthor.looks_so(file.content)


def _read(file: File, kind: GameKind | None) -> tuple[GameRecord, ...]:
    content = file.content
    foreign: Foreign | None = wthor.lists(content)
    foreign = foreign or next((seems for begins, seems in _MAGIC if content.startswith(begins)), None)
    if foreign is not None:
        raise SeemsForeign(foreign)
    around = decoded(content)
    text = _without_markdown(around)
    if not _FIRST_LINE.search(text):
        raise NoGamesInFile
    if (empty := _EMPTY_BOARD.fullmatch(text)) is not None:
        for found, board in squares.boards([kind] if kind else list(GAMES.values()), empty[1]):
            return (GameRecord(found.key, board, ()),)
    recognised = recognised_in(text)
    if recognised == squares.NAME:
        return squares.read(text, around, kind)
    if recognised is not None:
        return _READERS[recognised](text.encode())
    if file.suffix in _BY_SUFFIX:
        return _BY_SUFFIX[file.suffix](content)
    if _PAGE.match(text):
        raise SeemsForeign("page")
    raise SeemsForeign(_FOREIGN_SUFFIX.get(file.suffix, "unknown"))


def _without_markdown(text: str) -> str:
    """What is in the code blocks of a text, or all of it, without the marks that Discord gives a meaning."""
    blocks = _BLOCK.findall(text)
    if blocks:
        return "\n".join(blocks)
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and all(line.startswith(">") for line in lines):
        text = _QUOTED.sub("", text)
    if text.lstrip("\ufeff \t\r\n").startswith(_WHOLE_FILES):
        return text
    return text.replace("`", "")


def recognised_in(text: str) -> str | None:
    """The name of the format in which games or positions seem to be written in a text."""
    begins = text.lstrip("\ufeff").lstrip()[:300]
    if begins.startswith("{"):
        return json_text.NAME
    if "(;" in begins[:40] or sgf.BEGINS.match(begins):
        return sgf.NAME if sgf.BEGINS.match(begins) else ggf.NAME
    if pgn.BEGINS.match(begins):
        return pgn.NAME
    found = _FIRST_LINE.search(text)
    line = found[0] if found is not None else ""
    if gam.BEGINS.match(line):
        return gam.NAME
    if squares.looks_so(text):
        return squares.NAME
    if pgn.BEGINS.match(line):
        return pgn.NAME
    board, moves = board_and_moves(line)
    if _COLUMNS.match(moves):
        return columns.NAME
    if _TRANSCRIPT.match(moves):
        return transcript.NAME
    # A line without moves has those of an empty board.
    return transcript.NAME if board is not None and not moves.strip() else None


_READERS: dict[str, Callable[[bytes], tuple[GameRecord, ...]]] = {
    **{each.name: each.read for each in FORMATS.values()},
    sgf.NAME: sgf.read,
    pgn.NAME: pgn.read,
    gam.NAME: gam.read,
}
