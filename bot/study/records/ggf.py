"""Reversi games in GGF, the Generic Game Format of Othello servers.

A game is `(;GM[Othello]PB[…]PW[…]RE[+4]TY[8]BO[8 … *]B[f5]W[d6]…;)`: names of one or two letters with values
in brackets, in which closing brackets are escaped by a backslash. `RE` is Black's result in discs, with `:r`
after a resignation and `:t` after a time-out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.catalog import GAMES
from bot.catalog.kind import SYMBOLS
from bot.study.records.line_texts import read_each
from bot.study.records.record import (
    ColouredMove,
    GameRecord,
    Result,
    Source,
    day_of,
    from_usual_start,
    result_by,
)
from bot.study.records.refusals import CannotHold
from data.games.records import Ending
from engine import reversi
from engine.search.position import PASS

NAME, GAME = "GGF", "reversi"

_BEGIN = re.compile(r"\s*(?:[0-9]+\s*)?\(;")
"""Servers write the number of games before a group."""
_PROPERTY = re.compile(r"\s*([A-Za-z]+)\s*\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
_END = re.compile(r"\s*;\)")
_TYPE = re.compile(r"s?([0-9]{1,3})([a-z]*)[0-9]*")
_RESULT = re.compile(r"([+-]?[0-9]{1,3}(?:\.[0-9]{1,9})?)(?::([a-z]))?")
_PASSES = ("pa", "pas", PASS)
_SIGNS = str.maketrans("X", "*")
_COLOURS = ("B", "W")


def read(content: bytes) -> tuple[GameRecord, ...]:
    return read_each(NAME, content, _read_at)


def written(record: GameRecord) -> str:
    if record.game != GAME:
        raise CannotHold(NAME, "game")
    record = from_usual_start(record)
    start = record.kind.start(record.options)
    assert isinstance(start, reversi.Position)
    properties = [("GM", "Othello"), ("PC", "Flipfour")]
    if record.played_on is not None:
        properties.append(("DT", f"{record.played_on:%Y.%m.%d}"))
    properties += [("PB", record.names[0]), ("PW", record.names[1]), ("RE", _result(record))]
    properties += [("TY", f"{start.size}{'a' if start.anti else ''}"), ("BO", _board(start))]
    for mover, move in enumerate(record.moves, start=start.turn):
        properties.append((_COLOURS[mover % 2], "PA" if move == PASS else move))
    return f"(;{''.join(f'{name}[{_escaped(value)}]' for name, value in properties)};)"


def _escaped(value: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", value)


def _board(start: reversi.Position) -> str:
    squares, side = str(start).translate(_SIGNS).split()[:2]
    return f"{start.size} {squares} {side}"


def _result(record: GameRecord) -> str:
    position = record.positions()[-1]
    assert isinstance(position, reversi.Position)
    if record.ending is Ending.DRAWN:
        return "0:s"
    if record.ending in (Ending.RESIGNED, Ending.TIME):
        letter = "r" if record.ending is Ending.RESIGNED else "t"
        return f"{'-' if record.winner else '+'}{position.size**2}:{letter}"
    result = position.result()
    if result is None:
        return "?"
    return f"{-result.score if position.turn else result.score:+}"


def _read_at(source: Source, text: str, at: int) -> tuple[GameRecord, int]:
    begin = _BEGIN.match(text, at)
    if begin is None:
        raise source.unreadable("text", text[at : at + 80])
    at = begin.end()
    properties = []
    while (end := _END.match(text, at)) is None:
        match = _PROPERTY.match(text, at)
        if match is None:
            raise source.unreadable("text", text[at : at + 80])
        properties.append((match[1].upper(), re.sub(r"\\(.)", r"\1", match[2], flags=re.DOTALL)))
        at = match.end()
    return _read(source, properties), end.end()


def _read(source: Source, properties: list[tuple[str, str]]) -> GameRecord:
    kind, values = GAMES[GAME], dict(properties)
    if values.get("GM", "othello").strip().casefold() not in ("othello", "reversi"):
        raise source.unreadable("game", values["GM"])
    options = _start(source, _options(source, values), values.get("BO"))
    return source.record(
        kind,
        options,
        _moves(properties),
        names=(values.get("PB", ""), values.get("PW", "")),
        played_on=day_of(values.get("DT", "")),
        result=_result_in(values.get("RE", "")),
    )


def _options(source: Source, values: dict[str, str]) -> str:
    typed = values.get("TY") or values.get("BO", "8").split()[0]
    match = _TYPE.fullmatch(typed.strip().lower())
    if match is None:
        raise source.unreadable("board", typed)
    return source.options(GAMES[GAME], f"{match[1]}x{match[1]}{' anti' if 'a' in match[2] else ''}")


def _start(source: Source, options: str, board: str | None) -> str:
    """Return the options with the start position, if that is not the usual one."""
    kind = GAMES[GAME]
    start = kind.start(options)
    assert isinstance(start, reversi.Position)
    if board is None or "".join(board.split()) == "".join(_board(start).split()):
        return options
    _, *squares = board.upper().replace("*", SYMBOLS[0]).split()
    return source.start(kind, options, "".join(squares), board)


def _moves(properties: list[tuple[str, str]]) -> Iterator[ColouredMove]:
    """Yield the squares without the values and seconds added by servers."""
    for name, value in properties:
        if name in _COLOURS:
            move = value.partition("/")[0].strip().lower()
            yield ColouredMove(PASS if move in _PASSES else move, _COLOURS.index(name))


def _result_in(text: str) -> Result:
    """Return the result of an unfinished game; a full board needs none."""
    match = _RESULT.fullmatch(text.strip().lower())
    if match is None:
        return None, None
    winner, _ = result_by(float(match[1]))
    endings = {"r": Ending.RESIGNED, "t": Ending.TIME, "l": Ending.TIME, "s": Ending.DRAWN}
    return winner, endings.get(match[2])
