"""Formats of games, and their recognition by name, first bytes and grammar."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from bot.catalog import GAMES, GameKind
from bot.core.fields import Frozen
from bot.core.heavy import require_time
from bot.study.records import drawn_boards as squares
from bot.study.records import ggf, json_text, pgn, sgf, wthor
from bot.study.records.line_texts import (
    COLUMNS,
    GAM,
    GAM_BEGINS,
    MAX_LINE,
    TRANSCRIPT,
    WHOLE_FILES,
    board_and_moves,
    decoded,
    joined,
    read_columns,
    read_gam,
    read_transcripts,
    written_columns,
    written_transcript,
)
from bot.study.records.record import GameRecord
from bot.study.records.refusals import (
    CannotHold,
    FileTooLarge,
    Foreign,
    NoGamesInFile,
    SeemsForeign,
    SeveralFilesOfGames,
)

MAX_BYTES = 1 << 20
"""Maximum size of a file that is read."""


class RecordFormat(Frozen):
    """A writable format: its name, the suffix of its files, and the only game it can hold (None: all)."""

    name: str
    suffix: str
    game: str | None
    written: Callable[[GameRecord], Any]
    """Returns a game as a file has it. Refuses with `CannotHold`."""
    joined: Callable[[Sequence[GameRecord], Sequence[Any]], bytes]
    """Makes a file of games and what was written of each."""
    read: Callable[[bytes], tuple[GameRecord, ...]]
    """Refuses with `UnreadableGame` and `TooManyGamesInFile`."""

    def write(self, records: Sequence[GameRecord]) -> bytes:
        """Return a file of games. Refuses with `CannotHold`."""
        return self.joined(records, [self.written(record) for record in records])

    def written_fitting(self, records: Iterable[GameRecord]) -> Iterator[tuple[GameRecord, Any]]:
        for record in records:
            require_time()
            with suppress(CannotHold):
                yield record, self.written(record)


FORMATS: Mapping[str, RecordFormat] = {
    file_format.name: file_format
    for file_format in (
        RecordFormat(TRANSCRIPT, "txt", "reversi", written_transcript, joined, read_transcripts),
        RecordFormat(ggf.NAME, "ggf", ggf.GAME, ggf.written, joined, ggf.read),
        RecordFormat(wthor.NAME, "wtb", wthor.GAME, wthor.written, wthor.joined, wthor.read),
        RecordFormat(COLUMNS, "txt", "connect4", written_columns, joined, read_columns),
        RecordFormat(json_text.NAME, "json", None, json_text.written, json_text.joined, json_text.read),
    )
}


class File(NamedTuple):
    """A file, or a typed text, which has no name."""

    content: bytes
    name: str = ""

    @property
    def suffix(self) -> str:
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
"""Beginnings of files without games."""

_PAGE = re.compile(r"\s*<(?:!doctype|html|\?xml|svg|head|body)", re.IGNORECASE)
_FIRST_LINE = re.compile(r"^[^\S\n]*+[^#\s].*", re.MULTILINE)
"""The first line of a text that is no comment."""
_EMPTY_BOARD = re.compile(r"\s*([^:\n]{1,16}):\s*")
"""A board without moves."""
_COLUMNS = re.compile(r"\s*[0-9]")
_TRANSCRIPT = re.compile(r"\s*(?:[a-j]\s*[0-9]|(?:pass|pa|ps)\b|-)", re.IGNORECASE)

_VALUES = re.compile(r"(?=.*(?:[+-][0-9]|=))\s*1\s+2\s+3\s+4\s[-0-9+=.\s]*", re.DOTALL)
"""A table with a value for each column."""
_BLOCK = re.compile(r"```(?:(?:json|text|txt|pgn|sgf|ggf)\s|[a-z]+\n)?(.*?)```", re.DOTALL | re.IGNORECASE)
_QUOTED = re.compile(r"^> ?", re.MULTILINE)
_BY_SUFFIX: dict[str, Callable[[bytes], tuple[GameRecord, ...]]] = {
    "wtb": wthor.read,
    "ggf": ggf.read,
    "sgf": sgf.read,
    "pgn": pgn.read,
    "gam": read_gam,
    "json": json_text.read,
}
"""Readers that report what is wrong with a file with this suffix."""

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
    """Read the games of a file or a typed text; `kind` is the game of a position, if known.

    Refuses with FileTooLarge, TooManyGamesInFile, NoGamesInFile, DamagedFile, SeemsForeign and
    UnreadableGame, and with what `squares.read` refuses.
    """
    return read_files([File(content, name)], kind)


def read_files(files: Sequence[File], kind: GameKind | None = None) -> tuple[GameRecord, ...]:
    """Read the games of a file, optionally with a second file of WTHOR's players."""
    file, players = split_files(files)
    if len(file.content) > MAX_BYTES:
        raise FileTooLarge
    records = wthor.read(file.content, players) if is_wthor(file) else _read(file, kind)
    if not records:
        raise NoGamesInFile
    return records


def split_files(files: Sequence[File]) -> tuple[File, tuple[str, ...]]:
    """Return the file of games, and the names of players from the other file."""
    lists = [file for file in files if wthor.lists(file.content) == "players"] if len(files) > 1 else []
    games = [file for file in files if file not in lists]
    if len(games) != 1 or len(lists) > 1:
        raise SeveralFilesOfGames
    return games[0], wthor.players_in(lists[0].content) if lists else ()


def is_wthor(file: File) -> bool:
    """Return whether a file has games in WTHOR's format, perhaps damaged."""
    return wthor.lists(file.content) is None and wthor.is_games(file.content)


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
        for game_kind, board in squares.boards([kind] if kind else list(GAMES.values()), empty[1]):
            return (GameRecord(game_kind.key, board, ()),)
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
    """Return the code blocks of a text, or all of it, without Discord's markdown."""
    # Analyses of Connect 4 have a table of values next to the board.
    blocks = [block for block in _BLOCK.findall(text) if not _VALUES.fullmatch(block)]
    if blocks:
        return "\n".join(blocks)
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and all(line.startswith(">") for line in lines):
        text = _QUOTED.sub("", text)
    if text.lstrip("\ufeff \t\r\n").startswith(WHOLE_FILES):
        return text
    return text.replace("`", "")


def recognised_in(text: str) -> str | None:
    """Return the name of the likely format of a text."""
    begins = text.lstrip("\ufeff").lstrip()[:300]
    if begins.startswith("{"):
        return json_text.NAME
    if "(;" in begins[:40] or sgf.BEGINS.match(begins):
        return sgf.NAME if sgf.BEGINS.match(begins) else ggf.NAME
    if pgn.BEGINS.match(begins):
        return pgn.NAME
    match = _FIRST_LINE.search(text)
    line = match[0][:MAX_LINE] if match is not None else ""
    if GAM_BEGINS.match(line):
        return GAM
    if squares.has_squares(text):
        return squares.NAME
    if pgn.BEGINS.match(line):
        return pgn.NAME
    board, moves = board_and_moves(line)
    if _COLUMNS.match(moves):
        return COLUMNS
    if _TRANSCRIPT.match(moves):
        return TRANSCRIPT
    # A line without moves is an empty board.
    return TRANSCRIPT if board is not None and not moves.strip() else None


_READERS: dict[str, Callable[[bytes], tuple[GameRecord, ...]]] = {
    **{file_format.name: file_format.read for file_format in FORMATS.values()},
    sgf.NAME: sgf.read,
    pgn.NAME: pgn.read,
    GAM: read_gam,
}
