"""Positions by their squares: drawn boards, boards of emoji, and one position a line, as in test sets.

A line has the squares row by row from the top left and the side to move, after the board where it is not
the usual one (`6x6:…`). What moves are worth may follow, as in OBF: `… X; g8:+18; h1:+12;`. The side to move
may also follow from the number of discs, the last move, the possible ones, or words such as “Black to move”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.catalog import GAMES, GameKind
from bot.catalog.squares import EMPTY, SYMBOLS, options_from, square_count
from bot.records.formats.emoji import in_letters
from bot.records.formats.grids import SIGNS, DrawnBoard, drawn_in, without_names
from bot.records.formats.lines import COMMENT, MOST_GAMES
from bot.records.record import GameRecord, Source, readable_name
from bot.refusals import ImpossiblePosition, NoBoardOfSize, NoSideToMove, TooManyGamesInFile
from engine import EngineError, Position
from engine.search.position import PASS

NAME = "squares"

_FEWEST_SQUARES = 16
"""Fewer of these signs are no board."""

_SIGN = "[" + re.escape("".join(SIGNS)) + "]"
_BEGINS = re.compile(rf"\s*(?:[^:\n]{{1,16}}:)?[\s|;]*(?:{_SIGN}[\s|;/]*){{{_FEWEST_SQUARES},}}")
_LINE = re.compile(
    rf"\s*(?:(?P<board>[^:\n;]{{1,16}}):)?(?P<squares>(?:{_SIGN}|[\s|;/])++)(?P<ends>anti\b)?\s*+",
    re.IGNORECASE,
)
_VALUED = re.compile(r"(?P<line>.*[\s;:,=])(?P<value>[+-]?[0-9]{1,3}(?:\.[0-9]+)?)\s*")
_MORE = re.compile(r"[;%#]")
"""What values and comments begin with that follow a position."""
_TO_MOVE = re.compile(r"\b(black|white|red|yellow|x|o)(?:['’]s turn| to (?:move|play))\b", re.IGNORECASE)
_SECOND_SIDES = ("white", "yellow", "o")
_MOVES = re.compile(r"\bmoves: ((?:[a-j](?:10|[1-9])\s*)+)", re.IGNORECASE)
_ANTI = re.compile(r"\bfewest\b|\banti\b", re.IGNORECASE)
_GOAL = re.compile(r"\bconnect[ -]?([356])\b", re.IGNORECASE)
"""A goal other than Connect 4, the usual one and the name of the game."""


def looks_so(text: str) -> bool:
    """Whether squares of a board are in a text."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith(COMMENT))
    letters, _ = in_letters("\n".join(lines))
    return _BEGINS.match(without_names(letters)) is not None or drawn_in(letters) is not None


def read(text: str, around: str, kind: GameKind | None) -> tuple[GameRecord, ...]:
    """The positions in a text, of one game or (None) of whichever it seems to be.

    `around` is all that came with it, which may say whose turn it is.
    Refuses with ImpossiblePosition, NoBoardOfSize, NoSideToMove and TooManyGamesInFile; one of several lines
    with UnreadableGame.
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
    return (_of_line(kinds, " ".join(without_names(line) for _, line in lines)),)


def _list(kinds: Sequence[GameKind], lines: list[tuple[int, str]]) -> tuple[GameRecord, ...]:
    """One position a line."""
    if len(lines) > MOST_GAMES:
        raise TooManyGamesInFile(MOST_GAMES)
    found = []
    for number, (at, line) in enumerate(lines, start=1):
        try:
            found.append(_of_line(kinds, line))
        except (ImpossiblePosition, NoBoardOfSize, NoSideToMove) as error:
            raise Source(NAME, number, at).start(line) from error
    return tuple(found)


def _fewest_in_line(kinds: Sequence[GameKind]) -> int:
    """The squares of the smallest board."""
    return min(square_count(kind, variant.options) for kind in kinds for variant in kind.variants)


def _count_in(line: str) -> int:
    found = _LINE.match(line)
    return 0 if found is None else sum(sign in SIGNS for sign in _MORE.split(found["squares"])[0])


def _of_line(kinds: Sequence[GameKind], line: str) -> GameRecord:
    """The position in one line, on a board that is named, or on one with as many squares."""
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
    """The ways to divide a line into the squares and what is said of their value."""
    yield line, ""
    if (valued := _VALUED.fullmatch(line)) is not None:
        yield valued["line"], valued["value"]
    if (more := _MORE.search(line)) is not None:
        yield line[: more.start()], line[more.end() :]


def boards(kinds: Sequence[GameKind], named: str | None) -> Iterator[tuple[GameKind, str]]:
    """The boards that are meant by a name, or (None) all that have one."""
    for kind in kinds:
        if named is None:
            yield from ((kind, variant.options) for variant in kind.variants)
        else:
            try:
                yield kind, kind.read_options(named)
            except EngineError:
                continue


def _drawn(kinds: Sequence[GameKind], drawn: DrawnBoard, around: str) -> GameRecord:
    """The position on a board that is drawn."""
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


def _side(told: re.Match[str]) -> str:
    """The side that is to move by what was said."""
    return SYMBOLS[told[1].lower() in _SECOND_SIDES]


def _rules(kind: GameKind, around: str) -> str:
    """What is said of the rules beside a board, as boards are named."""
    if kind.key == "reversi":
        return " anti" if _ANTI.search(around) else ""
    goals = _GOAL.findall(around)
    return f"c{goals[0]}" if goals else ""


def _positions(kind: GameKind, board: str, squares: str, side: str) -> list[Position]:
    """The positions with these squares; with both sides to move where nothing says which."""
    found: list[Position] = []
    fault: EngineError | None = None
    for each in side or SYMBOLS:
        try:
            found.append(kind.set_up(board, squares + each))
        except EngineError as error:
            fault = error
    if not found:
        raise ImpossiblePosition(str(fault)) from fault
    return found


def _fitting(found: list[Position], drawn: DrawnBoard, around: str) -> list[Position]:
    """Those in which the side to move has the moves that are shown, or has not made the last one."""
    if len(found) == 1:
        return found
    shown = _MOVES.search(around)
    if shown is not None:
        return [one for one in found if set(one.legal_moves()) == set(shown[1].lower().split())] or found
    if drawn.possible:
        columns = len(drawn.rows[0])
        names = {f"{chr(ord('a') + at % columns)}{at // columns + 1}" for at in drawn.possible}
        return [one for one in found if set(one.legal_moves()) == names] or found
    movers = {SYMBOLS.index("".join(drawn.rows)[at]) for at in drawn.last if "".join(drawn.rows)[at] != EMPTY}
    if len(movers) == 1:
        (mover,) = movers
        # The side that moved last is to move again where the other one has to pass.
        due = next((one for one in found if one.turn != mover), None)
        return [
            due
            if due is not None and due.legal_moves() != (PASS,)
            else next(o for o in found if o.turn == mover)
        ]
    return found


def _the_one(found: list[Position]) -> Position:
    """The position, of which at most the side to move may be open when the game is over."""
    if len(found) > 1 and found[0].result() is None:
        raise NoSideToMove
    return found[0]


def _record(kind: GameKind, position: Position, value: str) -> GameRecord:
    return GameRecord(kind.key, options_from(kind, position), (), value=readable_name(value.strip(" ;%")))
