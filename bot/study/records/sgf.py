"""Reversi games in SGF, the Smart Game Format: `(;FF[4]GM[2]SZ[8]PB[Ann]PW[Ben];B[f5];W[d6])`.

Squares are written as letter and digit, or as two letters, as in Go. Only the first variation is read. Edax,
OthelloTk and others write such files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.catalog import GAMES
from bot.catalog.kind import EMPTY, SYMBOLS
from bot.study.records.line_texts import read_each
from bot.study.records.record import ColouredMove, GameRecord, Result, Source, day_of
from data.games.records import Ending
from engine import reversi
from engine.search.position import PASS

NAME, GAME = "SGF", "reversi"

BEGINS = re.compile(r"\s*\(\s*;.{0,200}?\b(?:FF|GM)\s*\[\s*[0-9]+\s*\]", re.DOTALL)
"""Beginning of a file in this format; GGF names its game in letters."""

_OTHELLO = "2"
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)\s*((?:\[(?:[^\]\\]|\\.)*+\]\s*)++))", re.DOTALL)
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*+)\]\s*", re.DOTALL)
_SQUARE = re.compile(r"[a-j](?:10|[1-9])")
_PASSES = ("", "pa", "ps", PASS, "--", "@@", "@@@@", "tt")
_COLOURS = ("B", "W")
_RESULT = re.compile(r"([bw])\+\s*([a-z]*|[0-9.]+)")

_Property = tuple[str, list[str]]


def read(content: bytes) -> tuple[GameRecord, ...]:
    return read_each(NAME, content, _read_at)


def _read_at(source: Source, text: str, at: int) -> tuple[GameRecord, int]:
    """Return the main line of the game at a place of the text, and the place after it."""
    properties: list[_Property] = []
    branched: list[bool] = []
    """For each open bracket on the main line: True once a variation was taken inside it."""
    skipped = 0
    while (token := _TOKEN.match(text, at)) is not None:
        at = token.end()
        sign, name, values = token.groups()
        if sign == "(":
            if skipped or (branched and branched[-1]):
                skipped += 1
                continue
            if branched:
                branched[-1] = True
            branched.append(False)
        elif not branched:
            break
        elif sign == ")":
            if skipped:
                skipped -= 1
                continue
            branched.pop()
            if not branched:
                return _read(source, properties), at
        elif name and not skipped:
            key = "".join(letter for letter in name if letter.isupper()) or name.upper()
            properties.append((key, list(_values(values))))
    raise source.unreadable("text", text[at : at + 80])


def _values(text: str) -> Iterator[str]:
    """Yield the values of a property, which are one after another."""
    at = 0
    while (match := _VALUE.match(text, at)) is not None:
        yield re.sub(r"\\(.)", r"\1", match[1], flags=re.DOTALL)
        at = match.end()


def _read(source: Source, properties: list[_Property]) -> GameRecord:
    values = {name: texts[0].strip() for name, texts in reversed(properties)}
    if values.get("GM", _OTHELLO) != _OTHELLO:
        raise source.unreadable("game", f"GM[{values['GM']}]")
    return source.record(
        GAMES[GAME],
        _start(source, _options(source, values.get("SZ", "8")), properties),
        _moves(source, properties),
        names=(values.get("PB", ""), values.get("PW", "")),
        played_on=day_of(values.get("DT", "")),
        result=_result(values.get("RE", "")),
    )


def _options(source: Source, size: str) -> str:
    columns, _, rows = size.partition(":")
    return source.options(GAMES[GAME], f"{columns}x{rows or columns}")


def _start(source: Source, options: str, properties: list[_Property]) -> str:
    """Return the options with the start position, if that is not the usual one."""
    kind = GAMES[GAME]
    start = kind.start(options)
    assert isinstance(start, reversi.Position)
    placed: dict[str, str] = {}
    moved, side = False, SYMBOLS[start.turn]
    for name, values in properties:
        if name in _COLOURS:
            moved = True
        elif name in ("AB", "AW", "AE", "PL"):
            if moved:
                raise source.unreadable("start", f"{name}[{']['.join(values)}]")
            if name == "PL":
                side = SYMBOLS[int(values[0].strip().upper().startswith("W"))]
                continue
            sign = {"AB": SYMBOLS[0], "AW": SYMBOLS[1], "AE": EMPTY}[name]
            placed |= {_square(source, value): sign for value in values}
    if not placed and side == SYMBOLS[start.turn]:
        return options
    squares = [reversi.square_name(square, start.size) for square in range(start.size**2)]
    usual = dict(zip(squares, str(start).split()[0], strict=True))
    signs = "".join(placed.get(square, EMPTY if placed else usual[square]) for square in squares)
    return source.start(kind, options, signs + side, signs)


def _moves(source: Source, properties: list[_Property]) -> Iterator[ColouredMove]:
    for name, values in properties:
        if name in _COLOURS:
            move = values[0].strip().lower()
            yield ColouredMove(PASS if move in _PASSES else _square(source, move), _COLOURS.index(name))


def _square(source: Source, text: str) -> str:
    """Return the name of a square written as letter and digit or as two letters."""
    square = text.strip().lower()
    if _SQUARE.fullmatch(square):
        return square
    if len(square) == 2 and all("a" <= letter <= "j" for letter in square):
        return f"{square[0]}{ord(square[1]) - ord('a') + 1}"
    raise source.unreadable("text", text)


def _result(text: str) -> Result:
    result = text.strip().lower()
    if result in ("0", "draw"):
        return None, Ending.DRAWN
    match = _RESULT.fullmatch(result)
    if match is None:
        return None, None
    return _COLOURS.index(match[1].upper()), Ending.TIME if match[2].startswith("t") else Ending.RESIGNED
