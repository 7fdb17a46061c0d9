"""Invariants of stored games, their moves, and the votes for them."""

from __future__ import annotations

from sqlalchemy import and_, exists, func, not_, or_, select

from data.db.invariants import Invariant, never, not_negative
from data.games.records import GameState
from data.people.personal import DELETED_PLAYER
from data.tables.playing import conditional_moves, games, moves, questions
from data.tables.standings import results
from data.tables.votes import vote_games, vote_hints, vote_members, votes

_over = games.c.state == GameState.FINISHED
_playing = games.c.state == GameState.PLAYING
_seats = (games.c.first_player_id, games.c.second_player_id)
_people = or_(*(and_(seat.is_not(None), seat != DELETED_PLAYER) for seat in _seats))
_has_results = games.c.id.in_(select(results.c.game_id))

GAMES = (
    Invariant(
        "game {id} lacks a move between others",
        select(moves.c.game_id.label("id"))
        .group_by(moves.c.game_id)
        .having(or_(func.max(moves.c.ply) != func.count() - 1, func.min(moves.c.ply) != 0)),
    ),
    never("game {id} is over and has no results", games.c.id, _over, _people, not_(_has_results)),
    never(
        "game {id} has a result and is not over",
        games.c.id,
        not_(_over),
        games.c.unrated_lost.is_(False),
        _has_results,
    ),
    never("game {id} is over and has no end", games.c.id, _over, games.c.finished_at.is_(None)),
    never("game {id} is not over and has a winner", games.c.id, not_(_over), games.c.winner.is_not(None)),
    never(
        "game {id} is in progress and has an empty seat",
        games.c.id,
        _playing,
        or_(
            and_(games.c.first_player_id.is_(None), games.c.first_computer.is_(None)),
            and_(games.c.second_player_id.is_(None), games.c.second_computer.is_(None)),
        ),
    ),
    never(
        "game {id} is not in progress and its clock runs",
        games.c.id,
        not_(_playing),
        or_(games.c.flag_at.is_not(None), games.c.warn_at.is_not(None)),
    ),
    never(
        "game {id} shows a version that it does not have", games.c.id, games.c.shown_version > games.c.version
    ),
    never(
        "game {id} is not in progress and has an open question",
        questions.c.game_id.label("id"),
        questions.c.game_id == games.c.id,
        not_(_playing),
    ),
    never(
        "game {id} is not in progress and has conditional moves",
        conditional_moves.c.game_id,
        conditional_moves.c.game_id == games.c.id,
        not_(_playing),
    ),
    never(
        "game {id} has conditional moves of someone who does not play it",
        conditional_moves.c.game_id,
        conditional_moves.c.game_id == games.c.id,
        not_(or_(*(func.coalesce(seat, 0) == conditional_moves.c.player_id for seat in _seats))),
    ),
    *not_negative(moves.c.seconds),
)

_moves_of_voted = (
    select(func.count()).where(moves.c.game_id == votes.c.game_id).correlate(votes).scalar_subquery()
)

VOTES = (
    *(
        Invariant(
            f"game {{game_id}} has {what} of a person, {{player_id}}, who is on neither side",
            select(table.c.game_id, table.c.player_id)
            .where(
                ~exists().where(
                    vote_members.c.game_id == table.c.game_id, vote_members.c.player_id == table.c.player_id
                )
            )
            .distinct(),
        )
        for table, what in ((votes, "a vote"), (vote_hints, "a hint"))
    ),
    Invariant(
        "game {game_id} has a vote at ply {ply}, after its end",
        select(votes.c.game_id, votes.c.ply).where(votes.c.ply > _moves_of_voted).distinct(),
    ),
    Invariant(
        "game {game_id} has a vote of the other side, at ply {ply} by {player_id}",
        select(votes.c.game_id, votes.c.ply, votes.c.player_id)
        .join(moves, and_(moves.c.game_id == votes.c.game_id, moves.c.ply == votes.c.ply))
        .join(
            vote_members,
            and_(vote_members.c.game_id == votes.c.game_id, vote_members.c.player_id == votes.c.player_id),
        )
        .where(vote_members.c.side != moves.c.seat),
    ),
    never(
        "game {id} is voted on no more, and its countdown runs",
        vote_games.c.game_id,
        vote_games.c.record == "done",
        vote_games.c.ends_at.is_not(None),
    ),
    never(
        "game {id} is in one server and has a channel of another one",
        vote_games.c.game_id,
        vote_games.c.form != "servers",
        vote_games.c.channel_id.is_not(None),
    ),
    *not_negative(vote_games.c.seconds, vote_games.c.ply, vote_games.c.empty),
)
