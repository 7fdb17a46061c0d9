"""The forms of tournaments: who plays whom next, and who is ahead. Pure rules, without storage or I/O."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events.tournaments.forms import knockout, round_robin, swiss
from bot.events.tournaments.forms.arena import arena_pairs
from bot.events.tournaments.forms.knockout import MAX_REPLAYS, Bracket, Match, bracket, seeds, slots_after
from bot.events.tournaments.forms.standings import TournamentStanding, standings
from bot.events.tournaments.forms.swiss import largest_round_robin, suggested_rounds
from bot.events.tournaments.forms.types import Finished, Form, NextRound, WaitingEntrant, last_round
from data.tournaments.records import Entrant, Pairing

__all__ = [
    "MAX_REPLAYS",
    "Bracket",
    "Finished",
    "Form",
    "Match",
    "NextRound",
    "TournamentStanding",
    "WaitingEntrant",
    "allows_late_entry",
    "arena_pairs",
    "bracket",
    "form_played",
    "largest_round_robin",
    "last_round",
    "next_round",
    "round_count",
    "seeds",
    "slots_after",
    "standings",
    "suggested_rounds",
]


def next_round(
    form: Form, entrants: Sequence[Entrant], played: Sequence[Pairing], rounds: int, seed: int
) -> NextRound | WaitingEntrant | Finished:
    """Return what to start now. Raises ValueError for an arena, which has no rounds.

    `rounds` is how many a Swiss tournament has; the other forms' follow from the field. The result depends on
    the arguments only; the seed decides lots. A Swiss round of 64 takes 0.2 s, so pair it in a thread.
    """
    match form:
        case Form.ROUND_ROBIN:
            return round_robin.next_round(entrants, played, seed)
        case Form.SWISS:
            return swiss.next_round(entrants, played, rounds, seed)
        case Form.KNOCKOUT:
            return knockout.next_round(entrants, played, seed)
        case Form.ARENA:
            raise ValueError("an arena has no rounds: use arena_pairs")


def form_played(form: Form, entrants: Sequence[Entrant], rounds: int) -> Form:
    """Return the form that a field really plays: one too small for its Swiss rounds plays round robin."""
    if form is Form.SWISS and swiss.plays_round_robin(entrants, rounds):
        return Form.ROUND_ROBIN
    return form


def round_count(form: Form, size: int, rounds: int = 0) -> int:
    """Return how many rounds a field plays, 0 in an arena; `rounds` is what a Swiss tournament planned."""
    match form:
        case Form.SWISS:
            planned = rounds or swiss.suggested_rounds(size)
            everyone = round_robin.round_count(size)
            return everyone if everyone <= planned else swiss.possible_rounds(size, planned)
        case Form.ROUND_ROBIN:
            return round_robin.round_count(size)
        case Form.KNOCKOUT:
            return knockout.round_count(size)
        case Form.ARENA:
            return 0
