"""The forms of tournaments: who plays whom next, and who is ahead. Pure rules, without storage or I/O."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events.tournaments.forms import knockout, round_robin, swiss
from bot.events.tournaments.forms.types import Form, NextRound, field_size, last_round
from data.tournaments.records import Entrant, Pairing


def next_round(
    form: Form, entrants: Sequence[Entrant], played: Sequence[Pairing], rounds: int, seed: int
) -> NextRound:
    """Return what to start now. Raises ValueError for an arena, which has no rounds.

    `rounds` is how many a Swiss tournament has; the other forms' follow from the field. The result depends on
    the arguments only; the seed decides lots. A Swiss round of 64, the largest field, takes 0.1 s; one of 256
    would take seconds, too long for the event loop.
    """
    match form_played(form, entrants, rounds):
        case Form.ROUND_ROBIN:
            return round_robin.next_round(entrants, played, seed)
        case Form.SWISS:
            return _swiss_round(entrants, played, rounds, seed)
        case Form.KNOCKOUT:
            return knockout.next_round(entrants, played, seed)
        case Form.ARENA:
            raise ValueError("an arena has no rounds: use arena_pairs")


def form_played(form: Form, entrants: Sequence[Entrant], rounds: int) -> Form:
    """Return the form that a field really plays: one too small for its Swiss rounds plays round robin."""
    if form is Form.SWISS and round_robin.round_count(field_size(entrants)) <= rounds:
        return Form.ROUND_ROBIN
    return form


def round_count(form: Form, size: int, rounds: int) -> int:
    """Return how many rounds a field plays, 0 in an arena; `rounds` is what a Swiss tournament planned."""
    match form:
        case Form.SWISS:
            everyone = round_robin.round_count(size)
            return everyone if everyone <= rounds else swiss.possible_rounds(size, rounds)
        case Form.ROUND_ROBIN:
            return round_robin.round_count(size)
        case Form.KNOCKOUT:
            return knockout.round_count(size)
        case Form.ARENA:
            return 0


def _swiss_round(entrants: Sequence[Entrant], played: Sequence[Pairing], rounds: int, seed: int) -> NextRound:
    """Return the next Swiss round; the tournament also ends when no new pairing is left."""
    if any(pairing.is_pending for pairing in played):
        return ()
    number = last_round(played) + 1
    rounds = swiss.possible_rounds(field_size(entrants), rounds)
    is_last, first_moves_first = number == rounds, seed % 2 == 0
    field = swiss.SwissField(entrants, played, number, is_last=is_last, first_moves_first=first_moves_first)
    if number > rounds or len(field.present) < 2:
        return None
    return swiss_pairs(field) or None


def swiss_pairs(field: swiss.SwissField) -> tuple[Pairing, ...] | None:
    """Pair a Swiss round; None if everyone there has met, or the odd one would have a second bye."""
    # Loaded by the first round: py4swiss has 130 modules.
    try:
        from bot.events.tournaments.forms import dutch
    except ImportError:  # where it has no wheel
        return swiss.own_pairs(field)
    return dutch.pair(field) or swiss.own_pairs(field)
