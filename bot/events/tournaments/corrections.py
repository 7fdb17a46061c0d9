"""Corrections of results: which are possible, and what they change.

The standings follow from the results, so a correction changes them, and all later pairings. In a knockout it
changes who advances, too: the bracket is the one that is played, so a result can be corrected until a game
that follows from it has a move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.events.tournaments.forms import MAX_REPLAYS, Form, slots_after
from data.games.records import Game, GameState
from data.tournaments.pairings import PairingOutcome
from data.tournaments.records import (
    StoredPairing,
    Tournament,
    TournamentRecord,
    TournamentState,
)

CORRECTABLE_FOR = timedelta(days=1)
"""Time after the end of a tournament in which results can be corrected."""


def are_results_final(tournament: Tournament, now: datetime) -> bool:
    """True if a tournament was played to the end too long ago for corrections."""
    if tournament.state is not TournamentState.FINISHED:
        return False
    assert tournament.finished_at is not None
    return now >= tournament.finished_at + CORRECTABLE_FOR


def correctable(record: TournamentRecord, games: Mapping[int, Game], now: datetime) -> list[StoredPairing]:
    """Return the pairings whose results can be corrected, the latest first; `games` are those in progress."""
    tournament = record.tournament
    has_results = tournament.state in (TournamentState.RUNNING, TournamentState.FINISHED)
    if tournament.terms.is_simul or not has_results or are_results_final(tournament, now):
        return []
    return [
        pairing
        for pairing in reversed(record.pairings)
        if pairing.second is not None
        and pairing.outcome is not None
        and not any(_has_begun(later, games) for later in following(record, pairing))
    ]


def possible_outcomes(record: TournamentRecord, pairing: StoredPairing) -> tuple[PairingOutcome, ...]:
    """Return what a result can be corrected to: after the end of a knockout, no draw that is replayed."""
    is_knockout = Form(record.tournament.terms.form) is Form.KNOCKOUT
    if record.tournament.is_over and is_knockout and pairing.replay < MAX_REPLAYS:
        return PairingOutcome.FIRST, PairingOutcome.SECOND
    return PairingOutcome.FIRST, PairingOutcome.DRAW, PairingOutcome.SECOND


def following(record: TournamentRecord, pairing: StoredPairing) -> list[StoredPairing]:
    """Return the pairings that follow from a result: in a knockout replays, and all later matches of the two;
    in other forms none."""
    if Form(record.tournament.terms.form) is not Form.KNOCKOUT:
        return []
    later = slots_after(record.entrants, pairing.slot)
    return [
        other
        for other in record.pairings
        if other.slot in later or (other.slot == pairing.slot and other.replay > pairing.replay)
    ]


def _has_begun(pairing: StoredPairing, games: Mapping[int, Game]) -> bool:
    game = games.get(pairing.game_id or 0)
    if pairing.outcome is not None or game is None:
        return pairing.outcome is not None
    return game.ply > 0 or game.state is not GameState.PLAYING


def with_outcome(
    record: TournamentRecord, pairing: StoredPairing, outcome: PairingOutcome
) -> TournamentRecord:
    """Return the tournament with another result of a pairing."""
    corrected = replace(pairing, outcome=outcome, forfeit=False)
    return replace(
        record,
        pairings=tuple(corrected if other.id == pairing.id else other for other in record.pairings),
    )
