"""Styles of play: what a position is worth to a side when the search looks no further."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import UnknownStyle


@dataclass(frozen=True, slots=True)
class Style:
    """A way of valuing positions: its number in the compiled core, and how many of its units make a point.

    `unit` divides the values of positions that are not finished into the scores people see.
    """

    name: str
    number: int
    unit: float


#: Final scores only.
EXACT = Style("exact", 0, 1.0)
#: Square values (SEEDS S3); about 16 of them go with one disc of the final score.
POSITIONAL = Style("positional", 1, 16.0)

_STYLES = {"reversi": {"exact": EXACT, "positional": POSITIONAL}}
_DEFAULTS = {"reversi": POSITIONAL}


def style_named(game: str, name: str) -> Style:
    """The style of a game by name. Raises UnknownStyle."""
    styles = _STYLES.get(game, {})
    if name not in styles:
        raise UnknownStyle(f"{game} has no style {name!r}; it has {', '.join(sorted(styles))}")
    return styles[name]


def default_style(game: str) -> Style:
    """The strongest style of a game."""
    return _DEFAULTS[game]
