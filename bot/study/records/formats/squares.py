"""Positions by their squares: drawn boards, boards of emoji, and one position per line, as in test sets.

A line has the squares row by row from the top left and the side to move, after the board if it is not the
usual one (`6x6:…`). Values of moves may follow, as in OBF: `… X; g8:+18; h1:+12;`. The side to move may also
follow from the number of discs, the last move, the legal moves, or words such as “Black to move”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.catalog import GAMES, GameKind
from bot.catalog.kind import EMPTY, SYMBOLS, options_from, square_count
from bot.study.records.formats.drawn_boards import (
    MAX_SEARCHED,
    SIGNS,
    DrawnBoard,
    drawn_in,
    in_letters,
    without_names,
)
from bot.study.records.formats.line_texts import COMMENT, MAX_GAMES, MAX_LINE
from bot.study.records.formats.record import GameRecord, Source, readable_name
from bot.study.records.formats.refusals import (
    ImpossiblePosition,
    NoBoardOfSize,
    NoSideToMove,
    TooManyGamesInFile,
)
from engine import EngineError, Position
from engine.search.position import PASS

NAME = "squares"

_FEWEST_SQUARES = 16
"""Minimum number of squares of a board."""

_SIGN = "[" + re.escape("".join(SIGNS)) + "]"
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
    """Return whether a text has squares of a board."""
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
        raise Source(NAME, 1).text(lines[0][1])
    return (_of_line(kinds, " ".join(without_names(line) for _, line in lines)),)


def _list(kinds: Sequence[GameKind], lines: list[tuple[int, str]]) -> tuple[GameRecord, ...]:
    """Read one position per line."""
    if len(lines) > MAX_GAMES:
        raise TooManyGamesInFile(MAX_GAMES)
    found = []
    for number, (at, line) in enumerate(lines, start=1):
        if len(line) > MAX_LINE:
            raise Source(NAME, number, at).text(line)
        try:
            found.append(_of_line(kinds, line))
        except (ImpossiblePosition, NoBoardOfSize, NoSideToMove) as error:
            raise Source(NAME, number, at).start(line) from error
    return tuple(found)


def _fewest_in_line(kinds: Sequence[GameKind]) -> int:
    """Return the number of squares of the smallest board."""
    return min(square_count(kind, variant.options) for kind in kinds for variant in kind.variants)


def _count_in(line: str) -> int:
    found = _LINE.match(line)
    return 0 if found is None else sum(sign in SIGNS for sign in _MORE.split(found["squares"])[0])


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
    """Read the position on a drawn board."""
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
        told = _TO_MOVE.search(around)
        side = drawn.side if told is None else _side(told)
        found = _positions(kind, board, squares, side)
        return _record(kind, _the_one(_fitting(found, drawn, around)), "")
    raise NoBoardOfSize(len(squares))


def _side(found: re.Match[str]) -> str:
    """Return the side to move according to the text."""
    return SYMBOLS[found[1].lower() in _SECOND_SIDES]


def _rules(kind: GameKind, around: str) -> str:
    """Return the rules named next to a board, in the form of board names."""
    if kind.key == "reversi":
        return " anti" if _ANTI.search(around) else ""
    goals = _GOAL.findall(around)
    return f"c{goals[0]}" if goals else ""


def _positions(kind: GameKind, board: str, squares: str, side: str) -> list[Position]:
    """Return the positions with these squares, with either side to move if it is not known."""
    found: list[Position] = []
    fault: EngineError | None = None
    for symbol in side or SYMBOLS:
        try:
            found.append(kind.set_up(board, squares + symbol))
        except EngineError as error:
            fault = error
    if not found:
        assert fault is not None
        raise ImpossiblePosition(fault) from fault
    return found


def _fitting(found: list[Position], drawn: DrawnBoard, around: str) -> list[Position]:
    """Return the positions that fit the legal moves shown, or else the last move."""
    if len(found) == 1:
        return found
    shown = _MOVES.search(around)
    if shown is not None:
        return [
            position for position in found if set(position.legal_moves()) == set(shown[1].lower().split())
        ] or found
    if drawn.possible:
        columns = len(drawn.rows[0])
        names = {f"{chr(ord('a') + at % columns)}{at // columns + 1}" for at in drawn.possible}
        return [position for position in found if set(position.legal_moves()) == names] or found
    movers = {SYMBOLS.index("".join(drawn.rows)[at]) for at in drawn.last if "".join(drawn.rows)[at] != EMPTY}
    if len(movers) == 1:
        (mover,) = movers
        # The side that moved last moves again if the other must pass.
        due = next((position for position in found if position.turn != mover), None)
        return [
            due
            if due is not None and due.legal_moves() != (PASS,)
            else next(o for o in found if o.turn == mover)
        ]
    return found


def _the_one(found: list[Position]) -> Position:
    """Return the only position; the side to move may be ambiguous only if the game is over."""
    if len(found) > 1 and found[0].result() is None:
        raise NoSideToMove
    return found[0]


def _record(kind: GameKind, position: Position, value: str) -> GameRecord:
    return GameRecord(kind.key, options_from(kind, position), (), value=readable_name(value.strip(" ;%")))
