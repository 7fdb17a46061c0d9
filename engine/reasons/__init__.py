"""Why a move is worse than another one: facts found on the board, each true by computation, without words.

A reason holds for one move and not for the one compared with it. Where nothing such is found, there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.reasons import connect4, reversi
from engine.reasons.kinds import Comparison, Reason

__all__ = ["Comparison", "Explanation", "Reason", "explain", "merit_of"]

MAX_FLAWS = 2
"""Maximum reasons why a move is worse, each on another subject."""


Finder = Callable[[Comparison], Iterator[Reason]]

_FLAWS: Mapping[str, Finder] = {"reversi": reversi.flaws, "connect4": connect4.flaws}
_MERITS: Mapping[str, Finder] = {"reversi": reversi.merits, "connect4": connect4.merits}
"""Finders of games' reasons, the weightiest first."""


class Explanation(NamedTuple):
    """The reasons why a move is worse, and the other one better."""

    flaws: tuple[Reason, ...] = ()
    merit: Reason | None = None


def explain(compared: Comparison) -> Explanation:
    """Return the reasons, none if the game has none or none is found."""
    game = compared.position.game
    if game not in _FLAWS:
        return Explanation()
    flaws: dict[str, Reason] = {}
    for flaw in _FLAWS[game](compared):
        flaws.setdefault(flaw.about, flaw)
        if len(flaws) == MAX_FLAWS:
            break
    told = {flaw.about for flaw in flaws.values() if flaw.compares}
    merit = next((merit for merit in _MERITS[game](compared) if merit.about not in told), None)
    return Explanation(tuple(flaws.values()), merit)


def merit_of(compared: Comparison) -> Reason | None:
    """Return why the better move is better, None if nothing is found."""
    game = compared.position.game
    return next(_MERITS[game](compared), None) if game in _MERITS else None
