"""Texts with one game per line: transcripts and `.gam` of Reversi, columns of Connect 4.

- transcript: squares without passes, as in `f5d6c3`; blanks, commas, capitals and passes may be read.
- columns: columns from 1, as in `4455`, or `12x6:10-4-11` on wide grids; they may be separated (`4 4 5 5`,
  `4,4,5,5`, `4-4-5-5`) or in groups of equal length (`44 55 1`).
- gam: Logistello's `+d3-c3+c4-e3: +04 1`, read only: a plus precedes Black's moves, a minus White's, and
  Black's result in discs follows the colon.

The board precedes the moves if it is not the usual one, as in `6x6:c2d2`. The value of the last position
may follow, as in published test sets: `f5d6c3 -2`. In columns, a number with a sign is always a value, and
so is a small one after a run of columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from bot.catalog import GAMES, GameKind
from bot.study.records.record import ColouredMove, GameRecord, Source, from_usual_start, result_by
from bot.study.records.refusals import CannotHold, TooManyGamesInFile
from data.games.explorer import is_set_up
from engine import connect4
from engine.reversi import transcripts
from engine.search.position import PASS
from languages.typed import in_one_width

MAX_GAMES = 2000
"""Maximum number of games read from a file."""

MAX_LINE = 4000
"""Maximum length of a line with a game, characters."""

TRANSCRIPT, COLUMNS, GAM = "transcript", "columns", "gam"
"""Names of the formats."""

_REVERSI, _CONNECT4 = "reversi", "connect4"

COMMENT = "#"
"""Prefix of lines that are skipped."""

_BOARD = re.compile(
    r"\s*+(?!(?:[a-j]\s*+[0-9]++\s*+)++:|(?!(?:6|8|10)\s*+:)[0-9\s,-]++:)([^:\n]{1,16}):", re.IGNORECASE
)
"""The board before the moves of a line; moves before a colon have a value after it."""


def board_and_moves(line: str) -> tuple[str | None, str]:
    """Split a line into the board it names, if any, and the rest."""
    match = _BOARD.match(line)
    return (None, line) if match is None else (match[1].strip(), line[match.end() :])


WHOLE_FILES = ("{", "(", "[")
"""Beginnings of files in which every sign matters."""

_BLANKS = re.compile(r"[^\S\r\n]{2,}")


def decoded(content: bytes) -> str:
    """Decode a file from UTF-8 or else Latin-1, as many old ones are, with single blanks.

    What people type is brought to one width. Files in which names stand keep their signs.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return _BLANKS.sub(" ", text if text.lstrip().startswith(WHOLE_FILES) else in_one_width(text))


def game_lines(name: str, content: bytes) -> Iterator[tuple[Source, str]]:
    """Yield the lines with games, at most MAX_GAMES of MAX_LINE characters, and the place of each."""
    number = 0
    for at, line in enumerate(decoded(content).splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith(COMMENT):
            continue
        if number == MAX_GAMES:
            raise TooManyGamesInFile(MAX_GAMES)
        number += 1
        source = Source(name, number, at)
        if len(line) > MAX_LINE:
            raise source.unreadable("text", line)
        yield source, line


_MORE = re.compile(r"\S")


def read_each(
    name: str, content: bytes, read_at: Callable[[Source, str, int], tuple[GameRecord, int]]
) -> tuple[GameRecord, ...]:
    """Read the games in brackets of a file, at most MAX_GAMES.

    `read_at` reads the one at a place of the text and returns the place after it.
    """
    text, at = decoded(content), 0
    records: list[GameRecord] = []
    while (begin := _MORE.search(text, at)) is not None:
        if len(records) == MAX_GAMES:
            raise TooManyGamesInFile(MAX_GAMES)
        game, at = read_at(Source(name, len(records) + 1), text, begin.start())
        records.append(game)
    return tuple(records)


def joined(records: Sequence[GameRecord], lines: Sequence[str]) -> bytes:
    """Return a file of one game per line."""
    return "".join(f"{line}\n" for line in lines).encode()


def _line(name: str, game: str, record: GameRecord, moves: Callable[[GameRecord], str]) -> str:
    """Return a game as one line, with its moves formatted by `moves`."""
    if record.game != game:
        raise CannotHold(name, "game")
    if is_set_up(record.options):
        raise CannotHold(name, "start")
    written = from_usual_start(record)
    return f"{written.options}:{moves(written)}" if written.options else moves(written)


def read_lines(
    name: str,
    game: str,
    content: bytes,
    read_line: Callable[[Source, GameKind, str, str], tuple[Sequence[str], str]],
) -> tuple[GameRecord, ...]:
    """Read one game per line; `read_line` reads the part after the board: moves and a value, if given."""
    kind = GAMES[game]
    records: list[GameRecord] = []
    for source, line in game_lines(name, content):
        board, played = board_and_moves(line)
        options = "" if board is None else source.options(kind, board)
        moves, value = read_line(source, kind, options, played)
        records.append(source.record(kind, options, moves, value=value))
    return tuple(records)


_PART = re.compile(r"(?P<square>[a-j]\s*(?:10|[0-9]))|(?P<passed>pass|pa|ps|-+)|[\s,]+", re.IGNORECASE)
_VALUED_TRANSCRIPT = re.compile(
    r"(?P<moves>.*?(?:[0-9]|pass|pa|ps))(?:\s++[:;,=]?|[:;,=])\s*+"
    r"(?P<value>[+-]?[0-9]{1,3}(?:\.[0-9]+)?(?:[-–][0-9]{1,3})?)",
    re.IGNORECASE,
)


def written_transcript(record: GameRecord) -> str:
    return _line(TRANSCRIPT, _REVERSI, record, lambda usual: transcripts.transcript(usual.moves))


def read_transcripts(content: bytes) -> tuple[GameRecord, ...]:
    """Read transcripts; lines that begin with # are skipped."""
    return read_lines(TRANSCRIPT, _REVERSI, content, _transcript_line)


def _transcript_line(source: Source, kind: GameKind, options: str, played: str) -> tuple[list[str], str]:
    valued = _VALUED_TRANSCRIPT.fullmatch(played.strip())
    text, value = (played, "") if valued is None else (valued["moves"], valued["value"])
    moves: list[str] = []
    at = 0
    while at < len(text):
        match = _PART.match(text, at)
        if match is None:
            raise source.unreadable("text", text[at:])
        if match["square"]:
            moves.append("".join(match["square"].split()).lower())
        elif match["passed"]:
            moves.append(PASS)
        at = match.end()
    return moves, value


_VALUED = re.compile(r"(?P<moves>.*[0-9])[\s:;,=]+(?P<value>[+-]?[0-9]{1,3}(?:\.[0-9]+)?)", re.ASCII)
_RUN = re.compile(r"[0-9]{2,}|[0-9]+(?:-[0-9]+)+", re.ASCII)
_COLUMN_SIGNS = re.compile(r"[0-9\s,-]*", re.ASCII)
_SEPARATORS = (None, ",", "-")
"""None is any blanks."""
_WIDEST_BY_DIGITS = 9


def written_columns(record: GameRecord) -> str:
    return _line(COLUMNS, _CONNECT4, record, _columns_of)


def read_columns(content: bytes) -> tuple[GameRecord, ...]:
    """Read columns; lines that begin with # are skipped."""
    return read_lines(COLUMNS, _CONNECT4, content, _columns_line)


def _columns_of(record: GameRecord) -> str:
    return ("-" if _grid(record.kind, record.options).columns > _WIDEST_BY_DIGITS else "").join(record.moves)


def _grid(kind: GameKind, options: str) -> connect4.Position:
    grid = kind.start(options)
    assert isinstance(grid, connect4.Position)
    return grid


def _columns_line(source: Source, kind: GameKind, options: str, played: str) -> tuple[list[str], str]:
    grid = _grid(kind, options)
    text, value = _without_value(played.strip(), grid.columns * grid.rows // 2)
    return _split_columns(source, text, grid.columns > _WIDEST_BY_DIGITS), value


def _without_value(text: str, most: int) -> tuple[str, str]:
    """Split moves from the value after them: a number with a sign, or one up to `most` after a run."""
    match = _VALUED.fullmatch(text)
    if match is None:
        return text, ""
    value = match["value"]
    if value[0] in "+-" or (_RUN.fullmatch(match["moves"]) and float(value) <= most):
        return match["moves"], value
    return text, ""


def _split_columns(source: Source, text: str, wide: bool) -> list[str]:
    for separator in _SEPARATORS:
        parts = [part.strip() for part in text.split(separator)] if text else []
        if not all(part.isascii() and part.isdigit() for part in parts):
            continue
        if wide or all(len(part) == 1 for part in parts):
            return parts
        size = len(parts[0])
        grouped = all(len(part) == size for part in parts[:-1]) and len(parts[-1]) <= size
        if grouped and separator is _SEPARATORS[0]:
            return list("".join(parts))
    known = _COLUMN_SIGNS.match(text)
    raise source.unreadable("text", (text[known.end() :] if known is not None else "") or text)


GAM_BEGINS = re.compile(r"\s*[+-][a-h][1-8][+-](?:[a-h][1-8]|pa|ps)", re.IGNORECASE)
"""Beginning of the first line of a `.gam` file."""

_GAM_MOVE = re.compile(r"([+-])([a-h][1-8]|pass|pa|ps)\s*", re.IGNORECASE)
_GAM_RESULT = re.compile(r"(?::\s*([+-]?[0-9]{1,2})(?:\s+[0-9]+)?)?\s*")


def read_gam(content: bytes) -> tuple[GameRecord, ...]:
    return tuple(_gam_game(source, line.strip()) for source, line in game_lines(GAM, content))


def _gam_game(source: Source, line: str) -> GameRecord:
    end = 0
    while (move := _GAM_MOVE.match(line, end)) is not None:
        end = move.end()
    result = _GAM_RESULT.fullmatch(line, end)
    if result is None or not end:
        raise source.unreadable("text", line[end:])
    written = result_by(int(result[1])) if result[1] else (None, None)
    return source.record(GAMES[_REVERSI], "", _gam_moves(line[:end]), result=written)


def _gam_moves(text: str) -> Iterator[ColouredMove]:
    for match in _GAM_MOVE.finditer(text):
        move = match[2].lower()
        yield ColouredMove(PASS if move.startswith("p") else move, int(match[1] == "-"))
