"""Positions as people type them: squares, or the moves of a game that leads there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.analysis.study import Study
from bot.catalog import GAMES, GameKind
from bot.catalog.squares import EMPTY, SYMBOLS, square_count
from bot.records.formats import read_games
from bot.refusals import ImpossiblePosition, NoBoardOfSize, NoSideToMove, OtherKindOfGame, SeveralGames
from engine import EngineError, Position

MOST_TYPED = 2000
"""Characters of a position."""

_SIGNS = {
    **dict.fromkeys("Xx*Bb●⚫", SYMBOLS[0]),
    **dict.fromkeys("Oo0Ww○⚪", SYMBOLS[1]),
    **dict.fromkeys("-._", EMPTY),
}
"""How squares are written in many places."""

_SQUARES = re.compile(rf"(?:([^:\n]{{1,16}}):)?((?:[{re.escape(''.join(_SIGNS))}]|[\s;|])+)(\banti)?")
_EMPTY_BOARD = re.compile(r"([^:\n]{1,16}):")
"""A board on which nobody has moved."""

_FEWEST_SQUARES = 16
"""Fewer of these signs are no board."""


def read_position(typed: str, kind: GameKind | None = None) -> Study:
    """The position that somebody means, of one game or (None) of whichever it seems to be.

    Refuses with ImpossiblePosition, NoBoardOfSize, NoSideToMove, OtherKindOfGame, SeveralGames, and with what
    `read_games` refuses.
    """
    kinds = [kind] if kind else list(GAMES.values())
    if (empty := _EMPTY_BOARD.fullmatch(typed.strip())) is not None:
        for found, board in _boards(kinds, empty[1]):
            return Study.of(found, found.start(board))
    written = _SQUARES.fullmatch(typed.strip())
    if written is not None:
        named, squares, anti = written.groups()
        signs = "".join(_SIGNS[sign] for sign in squares if sign in _SIGNS)
        if len(signs) >= _FEWEST_SQUARES:
            return _set_up(kinds, named, signs, anti or "")
    records = read_games(typed.encode())
    if len(records) > 1:
        raise SeveralGames(len(records))
    (record,) = records
    if kind is not None and record.kind is not kind:
        raise OtherKindOfGame(record.kind.title, kind.title)
    return Study.of(record.kind, record.kind.start(record.options), record.moves)


def _set_up(kinds: list[GameKind], named: str | None, signs: str, ends: str) -> Study:
    """The position with these squares, on a board that is named, or on one with as many."""
    for kind, board in _boards(kinds, named):
        squares = square_count(kind, board)
        if len(signs) - squares in (0, 1) and board.endswith(ends):
            return Study.of(kind, _position(kind, board, signs, squares))
    raise NoBoardOfSize(len(signs))


def _boards(kinds: list[GameKind], named: str | None) -> Iterator[tuple[GameKind, str]]:
    for kind in kinds:
        if named is None:
            yield from ((kind, variant.options) for variant in kind.variants)
        else:
            try:
                yield kind, kind.read_options(named)
            except EngineError:
                continue


def _position(kind: GameKind, board: str, signs: str, squares: int) -> Position:
    """The position; where nobody says who is to move, it has to follow from the squares."""
    found: list[Position] = []
    fault: EngineError | None = None
    for side in signs[squares:] or SYMBOLS:
        try:
            found.append(kind.set_up(board, signs[:squares] + side))
        except EngineError as error:
            fault = error
    if len(found) > 1:
        raise NoSideToMove
    if not found:
        raise ImpossiblePosition(str(fault)) from fault
    return found[0]
