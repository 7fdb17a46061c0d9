"""Positions and messages as pages get them."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from bot.catalog import Diagram, GameKind, RecentMoves
from bot.catalog.kind import ByColumn, Lined
from bot.ui.untrusted import shortened
from data.tables.schema import Untrusted
from engine import Position
from engine.search.position import PASS
from renderers.overlays import Values

SIGNS = "XO"
EMPTY = "-"

SHADES = 3
"""Number of the best shade of a move's value; the worst one is 0."""


def board_facts(kind: GameKind, position: Position) -> dict[str, Any]:
    """Return what is the same in every position of a game."""
    rows = kind.rows_of(position)
    return {
        "game": kind.key,
        "title": kind.title,
        "columns": len(rows[0]),
        "rows": len(rows),
        "byColumn": isinstance(kind, ByColumn),
        "sides": [side.name for side in kind.sides],
    }


def position_facts(
    kind: GameKind, position: Position, recent: RecentMoves, *, going: bool = True
) -> dict[str, Any]:
    """Return the discs and marks of a position, and its legal moves if moves can be made."""
    rows = kind.rows_of(position)
    going = going and position.result() is None
    return {
        "cells": "".join(EMPTY if owner is None else SIGNS[owner] for row in rows for owner in row),
        "turn": position.turn if going else None,
        "legal": [move for move in position.legal_moves() if move != PASS] if going else [],
        "last": [made.move for made in recent.last],
        "before": None if recent.before is None else recent.before.move,
        "line": list(kind.winning_squares(position)) if isinstance(kind, Lined) else [],
    }


def diagram_facts(kind: GameKind, diagram: Diagram) -> dict[str, Any]:
    """Return a position alone, as a picture."""
    facts = position_facts(kind, diagram.position, diagram.recent, going=False)
    return {**board_facts(kind, diagram.position), **facts, "ply": 0, "alt": kind.describe(diagram)}


def milliseconds(moment: datetime) -> int:
    """Return a moment as scripts have it."""
    return round(moment.timestamp() * 1000)


def shaded(values: Values) -> dict[str, list[str | int]]:
    """Return moves' values with their shades."""
    return {move: [text, round(SHADES * quality)] for move, (text, quality) in values.items()}


def as_text(message: dict[str, Any]) -> str:
    """Return a message as it is sent; names are made safe to show, should they not be so yet."""
    return json.dumps(_prepared(message), ensure_ascii=False, separators=(",", ":"))


def _prepared(value: Any) -> Any:
    # json takes a name for any other text, so nothing would refuse it.
    if isinstance(value, Untrusted):
        return shortened(value)
    if isinstance(value, dict):
        return {_prepared(key): _prepared(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_prepared(each) for each in value]
    return value
