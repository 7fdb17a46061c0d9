"""The next pairings of a tournament, whatever its form."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tournaments.forms import round_robin, swiss
from bot.tournaments.forms.types import Entrant, Finished, Form, NextRound, Played, Waiting


def next_round(
    form: Form, entrants: Sequence[Entrant], played: Sequence[Played], rounds: int, seed: int
) -> NextRound | Waiting | Finished:
    """Return what to start now. Raises ValueError for an arena, which has no rounds.

    `rounds` is how many a Swiss tournament has; the other forms' follow from the field. The result depends on
    the arguments only; the seed decides lots.
    """
    match form:
        case Form.ROUND_ROBIN:
            return round_robin.next_round(entrants, played, seed)
        case Form.SWISS:
            return swiss.next_round(entrants, played, rounds, seed)
        case _:
            raise ValueError(f"{form} has no rounds")
