"""A stored tournament as the forms know it: its field, games, results, no-shows, corrections."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.catalog import GAMES
from bot.computer.opponents.choices import opponent
from bot.events.tournaments.forms import form_played, round_count
from bot.events.tournaments.forms.knockout import MAX_REPLAYS, seeds, slots_after
from bot.events.tournaments.forms.standings import TournamentStanding, standings
from bot.events.tournaments.forms.swiss import suggested_rounds
from bot.events.tournaments.forms.types import Form, field_size, last_round
from bot.events.tournaments.simul_rules import boards_of
from data.games.records import Ending, Game, GameState
from data.games.time_control import Correspondence, Live, TimeControl
from data.people.personal import DELETED_PLAYER
from data.ratings.glicko2 import START
from data.tournaments.records import (
    Pairing,
    PairingOutcome,
    StoredPairing,
    Tournament,
    TournamentEntrant,
    TournamentRecord,
    TournamentState,
)

MIN_PLACES, MAX_PLACES = 2, 64
MAX_ROUNDS = 11

MIN_PEOPLE = 3
"""Minimum people in a tournament whose winner earns the achievement."""

MAX_PAUSE = timedelta(days=7)
"""Time after which a paused tournament resumes: its organiser may have left."""

LIVE_GRACE = timedelta(minutes=1)
"""Time for each player's first move in a live game; then they lose by absence."""

DAYS_GRACE = timedelta(days=1)
"""Time for each player's first move in a game with days for a move."""

CORRECTABLE_FOR = timedelta(days=1)
"""Time after the end of a tournament in which results can be corrected."""

BOTH_HAVE_MOVED = 2
"""Plies from which nobody is absent any more."""


def swiss_rounds(record: TournamentRecord) -> int:
    return record.tournament.terms.rounds or suggested_rounds(field_size(record.entrants))


def admits_later(record: TournamentRecord, back: TournamentEntrant | None = None) -> bool:
    """Return whether newcomers, or one who has left, may join after the start.

    Tables, brackets and exhibitions have no room for them.
    """
    if record.tournament.terms.is_simul:
        return False
    form = Form(record.tournament.terms.form)
    if back is not None:
        return form is Form.ARENA
    return form_played(form, record.entrants, swiss_rounds(record)) in {Form.SWISS, Form.ARENA}


def form_of(record: TournamentRecord) -> Form:
    """Return the form that is really played: a field too small for a Swiss plays round robin."""
    form = Form(record.tournament.terms.form)
    return form_played(form, record.entrants, swiss_rounds(record)) if record.pairings else form


def rounds_of(record: TournamentRecord) -> int:
    """Return how many rounds the field plays; 0 in an arena."""
    form, size = Form(record.tournament.terms.form), field_size(record.entrants)
    return round_count(form, size, swiss_rounds(record))


def standings_of(record: TournamentRecord) -> tuple[TournamentStanding, ...]:
    """Return the standings, the best first."""
    return standings(form_of(record), record.entrants, record.pairings)


def first_round_without(record: TournamentRecord) -> int | None:
    """Return the first round in which an entrant who leaves now is not paired; None before the start."""
    return None if record.tournament.state is TournamentState.OPEN else last_round(record.pairings) + 1


def games_of_entrant(
    record: TournamentRecord, number: int, games: dict[int, Game]
) -> list[tuple[StoredPairing, Game]]:
    """Return an entrant's game in progress, if there is one, among those of pairings without a result."""
    return [
        (pairing, games[pairing.game_id])
        for pairing in record.pairings
        if pairing.game_id in games
        and number in pairing.numbers
        and games[pairing.game_id].state is GameState.PLAYING
    ]


def winners_of(record: TournamentRecord) -> list[int]:
    """Return the people who have won; nobody wins by the others' absence alone."""
    if not was_played(record):
        return []
    first = [record.entrant(standing.number) for standing in standings_of(record) if standing.rank == 1]
    return [
        entrant.player_id
        for entrant in first
        if entrant.player_id is not None and entrant.player_id != DELETED_PLAYER
    ]


def was_played(record: TournamentRecord) -> bool:
    """Return whether a game was really played."""
    return any(pairing.is_over_the_board for pairing in record.pairings)


def has_gone(record: TournamentRecord, number: int | None) -> bool:
    """Return whether an entrant takes part no more."""
    return number is not None and record.entrant(number).left_round is not None


def grace(control: TimeControl) -> timedelta:
    """Return how long a player may be absent."""
    return LIVE_GRACE if isinstance(control, Live) else DAYS_GRACE


def absent_at(game: Game) -> datetime | None:
    """Return when the side to move counts as absent; None once both have moved, or if a computer is to
    move."""
    clock = game.clock
    if game.ply >= BOTH_HAVE_MOVED or clock is None or clock.side is None or clock.since is None:
        return None
    return clock.since + grace(clock.control)


def is_held(game: Game) -> bool | None:
    """Return whether a game in which a person's first move is due has its clock stopped by a pause; None for
    any other game."""
    if game.state is not GameState.PLAYING or game.ply >= BOTH_HAVE_MOVED or game.clock is None:
        return None
    return game.clock.side is None if game.seats[game.turn].computer is None else None


def asked_at(record: TournamentRecord, pairing: StoredPairing, game: Game) -> datetime | None:
    """Return when to ask the person who waits for the first move whether they are there; None for no need."""
    moment = absent_at(game)
    if moment is None or game.ply or pairing.second_asked or is_there(record, pairing, game):
        return None
    assert game.clock is not None
    return moment - grace(game.clock.control) / 2


def result_of(record: TournamentRecord, pairing: StoredPairing, game: Game) -> tuple[PairingOutcome, bool]:
    """Return the result of a game that is over, and whether a player was absent."""
    first = seat_of(game, record.entrant(pairing.first))
    if game.winner is not None:
        return PairingOutcome.won(by_first=game.winner == first), False
    if game.ending is not Ending.CALLED_OFF:
        return PairingOutcome.DRAW, False
    if between_computers(record, pairing):
        return _without_game(record, pairing), False
    gone = [seat.player_id == DELETED_PLAYER for seat in game.seats]
    if all(gone):
        return PairingOutcome.DOUBLE_LOSS, True
    if any(gone):
        return PairingOutcome.won(by_first=gone.index(True) != first), True
    return lost_by_absence(record, pairing, game), True


def lost_by_absence(record: TournamentRecord, pairing: StoredPairing, game: Game) -> PairingOutcome:
    """Return the result of a game whose side to move didn't come: a loss for both if nobody did."""
    if not game.ply and not is_there(record, pairing, game):
        return PairingOutcome.DOUBLE_LOSS
    return PairingOutcome.won(by_first=seat_of(game, record.entrant(pairing.first)) != game.turn)


def waiting_in(record: TournamentRecord, pairing: StoredPairing, game: Game) -> TournamentEntrant:
    first, second = record.players(pairing)
    return second if seat_of(game, first) == game.turn else first


def is_there(record: TournamentRecord, pairing: StoredPairing, game: Game) -> bool:
    """Return whether the one who waits for the first move is known to be there; computer players are."""
    return pairing.second_here or waiting_in(record, pairing, game).computer is not None


def seat_of(game: Game, entrant: TournamentEntrant) -> int:
    first = game.seats[0]
    return 0 if (first.player_id, first.computer) == (entrant.player_id, entrant.computer) else 1


def dropped(
    record: TournamentRecord, results: Sequence[tuple[StoredPairing, PairingOutcome, bool]]
) -> dict[int, int]:
    """Return who is paired no more after these results, and from which round on.

    One absence is enough in an arena, where they would be paired again at once; elsewhere, two in a row.
    """
    leaving = {}
    for pairing, outcome, forfeit in results:
        for absent in absent_in(pairing, outcome) if forfeit else ():
            if record.entrant(absent).computer is not None:
                continue
            before = [
                other
                for other in record.pairings
                if other.id < pairing.id and other.second is not None and absent in other.numbers
            ]
            again = (
                bool(before) and before[-1].forfeit and absent in absent_in(before[-1], before[-1].outcome)
            )
            if again or Form(record.tournament.terms.form) is Form.ARENA:
                leaving[absent] = last_round(record.pairings) + 1
    return leaving


def absent_in(pairing: StoredPairing, outcome: PairingOutcome | None) -> tuple[int, ...]:
    """Return who did not come, if a pairing was decided by absence."""
    if outcome is None:
        return ()
    points = zip(pairing.numbers, outcome.points, strict=True)
    return tuple(number for number, won in points if not won)


def between_computers(record: TournamentRecord, pairing: Pairing) -> bool:
    return pairing.second is not None and all(player.computer for player in record.players(pairing))


def absent_people(record: TournamentRecord, pairing: StoredPairing) -> list[TournamentEntrant]:
    """Return the people who lost a pairing by absence."""
    absent = map(record.entrant, absent_in(pairing, pairing.outcome))
    return [one for one in absent if one.player_id not in (None, DELETED_PLAYER)]


def result_at_once(record: TournamentRecord, pairing: Pairing) -> Pairing:
    """Return a pairing, with its result if it is of two computer players whose games are not played."""
    if not between_computers(record, pairing) or record.tournament.terms.computer_games == "play":
        return pairing
    return replace(pairing, outcome=_without_game(record, pairing))


def _without_game(record: TournamentRecord, pairing: Pairing) -> PairingOutcome:
    """Return what a game between computers counts that is not played: half a point each, and in a knockout
    the higher seed advances."""
    terms = record.tournament.terms
    if terms.computer_games == "lot":
        lot = random.Random(f"{record.tournament.seed} {pairing.round} {pairing.first} {pairing.second}")
        return PairingOutcome.won(by_first=lot.random() < 0.5)
    if Form(terms.form) is not Form.KNOCKOUT:
        return PairingOutcome.DRAW
    return PairingOutcome.won(
        by_first=min(pairing.numbers, key=seeds(record.entrants).index) == pairing.first
    )


def replay_time(control: TimeControl | None, replay: int) -> TimeControl | None:
    """Return the time of a game, which is halved with every replay of a drawn one."""
    if replay and isinstance(control, Live):
        return Live(max(1, control.minutes >> replay), control.increment >> replay)
    if replay and isinstance(control, Correspondence):
        return Correspondence(max(1, control.days >> replay))
    return control


def field(record: TournamentRecord) -> list[TournamentEntrant]:
    """Return who begins: the people in order of entry, then the computer players that take empty places."""
    terms = record.tournament.terms
    people = [entrant for entrant in record.entrants if entrant.player_id is not None]
    numbered = [
        TournamentEntrant(number, one.rating, player_id=one.player_id, computer=None)
        for number, one in enumerate(people, 1)
    ]
    empty = terms.places - len(people)
    if terms.filler is None or not people or empty <= 0:
        return numbered
    if Form(terms.form) is Form.ARENA:
        # In an arena a computer player is for the odd one out.
        empty = 1
    rating = opponent(GAMES[terms.game], terms.filler).rating or START.value
    computers = range(len(people) + 1, len(people) + 1 + empty)
    return [
        *numbered,
        *(TournamentEntrant(number, rating, player_id=None, computer=terms.filler) for number in computers),
    ]


def removable(record: TournamentRecord) -> list[TournamentEntrant]:
    """Return who can be removed: also those who could return by themselves; opponents whose board is over
    can't."""
    if record.tournament.terms.is_simul:
        return [record.entrant(board.number) for board in boards_of(record) if board.outcome is None]
    may_return = Form(record.tournament.terms.form) is Form.ARENA
    return [
        one
        for one in record.entrants
        if one.left_round is None or (may_return and one.computer is None and one.exit != "removed")
    ]


#
# The standings follow from the results, so a correction changes them, and all later pairings. In a knockout
# it changes who advances, too: the bracket is the one that is played, so a result can be corrected until a
# game that follows from it has a move.


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
    if not has_results or are_results_final(tournament, now):
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
    corrected = replace(pairing, outcome=outcome, forfeit=False)
    return replace(
        record,
        pairings=tuple(corrected if other.id == pairing.id else other for other in record.pairings),
    )
