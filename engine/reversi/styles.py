"""The styles of Reversi (see docs/origins.md)."""

from __future__ import annotations

from engine.reversi import style_numbers as numbers
from engine.reversi.book import shipped_for
from engine.reversi.position import Position
from engine.search import position as any_game
from engine.search.style import Style

#: Number of moves left from which games are solved, by size of the board. 6 × 6 is solved from the start.
_SOLVED_FROM = {6: 36, 8: 26, 10: 22}


def _solves_from(position: any_game.Position) -> int:
    """The learned weights order moves so well that the endgame can be solved from further away."""
    assert isinstance(position, Position)
    return _SOLVED_FROM[position.size]


STYLES = (
    Style(
        "network",
        int(numbers.NETWORK),
        unit=64.0,
        solves_from=_solves_from,
        clear_lead=6.0,
        book=shipped_for,
    ),
    # The units of the styles come to about one disc of the final score.
    Style(
        "patterns",
        int(numbers.PATTERNS),
        unit=64.0,
        solves_from=_solves_from,
        clear_lead=6.0,
        book=shipped_for,
    ),
    Style("positional", int(numbers.POSITIONAL), unit=16.0),
    Style("mobility", int(numbers.MOBILITY), unit=64.0),
    Style("greedy", int(numbers.GREEDY)),
    Style("narrow", int(numbers.GREEDY), at_most=1),
    Style("win-or-lose", int(numbers.WIN_OR_LOSE), at_least=-1, at_most=1),
    Style("loser", int(numbers.LOSER), solves=False),
)
