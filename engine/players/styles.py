"""The styles of play by name."""

from __future__ import annotations

from engine.errors import UnknownStyle
from engine.search.registry import registered
from engine.search.style import Style

#: No search: any legal move, all equally likely.
RANDOM = Style("random", -1)


def style_named(game: str, name: str) -> Style:
    """The style of a game by name. Raises UnknownStyle, and EngineError for an unknown game."""
    if name == RANDOM.name:
        return RANDOM
    description = registered(game)
    for style in description.styles:
        if style.name == name:
            return style
    parsed = description.parse_style(name)
    if parsed is None:
        raise UnknownStyle(f"{game} has no style {name!r}; it has {', '.join(style_names(game))}")
    return parsed


def style_names(game: str) -> tuple[str, ...]:
    """The names of a game's styles in alphabetical order, without those that have numbers in them."""
    return tuple(sorted([RANDOM.name, *(style.name for style in registered(game).styles)]))
