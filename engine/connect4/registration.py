"""Connect 4's registration with the search: styles, levels, and moves that are easy to overlook."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.connect4.position import Position as Connect4Position
from engine.connect4.position import start
from engine.connect4.styles import ALIGNMENTS, LEVELS, QUADRUPLETS, THREATS, VECTORS, WIN_OR_LOSE
from engine.errors import UnknownStyle
from engine.search.position import Position
from engine.search.registry import RegisteredGame, Style
from engine.search.scores import INFINITY, TERMINAL

if TYPE_CHECKING:
    from engine.connect4.book import Book


def hard_to_see(position: Position, move: str) -> bool:
    """Return whether a move adds to or ends open lines that lack at most two discs, all of them diagonals."""
    assert isinstance(position, Connect4Position)
    square = 1 << position.move_square(move)
    straight = (1, position.rows + 1)
    found = False
    for line in position.lines():
        first, second = (line & position.first).bit_count(), (line & position.second).bit_count()
        if line & square and not (first and second) and first + second >= position.connect - 2:
            lowest = line & -line
            rest = line ^ lowest
            step = (rest & -rest).bit_length() - lowest.bit_length()
            if step in straight:
                return False
            found = True
    return found


_ALIGNMENTS, _VECTORS = "alignments-", "vectors-"
_LARGEST_WEIGHT = 9999
#: Bound of a position's value, as a multiple of the largest weight.
_MAX_WEIGHTS = 24
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)", re.ASCII)


def _solves_from(position: Position) -> int:
    """Most moves left with which a proof takes seconds: larger grids have more of them at every turn."""
    assert isinstance(position, Connect4Position)
    return 37 if position.columns * position.rows <= 42 else 28


def _book_for(position: Position) -> Book | None:
    from engine.connect4.book import shipped_for

    return shipped_for(position)


def _style(name: str, number: Any, unit: float = 1.0) -> Style:
    return Style(name, int(number), unit, solves_from=_solves_from, ordering_gap=24, sooner_is_better=True)


class VectorParameters(NamedTuple):
    """Values of the sides of a run in the style `vectors`, for a grid on which four win.

    On others, a run of three is one disc short of a line, and a run of two is two short.
    """

    three: float = 20
    """A run of three whose completing square is empty, or one of two with a gap before the third disc."""
    three_supported: float = 30
    """The square below that one is filled, so that it can be played to now."""
    two: float = 1
    """A run of two whose next square is empty."""
    two_open: float = 3
    """The square beyond it is empty, too."""
    near_supported: float = 2
    """The square below the nearer one is filled."""
    far_supported: float = 1
    """The square below the farther one is filled."""


def _scaled(numbers: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return whole numbers for the core and their units per 1: as many as fractions need and fit."""
    largest = max((abs(number) for number in numbers), default=Fraction(0))
    needed = math.lcm(*(number.denominator for number in numbers))
    most = max(1, int((int(TERMINAL) - 1) / (_MAX_WEIGHTS * largest))) if largest else needed
    unit = min(needed, most)
    return [round(number * unit) for number in numbers], unit


def _alignments(name: str, *weights: Fraction | int, win: Fraction | None = None) -> Style:
    """Return a style that adds up weights of open lines: those with 0 to 3 discs, and full ones.

    Without a weight for `win`, a won game comes before everything, the sooner the better; otherwise its value
    is the sum of its lines.
    """
    numbers_of_core, unit = _scaled([Fraction(weight) for weight in weights])
    # Values of positions stay below TERMINAL anyway.
    most = int(TERMINAL)
    full = int(INFINITY) if win is None else max(-most, min(most, round(win * unit)))
    return replace(
        _style(name, ALIGNMENTS, float(unit)),
        weights=_words(*numbers_of_core, full),
        sooner_is_better=win is None,
        solves=win is None,
        random_ties=True,
    )


def _vectors(name: str, parameters: Sequence[Fraction]) -> Style:
    numbers_of_core, unit = _scaled(parameters)
    return replace(_style(name, VECTORS, float(unit)), weights=_words(*numbers_of_core))


def _words(*values: int) -> tuple[int, ...]:
    """Numbers as compiled code reads them."""
    return tuple(value % 2**64 for value in values)


def parse_style(name: str) -> Style | None:
    """The style of a name with numbers, such as "alignments-0,0.5,1.5,4,inf"; None for any other name.

    The five weights of alignments are those of an open line with 0 to 4 discs; the last may be inf. Vectors
    have the six numbers of `VectorParameters`. Raises UnknownStyle.
    """
    if name.startswith(_ALIGNMENTS):
        *texts, last = name.removeprefix(_ALIGNMENTS).split(",")
        weights, win = _numbers(texts, _LARGEST_WEIGHT), _numbers([last], math.inf)
        if weights is not None and len(weights) == 4:
            if last == "inf":
                return _alignments(name, *weights)
            if win is not None:
                return _alignments(name, *weights, win=win[0])
        sentence = (
            "“{name}” is not a style: alignments have five weights, numbers from -{most} to {most}, and the "
            "last may be inf: alignments-0,0.5,4,16,inf"
        )
    elif name.startswith(_VECTORS):
        parameters = _numbers(name.removeprefix(_VECTORS).split(","), _LARGEST_WEIGHT)
        if parameters is not None and len(parameters) == len(VectorParameters()):
            return _vectors(name, parameters)
        sentence = (
            "“{name}” is not a style: vectors have six parameters, numbers from -{most} to {most}, such as "
            "vectors-20,30,1,3,2,1"
        )
    else:
        return None
    raise UnknownStyle(sentence, name=name, most=_LARGEST_WEIGHT)


def _numbers(texts: Sequence[str], largest: float) -> list[Fraction] | None:
    """Numbers written like 4, -1 or 0.5; None unless all are numbers no larger than `largest`."""
    if not all(_NUMBER.fullmatch(text) for text in texts):
        return None
    found = [Fraction(text) for text in texts]
    return found if all(abs(number) <= largest for number in found) else None


def quadruplet_score(position: Position, move: str) -> int:
    """Return how much the side that makes a move gains.

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
    replace(_style("threats", THREATS, unit=1024.0), book=_book_for),
    replace(_style("win-or-lose", WIN_OR_LOSE), at_least=-1, at_most=1, sooner_is_better=False),
    _alignments("alignments", 0, 1, 4, 16),
    _alignments("alignments-w1", 0, 1, 4, 16),
    _alignments("alignments-w2", 0, 1, 2, 3),
    _vectors("vectors", [Fraction(number) for number in VectorParameters()]),
    replace(_style("quadruplets", QUADRUPLETS), preference=quadruplet_score),
)


GAME = RegisteredGame(
    key="connect4",
    # One word holds its sizes as constants, one word, two words.
    starts=(start(), start(8, 7), start(12, 6)),
    # 12 columns of 8 rows, and the empty bit above each.
    squares=12 * 9,
    most_moves=12,
    most_plies=12 * 8,
    styles=STYLES,
    parse_style=parse_style,
    levels=LEVELS,
    move_pattern="[1-9]",
    balanced_openings=Path(__file__).parent / "balanced-8ply.txt",
    hard_to_see=hard_to_see,
)
