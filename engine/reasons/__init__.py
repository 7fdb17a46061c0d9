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


class Reasoning(NamedTuple):
    """Finders of a game's reasons, the weightiest first."""

    flaws: Callable[[Comparison], Iterator[Reason]]
    merits: Callable[[Comparison], Iterator[Reason]]


_GAMES: Mapping[str, Reasoning] = {
    "reversi": Reasoning(reversi.flaws, reversi.merits),
    "connect4": Reasoning(connect4.flaws, connect4.merits),
}


class Explanation(NamedTuple):
    """The reasons why a move is worse, and the other one better."""

    flaws: tuple[Reason, ...] = ()
    merit: Reason | None = None


def explain(compared: Comparison) -> Explanation:
    """Return the reasons, none if the game has none or none is found."""
    reasoning = _GAMES.get(compared.position.game)
    if reasoning is None:
        return Explanation()
    flaws: dict[str, Reason] = {}
    for flaw in reasoning.flaws(compared):
        flaws.setdefault(flaw.about, flaw)
        if len(flaws) == MAX_FLAWS:
            break
    told = {flaw.about for flaw in flaws.values() if flaw.compares}
    merit = next((merit for merit in reasoning.merits(compared) if merit.about not in told), None)
    return Explanation(tuple(flaws.values()), merit)


def merit_of(compared: Comparison) -> Reason | None:
    """Return why the better move is better, None if nothing is found."""
    reasoning = _GAMES.get(compared.position.game)
    return None if reasoning is None else next(reasoning.merits(compared), None)
