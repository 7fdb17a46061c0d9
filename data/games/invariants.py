"""Invariants of stored games, their moves, and the votes for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, get_args

from sqlalchemy import Double, and_, bindparam, case, exists, func, not_, or_, select, type_coerce

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
    together,
    within,
)
from data.games.moves import number_of_moves, read_stored
from data.games.records import ClosedAs, Ending, EventKind, GameState, QuestionKind, SideChoice, WhyUnrated
from data.people.personal import DELETED_PLAYER, TEAM_PLAYERS
from data.tables.playing import (
    conditional_moves,
    games,
    moves,
    opening_moves,
    packed_moves,
    past_questions,
    questions,
    vote_games,
    vote_hints,
    vote_members,
    votes,
)
from data.tables.standings import results

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row, Table

    from data.games.packing import StoredMove

_game = games.c
_over = _game.state == GameState.FINISHED
_playing = _game.state == GameState.PLAYING
_over_or_closed = _game.state.in_((GameState.FINISHED, GameState.CLOSED))
_begun = or_(_over, _playing)
_seats = (_game.first_player_id, _game.second_player_id)
_people = or_(*(and_(seat.is_not(None), seat != DELETED_PLAYER) for seat in _seats))
_has_results = _game.id.in_(select(results.c.game_id))
_sitting = _game["first_player_id", "first_computer", "second_player_id", "second_computer"]
_imported = and_(_over, *(column.is_(None) for column in _sitting))
_computer_to_move = case(
    (_game.turn == 0, func.coalesce(_game.first_computer, _game.first_delegate)),
    else_=func.coalesce(_game.second_computer, _game.second_delegate),
)


def _seconds(column: Any) -> Any:
    return type_coerce(column, Double)


_left_to_move = case((_game.turn == 0, _game.first_left), else_=_game.second_left)


def _side_at(ply: Any) -> Any:
    """Return the side of a move of the game in the query; the sides take turns."""
    return (_game.turn + number_of_moves(_game.id) - ply) % 2


GAMES: Invariants = (
    never(
        "game {id} has its moves twice",
        packed_moves.c.game_id,
        exists().where(moves.c.game_id == packed_moves.c.game_id),
    ),
    never(
        "game {id} has packed moves, which are not counted",
        packed_moves.c.game_id,
        packed_moves.c.game_id == _game.id,
        _game.plies.is_(None),
    ),
    never("game {id} is over and has no results", _game.id, _over, _people, not_(_has_results)),
    never(
        "game {id} has a result and is not over",
        _game.id,
        not_(_over),
        _game.unrated_lost.is_(False),
        _has_results,
    ),
    never("game {id} is over and has no end", _game.id, _over, _game.finished_at.is_(None)),
    never("game {id} is not over and has a winner", _game.id, not_(_over), _game.winner.is_not(None)),
    never(
        "game {id} is in progress and has an empty seat",
        _game.id,
        _playing,
        or_(
            and_(_game.first_player_id.is_(None), _game.first_computer.is_(None)),
            and_(_game.second_player_id.is_(None), _game.second_computer.is_(None)),
        ),
    ),
    never(
        "game {id} is not in progress and its clock runs",
        _game.id,
        not_(_playing),
        or_(_game.flag_at.is_not(None), _game.warn_at.is_not(None)),
    ),
    never("game {id} shows a version that it does not have", _game.id, _game.shown_version > _game.version),
    *(
        never(f"game {{id}} is not in progress and has {what}", of_game, of_game == _game.id, not_(_playing))
        for of_game, what in (
            (questions.c.game_id, "an open question"),
            (conditional_moves.c.game_id, "conditional moves"),
        )
    ),
    never(
        "game {id} has a question about a move that was not made",
        questions.c.game_id,
        questions.c.ply > number_of_moves(questions.c.game_id),
    ),
    never(
        "game {id} has conditional moves of someone who does not play it",
        conditional_moves.c.game_id,
        conditional_moves.c.game_id == _game.id,
        not_(or_(*(func.coalesce(seat, 0) == conditional_moves.c.player_id for seat in _seats))),
    ),
    never(
        "game {id} is in the explorer and was not counted there",
        opening_moves.c.game_id,
        opening_moves.c.game_id == _game.id,
        _game.indexed.is_not(True),
    ),
    one_of(_game.colour, get_args(SideChoice)),
    one_of(_game.unrated_why, WhyUnrated),
    one_of(_game.ending, Ending),
    one_of(_game.closed_as, get_args(ClosedAs)),
    one_of(_game.event_kind, get_args(EventKind)),
    *within(0, 1, _game.turn, _game.unrated_by),
    *only_if(_over, "the game is not over", _game.ending, _game.score),
    *only_if(_over_or_closed, "the game is not over", _game.finished_at),
    *only_if(_over, "the game is not over", _game.opening, _game.indexed, _game.plies),
    *only_if(_game.state == GameState.CLOSED, "it is no closed offer", _game.closed_as),
    *always_if(_game.state == GameState.CLOSED, "the offer is closed", _game.closed_as),
    *only_if(_begun, "the game has not begun", _game.started_at),
    *always_if(_begun, "the game has begun", _game.started_at),
    *always_if(and_(_over, not_(_imported)), "the game is over", _game.ending),
    *only_if(_game.rated.is_(False), "the game is rated", _game.unrated_why),
    *only_if(_game.unrated_why.is_not(None), "without a reason", _game.unrated_by),
    RowRule(_game.unrated_lost, and_(_game.unrated_lost, _game.unrated_by.is_(None)), "by neither side"),
    RowRule(
        _game.second_player_id,
        and_(_game.second_player_id == _game.first_player_id, _game.second_player_id != DELETED_PLAYER),
        "the same person on both sides",
    ),
    RowRule(
        _game.winner,
        or_(
            and_(_game.winner.is_not(None), _game.ending.in_((Ending.DRAWN, Ending.CALLED_OFF))),
            and_(_game.winner.is_(None), _game.ending.in_((Ending.RESIGNED, Ending.TIME)), not_(_imported)),
        ),
        "it ended otherwise",
    ),
    RowRule(
        _game.score,
        and_(_game.score.is_not(None), not_(_imported), _game.ending.is_distinct_from(Ending.PLAYED.value)),
        "it was not played to the end",
    ),
    RowRule(_game.rematch_of, _game.rematch_of >= _game.id, "a later game"),
    *only_if(_imported, "it is no imported game", _game.first_name, _game.second_name),
    *only_if(_game.first_player_id.is_not(None), "for no person", _game.first_delegate),
    *only_if(_game.second_player_id.is_not(None), "for no person", _game.second_delegate),
    *together(_game.time_control, _game.first_left, _game.second_left),
    RowRule(_game.time_control, _game.time_control == "", "no time limit"),
    *together(_game.clock_since, _game.flag_at),
    *only_if(_game.time_control.is_not(None), "without a time limit", _game.clock_since, _game.warn_at),
    *only_if(
        and_(_game.paused_at.is_(None), _game.adjourned_at.is_(None), _computer_to_move.is_(None)),
        "the clock is stopped",
        _game.clock_since,
    ),
    RowRule(
        _game.flag_at,
        func.abs(_seconds(_game.flag_at) - _seconds(_game.clock_since) - _left_to_move) > 1,
        "the side to move has another time left",
    ),
    RowRule(
        _game.warn_at,
        or_(
            _game.warn_at > _game.flag_at,
            _game.warn_at < _game.clock_since,
            and_(_game.warn_at.is_not(None), _game.flag_at.is_(None)),
        ),
        "the time of its side ends otherwise",
    ),
    *together(_game.event_kind, _game.event_id),
    *at_least(1, _game.version, _game.event_id),
    *not_negative(
        _game.plies, _game.shown_version, _game.first_left, _game.second_left, _game.conditional_from
    ),
    *in_order(_game.created_at, _game.started_at, _game.moved_at, _game.finished_at),
    *in_order(_game.created_at, _game.paused_at),
    *in_order(_game.created_at, _game.adjourned_at),
    *not_negative(moves.c.seconds, moves.c.given_away),
    *within(-100, 100, moves.c.proved),
    *within(0, 143, opening_moves.c.square),
    one_of(questions.c.kind, QuestionKind),
    *not_negative(questions.c.ply, past_questions.c.refusals, past_questions.c.refused_ply),
    *together(questions.c.message_id, questions.c.channel_id),
    one_of(past_questions.c.kind, QuestionKind),
    *at_least(1, past_questions.c.question_id),
    RowRule(past_questions.c.position, func.length(past_questions.c.position).not_in((0, 32)), "no hash"),
    *not_negative(conditional_moves.c.ply),
    RowRule(conditional_moves.c.line, conditional_moves.c.line == "", "no move"),
    never(
        "game {id} has conditional moves after its last move",
        conditional_moves.c.game_id,
        conditional_moves.c.ply > number_of_moves(conditional_moves.c.game_id),
    ),
)


def _of_votes(table: Table, what: str) -> Iterator[Invariant]:
    """Yield the invariants of the votes, or hints, of people."""
    columns, played = table.c, number_of_moves(table.c.game_id)
    member = and_(vote_members.c.game_id == columns.game_id, vote_members.c.player_id == columns.player_id)
    yield Invariant(
        f"game {{game_id}} has {what} of a person, {{player_id}}, who is on neither side",
        select(*columns["game_id", "player_id"]).where(~exists().where(member)).distinct(),
    )
    yield Invariant(
        f"game {{game_id}} has {what} at ply {{ply}}, after its end",
        select(*columns["game_id", "ply"]).where(columns.ply > played).distinct(),
    )
    yield Invariant(
        f"game {{game_id}} has {what} of the other side, at ply {{ply}} by {{player_id}}",
        select(*columns["game_id", "ply", "player_id"])
        .join(games, games.c.id == columns.game_id)
        .join(vote_members, member)
        .where(columns.ply < played, vote_members.c.side != _side_at(columns.ply)),
    )


VOTES: Invariants = (
    *_of_votes(votes, "a vote"),
    *_of_votes(vote_hints, "a hint"),
    never(
        "game {id} is voted on no more, and its countdown runs",
        vote_games.c.game_id,
        vote_games.c.record == "done",
        vote_games.c.ends_at.is_not(None),
    ),
    never(
        "game {id} is voted on and has a person in a seat",
        vote_games.c.game_id,
        vote_games.c.game_id == games.c.id,
        or_(*(seat.not_in(TEAM_PLAYERS) for seat in _seats)),
    ),
    never(
        "game {id} has a vote on a move that is long past or not yet due",
        vote_games.c.game_id,
        vote_games.c.ply > number_of_moves(vote_games.c.game_id),
    ),
    never(
        "game {id} is voted on between two servers and is in progress",
        vote_games.c.game_id,
        vote_games.c.form == "servers",
        _playing,
        vote_games.c.game_id == games.c.id,
    ),
    *not_negative(vote_games.c.ply, vote_games.c.empty, votes.c.ply, vote_hints.c.ply),
    *within(1, 7 * 86400, vote_games.c.seconds),
)

_CHECKED = select(*_game["id", "turn", "plies", "created_at", "finished_at", "conditional_from"]).where(
    _game.id.in_(bindparam("game_ids", expanding=True))
)


def move_faults(connection: Connection, game_ids: Sequence[int]) -> Iterator[str]:
    """Describe faults of the moves of games, packed or not; raises one of DAMAGE for unreadable ones."""
    stored = read_stored(connection, game_ids)
    for game in connection.execute(_CHECKED.order_by(_game.id), {"game_ids": game_ids}).all():
        if game.plies is not None and game.plies != len(stored[game.id]):
            yield f"game {game.id} has {len(stored[game.id])} moves instead of {game.plies}"
        if stored[game.id]:
            yield from (f"game {game.id} {what}" for what in _move_faults(game, stored[game.id]))


def _move_faults(game: Row[Any], stored: Sequence[StoredMove]) -> Iterator[str]:
    if [move.ply for move in stored] != [*range(len(stored))]:
        yield "lacks a move between others"
    elif len({(move.seat + move.ply) % 2 for move in stored}) > 1:
        yield "has a move of the wrong side"
    if min(move.played_at for move in stored) < game.created_at:
        yield "has a move before its start"
    if game.finished_at is not None and max(move.played_at for move in stored) > game.finished_at:
        yield "has a move after its end"
    if game.conditional_from is not None and game.conditional_from > len(stored):
        yield "has conditional moves after the last move"
    if stored[-1].seat == game.turn:
        yield "has the wrong side to move"
    # Rules of rows say so of others.
    if game.plies is not None and any(
        move.seconds < 0 or move.given_away < 0 or not -100 <= (move.proved or 0) <= 100 for move in stored
    ):
        yield "has a packed move with a number out of range"
