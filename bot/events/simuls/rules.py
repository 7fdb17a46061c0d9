"""What follows from a stored simultaneous exhibition: its score, and the results of its boards."""

from __future__ import annotations

from dataclasses import dataclass

from data.games.records import Ending, Game, GameState, Seat
from data.people.personal import DELETED_PLAYER
from data.simuls.records import SimulOpponent, SimulOutcome, SimulRecord

MIN_PLACES, MAX_PLACES = 2, 20
"""Boards of one exhibition: all are messages of one thread, and rows of one message."""


@dataclass(frozen=True, slots=True)
class SimulScore:
    """The exhibitor's results, and the number of boards without one."""

    wins: int
    draws: int
    losses: int
    pending: int

    @property
    def counted(self) -> int:
        """The number of boards with a winner or a draw."""
        return self.wins + self.draws + self.losses


def score_of(record: SimulRecord) -> SimulScore:
    """Return the score so far."""
    outcomes = [opponent.outcome for opponent in record.opponents]
    return SimulScore(
        outcomes.count("win"), outcomes.count("draw"), outcomes.count("loss"), outcomes.count(None)
    )


def exhibitor_side(record: SimulRecord, opponent: SimulOpponent) -> int:
    """Return the side of the exhibitor on a board."""
    return 0 if record.exhibitor_first(opponent) else 1


def seats_of(record: SimulRecord, opponent: SimulOpponent) -> tuple[Seat, Seat]:
    """Return who sits at a board."""
    simul = record.simul
    exhibitor = Seat(simul.exhibitor_id, simul.terms.computer)
    other = Seat(opponent.player_id)
    return (exhibitor, other) if record.exhibitor_first(opponent) else (other, exhibitor)


def time_shares(record: SimulRecord, opponent: SimulOpponent) -> tuple[int, int]:
    """Return by how much the sides' minutes are multiplied: the exhibitor has them once for every board."""
    boards = len(record.opponents)
    return (boards, 1) if record.exhibitor_first(opponent) else (1, boards)


def is_abandoned(game: Game) -> bool:
    """Return whether a board was put aside, as those without a time limit are when nobody moves for long."""
    return game.state is GameState.PLAYING and game.adjourned_at is not None


def outcome_of(record: SimulRecord, opponent: SimulOpponent, game: Game) -> SimulOutcome:
    """Return the exhibitor's result in a game that is over or abandoned.

    A game called off before both have moved is lost by the player who did not come.
    """
    side = exhibitor_side(record, opponent)
    if game.winner is not None:
        return "win" if game.winner == side else "loss"
    if is_abandoned(game):
        return "none"
    if game.ending is not Ending.CALLED_OFF:
        return "draw"
    gone = [seat.player_id == DELETED_PLAYER for seat in game.seats]
    absent = gone.index(True) if any(gone) else game.turn
    return "loss" if absent == side else "win"


def exhibitor_to_move(record: SimulRecord, opponent: SimulOpponent, game: Game) -> bool:
    """Return whether a board waits for the exhibitor."""
    return game.turn == exhibitor_side(record, opponent)
