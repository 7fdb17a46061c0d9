"""Styles of play: what a position is worth to a side when the search looks no further."""

from __future__ import annotations

from dataclasses import dataclass

from engine import style_numbers as numbers
from engine.errors import UnknownStyle


@dataclass(frozen=True, slots=True)
class Style:
    """A way of valuing positions: its number in the compiled core, and how many of its units make a point.

    `unit` divides the values of positions that are not finished into the scores people see.
    """

    name: str
    number: int
    unit: float = 1.0
    #: Values up to this are all the same, and so are values from `at_most` on.
    at_least: int | None = None
    at_most: int | None = None
    #: Whether the end of a game is searched for the exact final score.
    solves: bool = True


#: No search: any legal move, all equally likely.
RANDOM = Style("random", -1)
#: Final scores only.
EXACT = Style("exact", int(numbers.EXACT))

_REVERSI = (
    # About so many of the units go with one disc of the final score.
    Style("positional", int(numbers.POSITIONAL), unit=16.0),
    Style("mobility", int(numbers.MOBILITY), unit=64.0),
    Style("greedy", int(numbers.GREEDY)),
    Style("narrow", int(numbers.GREEDY), at_most=1),
    Style("win-or-lose", int(numbers.WIN_OR_LOSE), at_least=-1, at_most=1),
    Style("loser", int(numbers.LOSER), solves=False),
)
_STYLES = {"reversi": {style.name: style for style in (RANDOM, *_REVERSI)}}
_DEFAULTS = {"reversi": "mobility"}


def style_named(game: str, name: str) -> Style:
    """The style of a game by name. Raises UnknownStyle."""
    styles = _STYLES.get(game, {})
    if name not in styles:
        raise UnknownStyle(f"{game} has no style {name!r}; it has {', '.join(sorted(styles))}")
    return styles[name]


def default_style(game: str) -> Style:
    """The strongest style of a game."""
    return style_named(game, _DEFAULTS[game])
