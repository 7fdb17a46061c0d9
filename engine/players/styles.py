"""The styles of play of all games, by name."""

from __future__ import annotations

from engine.connect4.styles import CONNECT4, WEIGHED, weighed_alignments
from engine.errors import UnknownStyle
from engine.reversi import book
from engine.search import style_numbers as numbers
from engine.search.position import Position
from engine.search.style import Style

#: No search: any legal move, all equally likely.
RANDOM = Style("random", -1)
#: Final scores only.
EXACT = Style("exact", int(numbers.EXACT))


def _learned_end(position: Position) -> int:
    """With a good order of moves the end can be searched from further away."""
    return 26


_REVERSI = (
    # About so many of the units go with one disc of the final score.
    Style("positional", int(numbers.POSITIONAL), unit=16.0),
    Style(
        "patterns",
        int(numbers.PATTERNS),
        unit=64.0,
        solves_from=_learned_end,
        clear_lead=6.0,
        book=book.shipped,
    ),
    Style("mobility", int(numbers.MOBILITY), unit=64.0),
    Style("greedy", int(numbers.GREEDY)),
    Style("narrow", int(numbers.GREEDY), at_most=1),
    Style("win-or-lose", int(numbers.WIN_OR_LOSE), at_least=-1, at_most=1),
    Style("loser", int(numbers.LOSER), solves=False),
)
_STYLES = {
    "reversi": {style.name: style for style in (RANDOM, *_REVERSI)},
    "connect4": {style.name: style for style in (RANDOM, *CONNECT4)},
}
_DEFAULTS = {"reversi": "patterns", "connect4": "threats"}


def style_named(game: str, name: str) -> Style:
    """The style of a game by name. Raises UnknownStyle."""
    styles = _STYLES.get(game, {})
    if name in styles:
        return styles[name]
    if game == "connect4" and name.startswith(WEIGHED):
        return weighed_alignments(name)
    raise UnknownStyle(f"{game} has no style {name!r}; it has {', '.join(sorted(styles))}")


def style_names(game: str) -> tuple[str, ...]:
    """The names of a game's styles, without those that take any numbers."""
    return tuple(sorted(_STYLES.get(game, {})))


def default_style(game: str) -> Style:
    """The strongest style of a game."""
    return style_named(game, _DEFAULTS[game])
