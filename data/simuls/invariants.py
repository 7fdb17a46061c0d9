"""What must be true of stored simultaneous exhibitions."""

from __future__ import annotations

from sqlalchemy import and_, case, func, not_, or_, select

from data.db.invariants import Invariant, dated, never, not_negative
from data.games.records import Ending, GameState
from data.tables.playing import games
from data.tables.simuls import simul_opponents, simuls

_board = simul_opponents.c
_exhibitor_begins = or_(
    simuls.c.side == "first", and_(simuls.c.side == "alternating", _board.number % 2 == 1)
)
_won = or_(
    and_(_exhibitor_begins, games.c.winner == 0),
    and_(not_(_exhibitor_begins), games.c.winner == 1),
)

SIMULS = (
    never(
        "board {id} has no result, and its exhibition is finished",
        _board.id,
        simuls.c.id == _board.simul_id,
        simuls.c.state == "finished",
        _board.number.is_not(None),
        _board.outcome.is_(None),
    ),
    never(
        "board {id} has another result than its game",
        _board.id,
        simuls.c.id == _board.simul_id,
        games.c.id == _board.game_id,
        games.c.state == GameState.FINISHED,
        games.c.ending != Ending.CALLED_OFF,
        _board.outcome != case((games.c.winner.is_(None), "draw"), (_won, "win"), else_="loss"),
    ),
    *(
        Invariant(
            f"exhibition {{id}} has {{value}} twice: {column.name}",
            select(_board.simul_id.label("id"), column.label("value"))
            .where(_board.number.is_not(None), column > 0)
            .group_by(_board.simul_id, column)
            .having(func.count() > 1),
        )
        for column in (_board.number, _board.player_id)
    ),
    never(
        "board {id} is of the exhibitor",
        _board.id,
        simuls.c.id == _board.simul_id,
        simuls.c.computer.is_(None),
        simuls.c.organiser_id == _board.player_id,
        _board.player_id > 0,
    ),
    *dated(simuls),
    *not_negative(simuls.c.places),
)
