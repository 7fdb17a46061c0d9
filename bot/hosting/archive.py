"""All games streamed to a file: `flipfour export`.

docs/hosting.md describes the lines.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

from bot.study.records.formats.record import GameRecord
from bot.study.records.formats.refusals import CannotHold
from bot.study.records.recognition import FORMATS
from data.games.records import Game, GameState
from data.upkeep.inspection import Inspection

LINES = "jsonl"
VERSION = 1

Line = dict[str, Any]

FORMATS_BY_OPTION = {LINES: None, "ggf": "GGF"}
"""Values of `--format`, and the record format of each."""


async def write_games(url: str, option: str, write: Callable[[bytes], object]) -> tuple[int, int]:
    """Write every game that has begun; returns the numbers written, and left out as the format can't hold
    them or they cannot be read."""
    written = left_out = 0
    unreadable: list[int] = []
    if option == LINES:
        write(_line({"format": "flipfour-games", "version": VERSION}))
    async for game in _begun(url, unreadable):
        content = _line(as_line(game)) if option == LINES else _in_format(option, game)
        if content is None:
            left_out += 1
        else:
            write(content)
            written += 1
    return written, left_out + len(unreadable)


def as_line(game: Game) -> Line:
    """Return a game's line: its play and result, without names of people or places."""
    return {
        "id": game.id,
        "game": game.game,
        "board": game.options,
        "players": [_player(game, side) for side in (0, 1)],
        "moves": list(game.moves),
        "state": game.state.value,
        "ending": None if game.ending is None else game.ending.value,
        "winner": game.winner,
        "score": game.score,
        "rated": game.rated,
        "seconds": [round(seconds, 3) for seconds in game.seconds],
        "started_at": _moment(game.started_at),
        "finished_at": _moment(game.finished_at),
    }


async def _begun(url: str, unreadable: list[int]) -> AsyncIterator[Game]:
    async with Inspection.of(url) as inspection:
        async for game in inspection.games(unreadable):
            if game.state in (GameState.PLAYING, GameState.FINISHED):
                yield game


def _in_format(option: str, game: Game) -> bytes | None:
    name = FORMATS_BY_OPTION[option]
    assert name is not None
    played_on = (game.finished_at or game.moved_at).date()
    record = GameRecord(game.game, game.options, game.moves, ("", ""), played_on, game.winner, game.ending)
    try:
        return FORMATS[name].write([record])
    except CannotHold:
        return None


def _player(game: Game, side: int) -> Line:
    seat = game.seats[side]
    if seat.computer is not None:
        return {"computer": seat.computer}
    return {"person": str(seat.player_id)}


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _line(value: Line) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
