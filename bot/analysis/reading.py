"""Positions as people type them: squares, or the moves of a game that leads there."""

from __future__ import annotations

from dataclasses import replace

from bot.analysis.study import Study
from bot.catalog import GameKind
from bot.records.recognition import read_games
from bot.refusals import OtherKindOfGame, SeveralGames

MOST_TYPED = 2000
"""Characters of a position."""


def read_position(typed: str, kind: GameKind | None = None) -> Study:
    """The position that is meant, of one game or (None) of whichever it seems to be.

    Refuses with OtherKindOfGame and SeveralGames, and with what `read_games` refuses.
    """
    records = read_games(typed.encode(), kind=kind)
    if len(records) > 1:
        raise SeveralGames(len(records))
    (record,) = records
    if kind is not None and record.kind is not kind:
        raise OtherKindOfGame(record.kind.title, kind.title)
    study = Study.of(record.kind, record.kind.start(record.options), record.moves)
    return replace(study, value=record.value)
