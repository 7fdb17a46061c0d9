"""The styles of Connect 4, and the text form of weights for its alignments."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.connect4.book import shipped
from engine.connect4.position import Position as Connect4Position
from engine.errors import UnknownStyle
from engine.search import style_numbers as numbers
from engine.search.position import Position
from engine.search.scores import INFINITY
from engine.search.style import Style

#: What a name with weights begins with: "alignments-0,1,4,16,inf".
WEIGHED = "alignments-"
_LARGEST = 9999


def _solvable_from(position: Position) -> int:
    """Most moves left with which a proof takes seconds: larger grids have more of them at every turn."""
    assert isinstance(position, Connect4Position)
    return 37 if position.columns * position.rows <= 42 else 28


def _style(name: str, number: Any, unit: float = 1.0) -> Style:
    return Style(name, int(number), unit, solves_from=_solvable_from, ordering_gap=24, sooner_is_better=True)


def weighed_alignments(name: str) -> Style:
    """The style of a name such as "alignments-0,1,4,16,inf" (SEEDS S2). Raises UnknownStyle.

    The five weights are those of an open line with 0 to 4 discs. The last may be inf: then a win comes before
    everything, the sooner the better; otherwise a won grid is worth what its lines sum up to.
    """
    texts = name.removeprefix(WEIGHED).split(",")
    try:
        weights = [int(INFINITY) if text == "inf" else int(text) for text in texts]
    except ValueError:
        weights = []
    if len(weights) != 5 or "inf" in texts[:4] or any(abs(w) > _LARGEST for w in weights[:4]):
        raise UnknownStyle(
            f"{name!r} names no weights: alignments have five, whole numbers from -{_LARGEST} to {_LARGEST}, "
            "the last may be inf: alignments-0,1,4,16,inf"
        )
    # Compiled code reads them as words.
    words = tuple(weight % 2**64 for weight in weights)
    endless = texts[4] == "inf"
    return replace(_style(name, numbers.ALIGNMENTS), weights=words, sooner_is_better=endless, solves=endless)


def quadruplet_score(position: Position, move: str) -> int:
    """Worth of a move to the side that makes it (SEEDS S5).

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


CONNECT4 = (
    # Estimates are not counted in discs: they stay below the smallest win.
    replace(_style("threats", numbers.THREATS, unit=1024.0), book=shipped),
    replace(_style("win-or-lose", numbers.WIN_OR_LOSE), at_least=-1, at_most=1, sooner_is_better=False),
    replace(weighed_alignments("alignments-0,1,4,16,inf"), name="alignments"),
    replace(weighed_alignments("alignments-0,1,4,16,inf"), name="alignments-w1"),
    replace(weighed_alignments("alignments-0,1,2,3,inf"), name="alignments-w2"),
    _style("vectors", numbers.VECTORS),
    replace(_style("quadruplets", numbers.QUADRUPLETS), preference=quadruplet_score),
)
