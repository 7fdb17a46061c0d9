"""The styles of Connect 4 (see docs/origins.md), and the text form of weights for its alignments."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.connect4 import style_numbers as numbers
from engine.connect4.book import shipped_for
from engine.connect4.position import Position as Connect4Position
from engine.errors import UnknownStyle
from engine.search.position import Position
from engine.search.scores import INFINITY
from engine.search.style import Style

_PREFIX = "alignments-"
_LARGEST_WEIGHT = 9999


def _solves_from(position: Position) -> int:
    """Most moves left with which a proof takes seconds: larger grids have more of them at every turn."""
    assert isinstance(position, Connect4Position)
    return 37 if position.columns * position.rows <= 42 else 28


def _style(name: str, number: Any, unit: float = 1.0) -> Style:
    return Style(name, int(number), unit, solves_from=_solves_from, ordering_gap=24, sooner_is_better=True)


def _alignments(name: str, *weights: int, win: int = int(INFINITY)) -> Style:
    """A style that adds up weights of open lines: those with 0 to 3 discs, and full ones.

    With an infinite `win`, a won game comes before everything, the sooner the better; otherwise it has the
    sum of its lines for a value.
    """
    # Compiled code reads them as words.
    words = tuple(weight % 2**64 for weight in (*weights, win))
    infinite = win == INFINITY
    style = _style(name, numbers.ALIGNMENTS)
    return replace(style, weights=words, sooner_is_better=infinite, solves=infinite)


def parse_alignments(name: str) -> Style | None:
    """The style of a name such as "alignments-0,1,4,16,inf"; None for a name that begins otherwise.

    The five weights are those of an open line with 0 to 4 discs; the last may be inf. Raises UnknownStyle.
    """
    if not name.startswith(_PREFIX):
        return None
    texts = name.removeprefix(_PREFIX).split(",")
    try:
        weights = [int(INFINITY) if text == "inf" else int(text) for text in texts]
    except ValueError:
        weights = []
    if len(weights) != 5 or "inf" in texts[:4] or any(abs(w) > _LARGEST_WEIGHT for w in weights[:4]):
        raise UnknownStyle(
            f"{name!r} is not a style: alignments have five weights, whole numbers from "
            f"-{_LARGEST_WEIGHT} to {_LARGEST_WEIGHT}, and the last may be inf: alignments-0,1,4,16,inf"
        )
    return _alignments(name, *weights[:4], win=weights[4])


def quadruplet_score(position: Position, move: str) -> int:
    """How much the side that makes a move gains by it.

    Each line through its square without a disc of the other side counts 1, and 2 for each own disc on it.
    """
    assert isinstance(position, Connect4Position)
    square = 1 << position.move_square(move)
    own, opp = position.first, position.second
    if position.turn:
        own, opp = opp, own
    return sum(
        1 + 2 * (line & own).bit_count() for line in position.lines() if line & square and not line & opp
    )


STYLES = (
    # Estimates are not counted in discs: they stay below the smallest win.
    replace(_style("threats", numbers.THREATS, unit=1024.0), book=shipped_for),
    replace(_style("win-or-lose", numbers.WIN_OR_LOSE), at_least=-1, at_most=1, sooner_is_better=False),
    _alignments("alignments", 0, 1, 4, 16),
    _alignments("alignments-w1", 0, 1, 4, 16),
    _alignments("alignments-w2", 0, 1, 2, 3),
    _style("vectors", numbers.VECTORS),
    replace(_style("quadruplets", numbers.QUADRUPLETS), preference=quadruplet_score),
)
