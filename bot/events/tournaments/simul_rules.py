"""The boards, the score and the results of a stored simultaneous exhibition."""

from __future__ import annotations

from bot.core.fields import Frozen
from data.games.records import Ending, Game, GameState, Seat
from data.people.personal import DELETED_PLAYER
from data.tournaments.records import (
    Pairing,
    PairingOutcome,
    StoredPairing,
    TournamentEntrant,
    TournamentRecord,
)

MIN_PLACES, MAX_PLACES = 2, 20
"""Boards of one exhibition: all are messages of one thread, and rows of one message."""

EXHIBITOR = 0
"""The exhibitor's number."""


class Board(Frozen):
    """A board of an exhibition, with the pairing once it has begun; results are the exhibitor's."""

    number: int
    player_id: int
    exhibitor_first: bool
    pairing: StoredPairing | None

    @property
    def outcome(self) -> PairingOutcome | None:
        """The result; None while there is none."""
        return None if self.pairing is None else self.pairing.outcome

    @property
    def game_id(self) -> int | None:
        """The game; None until it begins."""
        return None if self.pairing is None else self.pairing.game_id

    @property
    def exhibitor_side(self) -> int:
        return 0 if self.exhibitor_first else 1


def boards_of(record: TournamentRecord) -> list[Board]:
    """Return the boards in the order of their numbers."""
    side, pairings = record.tournament.terms.side, {pairing.second: pairing for pairing in record.pairings}
    return [
        Board(
            one.number,
            one.player_id,
            one.number % 2 == 1 if side == "alternating" else side == "first",
            pairings.get(one.number),
        )
        for one in record.entrants
        if one.player_id is not None and one.number != EXHIBITOR
    ]


def board_of(record: TournamentRecord, player_id: int) -> Board | None:
    return next((board for board in boards_of(record) if board.player_id == player_id), None)


def field(record: TournamentRecord) -> tuple[list[TournamentEntrant], list[Pairing]]:
    """Return who begins, the exhibitor first and the others numbered from 1, and their pairings."""
    tournament, boards = record.tournament, boards_of(record)
    computer = tournament.terms.exhibitor
    exhibitor = TournamentEntrant(EXHIBITOR, 0.0, player_id=tournament.exhibitor_id, computer=computer)
    others = [
        TournamentEntrant(number, 0.0, player_id=one.player_id, computer=None)
        for number, one in enumerate(boards, 1)
    ]
    return [exhibitor, *others], [Pairing(1, EXHIBITOR, other.number) for other in others]


class SimulScore(Frozen):
    """The exhibitor's results, and the number of boards without one."""

    wins: int
    draws: int
    losses: int
    pending: int


def score_of(record: TournamentRecord) -> SimulScore:
    outcomes = [board.outcome for board in boards_of(record)]
    return SimulScore(
        outcomes.count(PairingOutcome.FIRST),
        outcomes.count(PairingOutcome.DRAW),
        outcomes.count(PairingOutcome.SECOND),
        outcomes.count(None),
    )


def seats_of(record: TournamentRecord, board: Board) -> tuple[Seat, Seat]:
    tournament = record.tournament
    exhibitor, other = Seat(tournament.exhibitor_id, tournament.terms.exhibitor), Seat(board.player_id)
    return (exhibitor, other) if board.exhibitor_first else (other, exhibitor)


def time_shares(record: TournamentRecord, board: Board) -> tuple[int, int]:
    """Return by how much the sides' minutes are multiplied: the exhibitor has them once for every board."""
    boards = len(boards_of(record))
    return (boards, 1) if board.exhibitor_first else (1, boards)


def is_abandoned(game: Game) -> bool:
    """Return whether a board was put aside, as those without a time limit are when nobody moves for long."""
    return game.state is GameState.PLAYING and game.adjourned_at is not None


def outcome_of(board: Board, game: Game) -> PairingOutcome:
    """Return the exhibitor's result in a game that is over or abandoned.

    A game called off before both have moved is lost by the player who did not come.
    """
    side = board.exhibitor_side
    if game.winner is not None:
        return PairingOutcome.won(by_first=game.winner == side)
    if is_abandoned(game):
        return PairingOutcome.DOUBLE_LOSS
    if game.ending is not Ending.CALLED_OFF:
        return PairingOutcome.DRAW
    gone = [seat.player_id == DELETED_PLAYER for seat in game.seats]
    absent = gone.index(True) if any(gone) else game.turn
    return PairingOutcome.won(by_first=absent != side)
