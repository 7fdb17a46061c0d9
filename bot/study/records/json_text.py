"""All games in JSON, the only format without loss.

    {"format": "flipfour-games", "version": 1, "games": [
      {"game": "reversi", "board": "6x6", "opening": "", "position": "",
       "moves": ["d2", …], "first": "Ann", "second": "Ben",
       "date": "2026-03-01", "winner": "first", "ending": "played"}, …]}

`board` is "" for the usual one. `opening` has the moves chosen at random before the game. `position` is a
start position that was set up: squares row by row, X for the first side, O for the second, - for an empty
one, then the side to move. `winner` and `ending` may be null. `value` is the value of the last position in
the text that was read.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from bot.catalog import GAMES, GameKind
from bot.study.records.line_texts import MAX_GAMES, decoded
from bot.study.records.record import GameRecord, Source
from bot.study.records.refusals import TooManyGamesInFile
from data.games.explorer import DRAWN, board_set_up, chosen_board, is_set_up
from data.games.records import Ending
from engine import EngineError

NAME = "JSON"

_FORMAT, _VERSION = "flipfour-games", 1
_SIDES = ("first", "second")


def joined(records: Sequence[GameRecord], games: Sequence[dict[str, object]]) -> bytes:
    document = {"format": _FORMAT, "version": _VERSION, "games": games}
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def read(content: bytes) -> tuple[GameRecord, ...]:
    first = Source(NAME, 1)
    try:
        document = json.loads(decoded(content))
    except json.JSONDecodeError as error:
        raise first.unreadable("text", error.doc[error.pos :][:80]) from error
    except (ValueError, RecursionError) as error:
        raise first.unreadable("text", "") from error
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        raise first.unreadable("text", "format")
    games = document.get("games")
    if document.get("version") != _VERSION or not isinstance(games, list):
        raise first.unreadable("text", "version" if document.get("version") != _VERSION else "games")
    if len(games) > MAX_GAMES:
        raise TooManyGamesInFile(MAX_GAMES)
    return tuple(_read(Source(NAME, number), game) for number, game in enumerate(games, 1))


def stored(records: Iterable[GameRecord]) -> str:
    """Return games as they are stored: one per line, so that a page of them is read without the others."""
    return "\n".join(json.dumps(written(record), ensure_ascii=False) for record in records)


def stored_lines(content: str) -> list[str]:
    return content.split("\n")


def read_lines(lines: Sequence[str], first: int) -> tuple[GameRecord, ...]:
    """Read lines of stored games; the first of them has number `first`."""
    return tuple(_read(Source(NAME, number), json.loads(line)) for number, line in enumerate(lines, first))


def written(record: GameRecord) -> dict[str, object]:
    board, _, opening = record.options.partition(DRAWN)
    position = ""
    if is_set_up(record.options):
        (board, position), opening = board_set_up(record.options), ""
    return {
        "game": record.game,
        "board": board,
        "opening": opening,
        "position": position,
        "moves": list(record.moves),
        "first": record.names[0],
        "second": record.names[1],
        "date": None if record.played_on is None else record.played_on.isoformat(),
        "winner": None if record.winner is None else _SIDES[record.winner],
        "ending": None if record.ending is None else str(record.ending),
        **({"value": record.value} if record.value else {}),
    }


def _read(source: Source, game: object) -> GameRecord:
    if not isinstance(game, dict):
        raise source.unreadable("text", str(game))
    kind = GAMES.get(_text(source, game, "game"))
    if kind is None:
        raise source.unreadable("board", _text(source, game, "game"))
    moves, winner, ending = game.get("moves"), game.get("winner"), game.get("ending")
    if not (isinstance(moves, list) and all(isinstance(move, str) for move in moves)):
        raise source.unreadable("text", "moves")
    if winner is not None and winner not in _SIDES:
        raise source.unreadable("text", "winner")
    if ending is not None and ending not in list(Ending):
        raise source.unreadable("text", "ending")
    return source.record(
        kind,
        _options(source, kind, game),
        moves,
        names=(_text(source, game, "first"), _text(source, game, "second")),
        played_on=_date(source, _text(source, game, "date")),
        result=(
            None if winner is None else _SIDES.index(winner),
            None if ending is None else Ending(ending),
        ),
        value=_text(source, game, "value"),
    )


def _text(source: Source, game: dict[str, Any], name: str) -> str:
    value = game.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise source.unreadable("text", name)
    return value


def _options(source: Source, kind: GameKind, game: dict[str, Any]) -> str:
    board, opening = _text(source, game, "board"), _text(source, game, "opening")
    position = _text(source, game, "position")
    options = source.options(kind, board) if board else ""
    if position:
        return source.start(kind, options, position, position)
    if not opening:
        return options
    drawn = f"{options}{DRAWN}{''.join(opening.split()).lower()}"
    try:
        # Only some boards have openings; the others would ignore them.
        if kind.drawn(options, random.Random(0)) != options and kind.opening_moves(drawn):
            return drawn
    except EngineError as error:
        raise source.unreadable("move", opening) from error
    raise source.unreadable("board", f"{chosen_board(options)} {opening}")


def _date(source: Source, text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise source.unreadable("text", text) from error
