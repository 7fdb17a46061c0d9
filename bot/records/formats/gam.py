"""Reversi games in Logistello's `.gam` files: `+d3-c3+c4-e3: +04 1`, one game a line.

A plus stands before Black's moves, a minus before White's. Behind the colon is Black's result in discs; the
number after it is of no use here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.catalog import GAMES
from bot.records.formats.lines import COMMENT, MOST_GAMES, decoded
from bot.records.record import ColouredMove, GameRecord, Source
from bot.refusals import TooManyGamesInFile
from data import Ending
from engine.search.position import PASS

NAME, GAME = "gam", "reversi"

BEGINS = re.compile(r"\s*[+-][a-h][1-8][+-](?:[a-h][1-8]|pa|ps)", re.IGNORECASE)
"""How the first line of such a text begins."""

_MOVE = re.compile(r"([+-])([a-h][1-8]|pass|pa|ps)\s*", re.IGNORECASE)
_RESULT = re.compile(r"(?::\s*([+-]?[0-9]{1,2})(?:\s+[0-9]+)?)?\s*")


def read(content: bytes) -> tuple[GameRecord, ...]:
    """All games of a text."""
    found: list[GameRecord] = []
    for at, line in enumerate(decoded(content).splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith(COMMENT):
            continue
        if len(found) == MOST_GAMES:
            raise TooManyGamesInFile(MOST_GAMES)
        found.append(_read(Source(NAME, len(found) + 1, at), line.strip()))
    return tuple(found)


def _read(source: Source, line: str) -> GameRecord:
    end = 0
    while (move := _MOVE.match(line, end)) is not None:
        end = move.end()
    result = _RESULT.fullmatch(line, end)
    if result is None or not end:
        raise source.text(line[end:])
    winner, ending = None, None
    if result[1]:
        score = int(result[1])
        winner = None if score == 0 else int(score < 0)
        ending = Ending.DRAWN if winner is None else Ending.RESIGNED
    return source.record(GAMES[GAME], "", _moves(line[:end]), winner=winner, ending=ending)


def _moves(text: str) -> Iterator[ColouredMove]:
    for found in _MOVE.finditer(text):
        move = found[2].lower()
        yield ColouredMove(PASS if move.startswith("p") else move, int(found[1] == "-"))
