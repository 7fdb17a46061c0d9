"""Games in PGN, and moves with numbers: `1. f5 d6 2. c3 d3`, with or without tags such as `[Black "Ann"]`.

PlayOK, Edax and others write Reversi in this form. Columns instead of squares are Connect 4. `--` is a pass;
the result is in points or in discs, Black's first. Numbers count pairs or plies, so they only say where a
game begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.catalog import GAMES, GameKind
from bot.study.records.line_texts import MAX_GAMES, decoded
from bot.study.records.record import GameRecord, Result, Source, day_of, result_by
from bot.study.records.refusals import TooManyGamesInFile
from data.games.records import Ending
from engine.search.position import PASS

NAME, NUMBERED = "PGN", "moves"
"""Names of the format with tags and without."""

BEGINS = re.compile(
    r"""\s*+(?:\[\s*+[A-Za-z]\w*+\s++\"
    |(?:[^:\n\[\]]{1,16}:)?\s*+0?1\s*+\.\s*+(?:[a-j0-9]|pa|ps)
    |1\s++[a-j][1-9]\s++[a-j][1-9]\s++[23]\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Beginning of a text in this format."""

_TOKEN = re.compile(
    r"""\s+|,|\{[^}]*\}|;[^\n]*|\$[0-9]+|[!?]+
    |\[\s*(?P<tag>\w+)\s+"(?P<text>(?:[^"\\]|\\.)*+)"\s*\]
    |(?P<board>[0-9]{1,2}x[^:\n\[\]]{1,14}|[a-z][^:\n\[\]0-9.]{1,15}):
    |(?P<number>[0-9]{1,3})\s*(?:(?P<dots>\.+|…)|(?=[a-j](?:10|[1-9])))
    |(?P<result>1/2-1/2|½-½|[0-9]{1,3}[-:][0-9]{1,3}|\*)
    |(?P<move>[a-j](?:10|[1-9])|pass|pa|ps|--|[0-9]{1,2}(?![0-9.]))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_PASSES = ("pass", "pa", "ps", "--")
_DRAWS = ("1/2-1/2", "½-½")
_PLAYERS = {"reversi": ("black", "white"), "connect4": ("white", "black")}
"""Tags of the first and the second player; in PGN the first one is White."""


@dataclass(slots=True)
class _Game:
    """The parts of a game found so far."""

    tags: dict[str, str] = field(default_factory=dict)
    board: str = ""
    moves: list[str] = field(default_factory=list)
    result: str = ""


def read(content: bytes) -> tuple[GameRecord, ...]:
    records: list[GameRecord] = []
    for number, game in enumerate(_games(decoded(content)), start=1):
        if number > MAX_GAMES:
            raise TooManyGamesInFile(MAX_GAMES)
        records.append(_record(Source(NAME if game.tags else NUMBERED, number), game))
    return tuple(records)


def _games(text: str) -> Iterator[_Game]:
    game, number, at = _Game(), 1, 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        source = Source(NAME if game.tags else NUMBERED, number)
        if token is None:
            raise source.unreadable("text", text[at : at + 80])
        if _begins_another(game, token):
            yield game
            game, number = _Game(), number + 1
        if token["tag"]:
            game.tags[token["tag"].lower()] = re.sub(r"\\(.)", r"\1", token["text"])
        elif token["board"]:
            game.board = token["board"]
        elif token["result"]:
            game.result = token["result"]
        elif token["move"]:
            move = token["move"].lower()
            game.moves.append(PASS if move in _PASSES else move)
        at = token.end()
    if game.moves or game.tags:
        yield game


def _begins_another(game: _Game, token: re.Match[str]) -> bool:
    """Return whether a new game begins: with tags, a board or number 1 after moves, or after a result."""
    if game.result:
        return bool(token["tag"] or token["board"] or token["number"] or token["move"])
    first = bool(token["number"]) and int(token["number"]) == 1 and token["dots"] in (None, ".")
    return bool(game.moves) and bool(token["tag"] or token["board"] or first)


def _record(source: Source, game: _Game) -> GameRecord:
    if "fen" in game.tags:
        raise source.unreadable("start", game.tags["fen"])
    kind = _kind(game)
    first, second = (game.tags.get(player, "") for player in _PLAYERS[kind.key])
    return source.record(
        kind,
        source.options(kind, game.board.strip()) if game.board else "",
        game.moves,
        names=(first if first != "?" else "", second if second != "?" else ""),
        played_on=day_of(game.tags.get("date", "")),
        result=_result(game.result or game.tags.get("result", "")),
    )


def _kind(game: _Game) -> GameKind:
    moves = [move for move in game.moves if move != PASS]
    return GAMES["connect4" if moves and all(move.isdigit() for move in moves) else "reversi"]


def _result(result: str) -> Result:
    if result in _DRAWS:
        return None, Ending.DRAWN
    points = result.replace(":", "-").split("-")
    if len(points) != 2 or not all(number.isdigit() for number in points):
        return None, None
    return result_by(int(points[0]) - int(points[1]))
