"""The levels of all games, for a server that has a usual one."""

from __future__ import annotations

from bot.catalog import GAMES, GameKind

# Where games have the same name for different strengths, the first of them counts.
_RATINGS = {name: level.rating for kind in reversed([*GAMES.values()]) for name, level in kind.levels.items()}

LEVELS: tuple[str, ...] = tuple(sorted(_RATINGS, key=_RATINGS.__getitem__))
"""Their names, weakest first."""


def level_in(kind: GameKind, name: str) -> str:
    """The level of a game with this name, or else the one nearest in strength."""
    if name in kind.levels:
        return name
    return min(kind.levels, key=lambda own: abs(kind.levels[own].rating - _RATINGS[name]))
