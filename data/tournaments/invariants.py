"""Invariants of stored tournaments and exhibitions."""

from __future__ import annotations

from sqlalchemy import and_, case, exists, func, not_, or_, select

from data.db.invariants import Invariant, dated, never, not_negative
from data.games.records import Ending, GameState
from data.tables.playing import games
from data.tables.tournaments import cups, tournament_entrants, tournament_pairings, tournaments
from data.tournaments.records import SIMUL

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

TOURNAMENTS = (
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
    *dated(tournaments),
    never(
        "tournament {id} has begun at no time",
        tournaments.c.id,
        tournaments.c.state.in_(("running", "finished")),
        tournaments.c.started_at.is_(None),
    ),
    never("cup {id} is of nobody against nobody", cups.c.id, cups.c.entrants < 1),
    *not_negative(tournaments.c.places, tournaments.c.rounds, tournaments.c.minutes, _pairing.replay),
)
