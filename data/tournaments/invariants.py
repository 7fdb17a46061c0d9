"""Invariants of stored tournaments and exhibitions."""

from __future__ import annotations

from typing import get_args

from sqlalchemy import and_, case, exists, func, not_, or_, select, union_all

from data.db.invariants import (
    Invariant,
    Invariants,
    RowRule,
    always_if,
    at_least,
    in_order,
    never,
    not_negative,
    one_of,
    only_if,
    within,
)
from data.games.records import Ending, GameState
from data.tables.playing import games
from data.tables.tournaments import cups, tournament_entrants, tournament_pairings, tournaments
from data.tournaments.records import SIMUL, ComputerGames, ExhibitorSide, Exit, Reason

_pairing = tournament_pairings.c
_entrant = tournament_entrants.c
_of_pairing = tournaments.c.id == _pairing.tournament_id

_first_begins = and_(
    _entrant.player_id.is_not_distinct_from(games.c.first_player_id),
    _entrant.computer.is_not_distinct_from(games.c.first_computer),
)
_by_the_game = case(
    (games.c.winner.is_(None), "draw"),
    (or_(and_(_first_begins, games.c.winner == 0), and_(not_(_first_begins), games.c.winner == 1)), "1-0"),
    else_="0-1",
)
_exhibitor_begins = or_(
    tournaments.c.side == "first", and_(tournaments.c.side == "alternating", _pairing.second % 2 == 1)
)

_tournament = tournaments.c
_over = _tournament.state.in_(("finished", "cancelled"))
_begun = _tournament.state.in_(("running", "finished"))
_is_simul = _tournament.form == SIMUL
_game_is_of = [
    exists()
    .where(
        _entrant.tournament_id == _pairing.tournament_id,
        _entrant.number.in_((_pairing.first, _pairing.second)),
        _entrant.player_id.is_not_distinct_from(games.c[f"{seat}_player_id"]),
        _entrant.computer.is_not_distinct_from(games.c[f"{seat}_computer"]),
    )
    .correlate(tournament_pairings, games)
    for seat in ("first", "second")
]
_paired = union_all(
    *(
        select(_pairing.tournament_id, _pairing.round, _pairing.replay, number.label("number"))
        for number in (_pairing.first, _pairing.second)
    )
).subquery()

TOURNAMENTS: Invariants = (
    never(
        "pairing {id} has the game of others",
        _pairing.id,
        games.c.id == _pairing.game_id,
        or_(*(not_(there) for there in _game_is_of)),
    ),
    never(
        "pairing {id} has a game that belongs to another event",
        _pairing.id,
        games.c.id == _pairing.game_id,
        or_(
            games.c.event_id.is_distinct_from(_pairing.tournament_id),
            games.c.event_kind != case((_is_simul, "simul"), else_="tournament"),
        ),
        _of_pairing,
    ),
    never(
        "pairing {id} has a game of another kind than its tournament",
        _pairing.id,
        games.c.id == _pairing.game_id,
        _of_pairing,
        games.c.game != _tournament.game,
    ),
    never(
        "game {id} belongs to an event in which it is not paired",
        games.c.id,
        games.c.event_id == _tournament.id,
        # A correction takes pairings back, and calls their games off.
        games.c.ending.is_distinct_from(Ending.CALLED_OFF.value),
        ~exists().where(_pairing.game_id == games.c.id).correlate(games),
    ),
    Invariant(
        "tournament {id} has entrant {number} twice in round {round}",
        select(_paired.c.tournament_id.label("id"), _paired.c.number, _paired.c.round)
        .join(tournaments, _tournament.id == _paired.c.tournament_id)
        .where(_paired.c.number.is_not(None), or_(not_(_is_simul), _paired.c.number != 0))
        .group_by(_paired.c.tournament_id, _paired.c.round, _paired.c.replay, _paired.c.number)
        .having(func.count() > 1),
    ),
    never(
        "pairing {id} is in a tournament that has not begun",
        _pairing.id,
        _of_pairing,
        _tournament.state == "open",
    ),
    never(
        "exhibition {id} has a board that is missing",
        _tournament.id,
        _is_simul,
        _begun,
        _entrant.tournament_id == _tournament.id,
        _entrant.number > 0,
        ~exists()
        .where(_pairing.tournament_id == _tournament.id, _pairing.second == _entrant.number)
        .correlate(tournaments, tournament_entrants),
    ),
    never(
        "cup {id} is of another tournament than it says",
        cups.c.id,
        cups.c.tournament_id == _tournament.id,
        or_(
            cups.c.game != _tournament.game,
            cups.c.form != _tournament.form,
            _tournament.state != "finished",
            cups.c.won_at != _tournament.finished_at,
        ),
    ),
    never(
        "cup {id} counts other entrants than its tournament",
        cups.c.id,
        cups.c.entrants
        != select(func.count())
        .where(_entrant.tournament_id == cups.c.tournament_id, _entrant.number.is_not(None))
        .correlate(cups)
        .scalar_subquery(),
        cups.c.tournament_id.is_not(None),
    ),
    never(
        "pairing {id} has no result, and its tournament is finished",
        _pairing.id,
        _of_pairing,
        tournaments.c.state == "finished",
        _pairing.second.is_not(None),
        _pairing.outcome.is_(None),
    ),
    never(
        "pairing {id} has another result than its game",
        _pairing.id,
        games.c.id == _pairing.game_id,
        games.c.state == GameState.FINISHED,
        games.c.ending != Ending.CALLED_OFF,
        _entrant.tournament_id == _pairing.tournament_id,
        _entrant.number == _pairing.first,
        # A moderator may decide otherwise.
        _pairing.corrected_by.is_(None),
        _pairing.forfeit.is_(False),
        _pairing.outcome != _by_the_game,
    ),
    never(
        "pairing {id} has a result, and its game is in progress",
        _pairing.id,
        games.c.id == _pairing.game_id,
        games.c.state == GameState.PLAYING,
        _pairing.outcome.is_not(None),
        _pairing.corrected_by.is_(None),
        # A board of an exhibition may be put aside, or about to be called off.
        _of_pairing,
        tournaments.c.form != SIMUL,
    ),
    never(
        "pairing {id} has the exhibitor on the wrong side",
        _pairing.id,
        _of_pairing,
        tournaments.c.form == SIMUL,
        games.c.id == _pairing.game_id,
        _entrant.tournament_id == _pairing.tournament_id,
        _entrant.number == 0,
        _first_begins != _exhibitor_begins,
        # Those who have deleted their data share a placeholder.
        or_(_entrant.player_id.is_(None), _entrant.player_id > 0),
    ),
    never("pairing {id} is of someone with themselves", _pairing.id, _pairing.first == _pairing.second),
    *(
        never(
            "pairing {id} is of someone who does not take part",
            _pairing.id,
            number.is_not(None),
            ~exists().where(_entrant.tournament_id == _pairing.tournament_id, _entrant.number == number),
        )
        for number in (_pairing.first, _pairing.second)
    ),
    never("pairing {id} is in no round", _pairing.id, _pairing.round < 1),
    Invariant(
        "tournament {id} has two entrants of the number {number}",
        select(_entrant.tournament_id.label("id"), _entrant.number)
        .where(_entrant.number.is_not(None))
        .group_by(_entrant.tournament_id, _entrant.number)
        .having(func.count() > 1),
    ),
    Invariant(
        "tournament {id} has {player_id} twice",
        select(_entrant.tournament_id.label("id"), _entrant.player_id)
        # Those who have deleted their data share a placeholder.
        .where(_entrant.number.is_not(None), _entrant.player_id > 0)
        .group_by(_entrant.tournament_id, _entrant.player_id)
        .having(func.count() > 1),
    ),
    never(
        "tournament {id} has an entrant who is no player",
        _entrant.tournament_id,
        or_(
            and_(_entrant.player_id.is_(None), _entrant.computer.is_(None)),
            and_(_entrant.player_id.is_not(None), _entrant.computer.is_not(None)),
        ),
    ),
    Invariant(
        "tournament {id} has more entrants than places",
        select(tournaments.c.id)
        .join(tournament_entrants, _entrant.tournament_id == tournaments.c.id)
        .where(_entrant.number.is_not(None), tournaments.c.state == "open")
        .group_by(tournaments.c.id, tournaments.c.places)
        .having(func.count() > tournaments.c.places),
    ),
    never("tournament {id} is over and has no end", _tournament.id, _over, _tournament.finished_at.is_(None)),
    never(
        "tournament {id} is not over and has an end",
        _tournament.id,
        not_(_over),
        _tournament.finished_at.is_not(None),
    ),
    never(
        "tournament {id} starts after its end",
        _tournament.id,
        _tournament.started_at > _tournament.finished_at,
    ),
    never(
        "tournament {id} has begun at no time",
        tournaments.c.id,
        tournaments.c.state.in_(("running", "finished")),
        tournaments.c.started_at.is_(None),
    ),
    never("cup {id} is of nobody against nobody", cups.c.id, cups.c.entrants < 1),
    *not_negative(tournaments.c.places, tournaments.c.rounds, tournaments.c.minutes, _pairing.replay),
    one_of(_tournament.reason, get_args(Reason)),
    one_of(_tournament.side, get_args(ExhibitorSide)),
    one_of(_tournament.computer_games, get_args(ComputerGames)),
    one_of(_entrant.exit, get_args(Exit)),
    *only_if(_is_simul, "it is no exhibition", _tournament.side, _tournament.exhibitor),
    *always_if(_is_simul, "it is an exhibition", _tournament.side),
    *only_if(_over, "it is not over", _tournament.reason, _tournament.corrected_at),
    *always_if(_tournament.state == "cancelled", "it was cancelled", _tournament.reason),
    *in_order(_tournament.created_at, _tournament.started_at),
    *in_order(_tournament.created_at, _tournament.finished_at),
    *in_order(_tournament.started_at, _tournament.ends_at),
    *in_order(_tournament.started_at, _tournament.paused_at),
    RowRule(_tournament.places, _tournament.places < 1, "no places"),
    RowRule(_tournament.rounds, _tournament.rounds > 64, "too many"),
    RowRule(
        _tournament.minutes, and_(_tournament.minutes <= 0, _tournament.form == "arena"), "it is an arena"
    ),
    RowRule(_tournament.digest, func.length(_tournament.digest) < 8, "no digest"),
    *not_negative(_tournament.version, _pairing.slot, _pairing.first, _pairing.second, _entrant.number),
    *at_least(1, _tournament.former_number),
    *within(0, 6000, _entrant.rating),
    *within(0, 100_000, _pairing.round, _entrant.joined_round),
    RowRule(_entrant.left_round, _entrant.left_round < 1, "before the first"),
    *only_if(_entrant.exit.is_not(None), "they did not leave", _entrant.left_round),
    RowRule(_pairing.outcome, and_(_pairing.outcome.is_not(None), _pairing.second.is_(None)), "of a bye"),
    *only_if(_pairing.second.is_not(None), "of a bye", _pairing.game_id),
)
