"""Positions by their squares: boards drawn in letters or emoji, or one position per line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.catalog import GAMES, GameKind
from bot.catalog.kind import EMPTY, SYMBOLS, options_from, square_count
from bot.core.fields import Frozen
from bot.study.records.line_texts import COMMENT, MAX_GAMES, MAX_LINE
from bot.study.records.record import GameRecord, Source, readable_name
from bot.study.records.refusals import (
    ImpossiblePosition,
    NoBoardOfSize,
    NoSideToMove,
    TooManyGamesInFile,
)
from engine import EngineError, Position
from engine.search.position import PASS

SIGNS = {
    **dict.fromkeys("Xx*Bb●⚫Rr", SYMBOLS[0]),
    **dict.fromkeys("Oo0Ww○⚪Yy", SYMBOLS[1]),
    **dict.fromkeys("-._·", EMPTY),
}
"""Signs in common use for squares."""

_POSSIBLE = "*"
"""A black disc, or a legal move where black discs have another sign."""
_LAST, _BEFORE = ">", "~"
"""Prefixes of the last disc and of the one before it."""

_FEWEST = 4
"""Minimum number of rows and columns of a board."""
MAX_SEARCHED = 8000
"""Maximum length of a text searched for a board, characters."""

_SIGN = "[" + re.escape("".join(SIGNS)) + "]"
_CELL = rf"[\s|]*+(?:[{_LAST}{_BEFORE}]\s*+)?{_SIGN}"
_LABEL = r"(?:(?P<label>[0-9]{1,2})(?=[\s|:>~]))?"
_ROW = re.compile(rf"\s*+{_LABEL}[\s|:]*+(?P<cells>(?:{_CELL})++)[\s|]*+(?:[0-9]{{1,2}})?\s*+")
_SIDE = re.compile(rf"\s*({_SIGN})\s*(?:[;\n]|$)")
_LETTERS, _NUMBERS = "abcdefghijkl", tuple(map(str, range(1, 13)))
_RULE = re.compile(r"(?=.*(?:[+─━═┼]|\|-{2,}\|))[\s+|=─━┼┬┴├┤└┘┌┐╔╗╚╝║═-]*")
"""A line between rows."""


class DrawnBoard(Frozen):
    """The squares of a board in the order of its coordinates, and the other marks of its drawing.

    `possible` and `last` are numbers of squares; `lettered` is True if its columns have letters, None if they
    have no names. `side` is the symbol after the board, if any: the side to move.
    """

    rows: tuple[str, ...]
    possible: frozenset[int]
    last: frozenset[int]
    lettered: bool | None
    side: str


def drawn_in(text: str) -> DrawnBoard | None:
    """Return the board drawn in a text, None without one."""
    if len(text) > MAX_SEARCHED:
        return None
    lines = [line for line in text.splitlines() if not _RULE.fullmatch(line)]
    cleaned = "\n".join(lines)
    return _below_names(cleaned) or _in_lines(lines)


def without_names(text: str) -> str:
    for names in _column_names():
        text = _names_pattern(names).sub(" ", text)
    return text


def _column_names() -> list[Sequence[str]]:
    """Return every way to name columns from either side, the longest first."""
    sequences: list[Sequence[str]] = []
    for count in range(len(_NUMBERS), _FEWEST - 1, -1):
        for names in (tuple(_LETTERS[:count]), _NUMBERS[:count]):
            sequences += [names, names[::-1]]
    return sequences


def _names_pattern(names: Sequence[str]) -> re.Pattern[str]:
    between = r"[\s|]*+" if names[0].isalpha() else r"[\s|]++"
    return re.compile(rf"(?<![\w.]){between.join(names)}(?![\w.])", re.IGNORECASE)


def _below_names(text: str) -> DrawnBoard | None:
    """Find a board below the names of its columns, even if all of it is in one line."""
    for names in _column_names():
        head = _names_pattern(names).search(text)
        if head is None:
            continue
        row = re.compile(
            rf"\s*+{_LABEL}(?P<cells>(?:{_CELL}){{{len(names)}}})[\s|]*+(?:(?P=label)(?![0-9]))?"
        )
        at, labels, rows = head.end(), [], []
        while (match := row.match(text, at)) is not None:
            labels.append(match["label"])
            rows.append(match["cells"])
            at = match.end()
        if len(rows) >= _FEWEST:
            return _board(rows, labels, names, text[at:])
    return None


def _in_lines(lines: list[str]) -> DrawnBoard | None:
    """Find a board of lines of equal length without names of columns above it."""
    board_lines = [(at, row) for at, row in enumerate(map(_ROW.fullmatch, lines)) if row is not None]
    board_lines = [(at, row) for at, row in board_lines if len(_signs(row["cells"])) >= _FEWEST]
    if len(board_lines) < _FEWEST or len({len(_signs(row["cells"])) for _, row in board_lines}) > 1:
        return None
    written = "\n".join(lines)
    names = next((names for names in _column_names() if _names_pattern(names).search(written)), ())
    rows, labels = [row["cells"] for _, row in board_lines], [row["label"] for _, row in board_lines]
    return _board(rows, labels, names, "\n".join(lines[board_lines[-1][0] + 1 :]))


def _signs(cells: str) -> list[str]:
    """Return the squares of a row, each with the mark before it."""
    return re.findall(rf"(?:[{_LAST}{_BEFORE}]\s*)?{_SIGN}", cells)


def _board(cells: list[str], labels: list[str | None], names: Sequence[str], after: str) -> DrawnBoard:
    """Return the board, turned so that its coordinates begin at the top left."""
    rows = [_signs(row) for row in cells]
    if names and names[0] not in ("a", "1"):
        rows = [row[::-1] for row in rows]
    numbers = [int(label) for label in labels if label is not None]
    lettered = names[0].isalpha() if names else None
    # In Connect 4, gravity shows the lowest row; rows are numbered from either end.
    if lettered and len(numbers) == len(rows) and numbers == sorted(numbers, reverse=True):
        rows.reverse()
    squares = [sign for row in rows for sign in row]
    starred = any(sign[-1] in "XxBb●⚫Rr" for sign in squares)
    meant = [EMPTY if starred and sign[-1] == _POSSIBLE else SIGNS[sign[-1]] for sign in squares]
    width = len(rows[0])
    side = _SIDE.match(after)
    return DrawnBoard(
        rows=tuple("".join(meant[at : at + width]) for at in range(0, len(meant), width)),
        possible=frozenset(at for at, sign in enumerate(squares) if starred and sign[-1] == _POSSIBLE),
        last=frozenset(at for at, sign in enumerate(squares) if sign[0] == _LAST),
        lettered=lettered,
        side="" if side is None else SIGNS[side[1]].replace(EMPTY, ""),
    )


_COLOURS = ("red", "yellow", "blue", "green", "black", "white", "orange", "purple", "brown")
_CIRCLES = dict(zip(_COLOURS, "🔴🟡🔵🟢⚫⚪🟠🟣🟤", strict=True))
_SQUARES = dict(zip(_COLOURS, "🟥🟨🟦🟩⬛⬜🟧🟪🟫", strict=True))
_SMALL = "◻◼◽◾▫▪🔲🔳🔹🔸🔷🔶🔘✨⭐❔❓✖➖❌⭕🕳"
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NAMES = {
    **{f"{colour}_circle": sign for colour, sign in _CIRCLES.items()},
    **{f"{colour}_square": sign for colour, sign in _SQUARES.items()},
    **dict.fromkeys(("large_black_square", "medium_black_square", "black_large_square"), "⬛"),
    **dict.fromkeys(("large_white_square", "medium_white_square", "white_large_square"), "⬜"),
    **{name: f" {number} " for number, name in enumerate(_DIGITS)},
    "keycap_ten": " 10 ",
    **{f"regional_indicator_{letter}": f" {letter} " for letter in "abcdefghijkl"},
}
"""Emoji by the names with which Discord copies them."""

_NAMED = re.compile(r":([a-z_]+):")
_KEYCAP = re.compile("([0-9])\ufe0f?\u20e3")
_REGIONAL = re.compile("[\U0001f1e6-\U0001f1ff]")
_INVISIBLE = re.compile("[\ufe0e\ufe0f\u200b-\u200d\u2060]")
_BOARD_EMOJI = frozenset({*_CIRCLES.values(), *_SQUARES.values(), *_SMALL})

_FIRST_OF_FOUR, _SECOND_OF_FOUR = "🔴🟥", "🟡🟨"


def in_letters(text: str) -> tuple[str, str | None]:
    """Convert emoji to letters; return the text and the key of the game with such discs, if known.

    Red and yellow are discs of Connect 4, with all other signs as empty squares. Black and white circles are
    discs of Reversi, or else black and white squares. A single kind of sign is an empty square.
    """
    text = _NAMED.sub(lambda match: _NAMES.get(match[1], match[0]), text)
    text = _KEYCAP.sub(r" \1 ", text.replace("🔟", " 10 "))
    text = _REGIONAL.sub(lambda match: f" {chr(ord(match[0]) - 0x1F1E6 + ord('a'))} ", text)
    text = _INVISIBLE.sub("", text)
    signs = [letter for letter in text if letter in _BOARD_EMOJI]
    if not signs:
        return text, None
    first, second, game = _discs(signs)
    letters = (
        dict.fromkeys(signs, EMPTY) | dict.fromkeys(first, SYMBOLS[0]) | dict.fromkeys(second, SYMBOLS[1])
    )
    return "".join(letters.get(letter, letter) for letter in text), game


def _discs(signs: list[str]) -> tuple[str, str, str | None]:
    """Return the signs of the first and the second side, and the game."""
    distinct = frozenset(signs)
    if distinct & {*_FIRST_OF_FOUR, *_SECOND_OF_FOUR}:
        if not distinct & {*_SECOND_OF_FOUR} and "🔵" in distinct and len(distinct) > 2:
            return _FIRST_OF_FOUR, "🔵", "connect4"
        return _FIRST_OF_FOUR, _SECOND_OF_FOUR, "connect4"
    if len(distinct) == 1:
        return "", "", None
    if distinct & {"⚫", "⚪"}:
        return "⚫", "⚪", "reversi"
    return "⬛", "⬜", "reversi"


NAME = "squares"

_FEWEST_SQUARES = 16
"""Minimum number of squares of a board."""


_BEGINS = re.compile(rf"\s*+(?:[^:\n]{{1,16}}:)?[\s|;]*+(?:{_SIGN}[\s|;/]*+){{{_FEWEST_SQUARES}}}")
_LINE = re.compile(
    rf"\s*+(?:(?P<board>[^:\n;]{{1,16}}):)?(?P<squares>(?:{_SIGN}|[\s|;/])++)(?P<ends>anti\b)?\s*+",
    re.IGNORECASE,
)
_VALUED = re.compile(r"(?P<line>.*[\s;:,=])(?P<value>[+-]?[0-9]{1,3}(?:\.[0-9]+)?)\s*")
_MORE = re.compile(r"[;%#]")
"""Beginning of values and comments after a position."""
_TO_MOVE = re.compile(r"\b(black|white|red|yellow|x|o)(?:['’]s turn| to (?:move|play))\b", re.IGNORECASE)
_SECOND_SIDES = ("white", "yellow", "o")
_MOVES = re.compile(r"\bmoves: ((?:[a-j](?:10|[1-9])\s*)+)", re.IGNORECASE)
_ANTI = re.compile(r"\bfewest\b|\banti\b", re.IGNORECASE)
_GOAL = re.compile(r"\bconnect[ -]?([356])\b", re.IGNORECASE)
"""A goal other than four in a row."""


def has_squares(text: str) -> bool:
    lines = (line for line in text.splitlines() if not line.lstrip().startswith(COMMENT))
    letters, _ = in_letters("\n".join(lines)[: MAX_SEARCHED + 1])
    return _BEGINS.match(without_names(letters)) is not None or drawn_in(letters) is not None


def read(text: str, around: str, kind: GameKind | None) -> tuple[GameRecord, ...]:
    """Read the positions in a text, of one game or (None) of the game it appears to be.

    `around` is the whole message, which may name the side to move. Refuses with ImpossiblePosition,
    NoBoardOfSize, NoSideToMove and TooManyGamesInFile; one of several lines with UnreadableGame.
    """
    letters, game = in_letters(text)
    kinds = [kind] if kind is not None else [GAMES[game]] if game is not None else list(GAMES.values())
    drawn = drawn_in(letters)
    if drawn is not None:
        return (_drawn(kinds, drawn, in_letters(around)[0]),)
    letters = _TO_MOVE.sub(lambda told: f" {_side(told)}", letters)
    lines = [(at, line) for at, line in enumerate(letters.splitlines(), 1) if line.strip()]
    lines = [(at, line) for at, line in lines if not line.lstrip().startswith(COMMENT)]
    if len(lines) > 1 and _count_in(lines[0][1]) >= _fewest_in_line(kinds):
        return _list(kinds, lines)
    if sum(len(line) for _, line in lines) > MAX_SEARCHED:
        raise Source(NAME, 1).unreadable("text", lines[0][1])
    return (_of_line(kinds, " ".join(without_names(line) for _, line in lines)),)


def _list(kinds: Sequence[GameKind], lines: list[tuple[int, str]]) -> tuple[GameRecord, ...]:
    """Read one position per line."""
    if len(lines) > MAX_GAMES:
        raise TooManyGamesInFile(MAX_GAMES)
    records = []
    for number, (at, line) in enumerate(lines, start=1):
        if len(line) > MAX_LINE:
            raise Source(NAME, number, at).unreadable("text", line)
        try:
            records.append(_of_line(kinds, line))
        except (ImpossiblePosition, NoBoardOfSize, NoSideToMove) as error:
            raise Source(NAME, number, at).unreadable("start", line) from error
    return tuple(records)


def _fewest_in_line(kinds: Sequence[GameKind]) -> int:
    """Return the number of squares of the smallest board."""
    return min(square_count(kind, variant.options) for kind in kinds for variant in kind.variants)


def _count_in(line: str) -> int:
    match = _LINE.match(line)
    return 0 if match is None else sum(sign in SIGNS for sign in _MORE.split(match["squares"])[0])


def _of_line(kinds: Sequence[GameKind], line: str) -> GameRecord:
    """Read the position in one line, on the board it names or one with as many squares."""
    for part, value in _parts(line):
        written = _LINE.fullmatch(part)
        if written is None:
            continue
        signs = "".join(SIGNS[sign] for sign in written["squares"] if sign in SIGNS)
        for kind, board in boards(kinds, written["board"]):
            squares = square_count(kind, board)
            if len(signs) - squares in (0, 1) and board.endswith((written["ends"] or "").lower()):
                position = _the_one(_positions(kind, board, signs[:squares], signs[squares:]))
                return _record(kind, position, value)
    begins = _LINE.match(line)
    raise NoBoardOfSize(sum(sign in SIGNS for sign in (line if begins is None else begins["squares"])))


def _parts(line: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to split a line into squares and value."""
    yield line, ""
    if (valued := _VALUED.fullmatch(line)) is not None:
        yield valued["line"], valued["value"]
    if (more := _MORE.search(line)) is not None:
        yield line[: more.start()], line[more.end() :]


def boards(kinds: Sequence[GameKind], named: str | None) -> Iterator[tuple[GameKind, str]]:
    """Yield the boards with a name, or (None) all named boards."""
    for kind in kinds:
        if named is None:
            yield from ((kind, variant.options) for variant in kind.variants)
        else:
            try:
                yield kind, kind.read_options(named)
            except EngineError:
                continue


def _drawn(kinds: Sequence[GameKind], drawn: DrawnBoard, around: str) -> GameRecord:
    size = f"{len(drawn.rows[0])}x{len(drawn.rows)}"
    squares = "".join(drawn.rows)
    for kind in kinds:
        # Columns with letters are Reversi's, and columns with numbers Connect 4's.
        if len(kinds) > 1 and drawn.lettered is not None and drawn.lettered is not (kind.key == "reversi"):
            continue
        try:
            board = kind.read_options(f"{size}{_rules(kind, around)}")
        except EngineError:
            continue
        match = _TO_MOVE.search(around)
        side = drawn.side if match is None else _side(match)
        positions = _positions(kind, board, squares, side)
        return _record(kind, _the_one(_fitting(positions, drawn, around)), "")
    raise NoBoardOfSize(len(squares))


def _side(match: re.Match[str]) -> str:
    """Return the side to move according to the text."""
    return SYMBOLS[match[1].lower() in _SECOND_SIDES]


def _rules(kind: GameKind, around: str) -> str:
    """Return the rules named next to a board, in the form of board names."""
    if kind.key == "reversi":
        return " anti" if _ANTI.search(around) else ""
    goals = _GOAL.findall(around)
    return f"c{goals[0]}" if goals else ""


def _positions(kind: GameKind, board: str, squares: str, side: str) -> list[Position]:
    """Return the positions with these squares, with either side to move if it is not known."""
    positions: list[Position] = []
    fault: EngineError | None = None
    for symbol in side or SYMBOLS:
        try:
            positions.append(kind.set_up(board, squares + symbol))
        except EngineError as error:
            fault = error
    if not positions:
        assert fault is not None
        raise ImpossiblePosition(fault) from fault
    return positions


def _fitting(positions: list[Position], drawn: DrawnBoard, around: str) -> list[Position]:
    """Return those of the positions, one for each side to move, that fit the legal moves or the last move."""
    if len(positions) == 1:
        return positions
    shown = _MOVES.search(around)
    if shown is not None:
        return [
            position for position in positions if set(position.legal_moves()) == set(shown[1].lower().split())
        ] or positions
    if drawn.possible:
        columns = len(drawn.rows[0])
        names = {f"{chr(ord('a') + at % columns)}{at // columns + 1}" for at in drawn.possible}
        return [position for position in positions if set(position.legal_moves()) == names] or positions
    movers = {SYMBOLS.index("".join(drawn.rows)[at]) for at in drawn.last if "".join(drawn.rows)[at] != EMPTY}
    if len(movers) == 1:
        (mover,) = movers
        # The side that moved last moves again if the other must pass.
        other = positions[1 - mover]
        return [positions[mover] if other.legal_moves() == (PASS,) else other]
    return positions


def _the_one(positions: list[Position]) -> Position:
    """Return the only position; the side to move may be ambiguous only if the game is over."""
    if len(positions) > 1 and positions[0].result() is None:
        raise NoSideToMove
    return positions[0]


def _record(kind: GameKind, position: Position, value: str) -> GameRecord:
    return GameRecord(kind.key, options_from(kind, position), (), value=readable_name(value.strip(" ;%")))
