"""Invariants of stored results and ratings, apart from what `flipfour check` computes again."""

from __future__ import annotations

from typing import Any

from sqlalchemy import and_, case, exists, or_, select

from data.db.invariants import (
    Invariant,
    Invariants,
    RowRule,
    always_if,
    in_order,
    never,
    not_negative,
    one_of,
    only_if,
    within,
)
from data.games.records import Ending, GameState
from data.people.personal import DELETED_PLAYER
from data.ratings.ratings import Pool
from data.tables.playing import games
from data.tables.standings import ratings, results, server_players

_game, _result = games.c, results.c

_won = case(
    (_game.ending == Ending.CALLED_OFF, "called off"),
    (_game.winner.is_(None), "draw"),
    (_game.winner == _result.seat, "win"),
    else_="loss",
)
_seat = case((_result.seat == 0, _game.first_player_id), else_=_game.second_player_id)
_other = case((_result.seat == 0, _game.second_player_id), else_=_game.first_player_id)
_pool = case(
    (or_(_game.first_player_id.is_(None), _game.second_player_id.is_(None)), Pool.COMPUTER.value),
    else_=Pool.PEOPLE.value,
)
_of_game = _game.id == _result.game_id
_ended = and_(_game.state == GameState.FINISHED, _game.unrated_lost.is_(False))
_history = [
    _result[f"{part}_{when}"] for when in ("before", "after") for part in ("value", "deviation", "volatility")
]


def _repeats(what: str, *conditions: Any) -> Invariant:
    """Return the invariant that a result does not contradict its game by these conditions."""
    query = select(_result.game_id, _result.seat).where(_of_game, *conditions)
    return Invariant(f"game {{game_id}} has another {what} in the result of side {{seat}}", query)


RESULTS: Invariants = (
    Invariant(
        "game {game_id} has another result for side {seat} than its end",
        select(_result.game_id, _result.seat).where(_of_game, _ended, _result.outcome != _won),
    ),
    _repeats("kind", _result.game != _game.game),
    _repeats("person", _seat != _result.player_id, _ended, _seat != DELETED_PLAYER),
    _repeats("kind of opponent", _result.pool != _pool),
    _repeats("server", _result.guild_id.is_distinct_from(_game.guild_id)),
    _repeats("end", _result.finished_at != _game.finished_at, _ended),
    _repeats(
        "effect on ratings",
        _ended,
        _result.rated != and_(_game.rated, _game.ending != Ending.CALLED_OFF.value),
    ),
    _repeats(
        "opponent who is gone", _result.former_opponent.is_not(None), _other.is_distinct_from(DELETED_PLAYER)
    ),
    *(
        never(
            "game {id} is over and has no result for a person",
            _game.id,
            _ended,
            person > DELETED_PLAYER,
            ~exists().where(_of_game, _result.seat == seat).correlate(games),
        )
        for seat, person in enumerate((_game.first_player_id, _game.second_player_id))
    ),
    never(
        "player {id} is on a server's leaderboard without a rating",
        server_players.c.player_id,
        ~exists().where(
            and_(
                *(
                    ratings.c[name] == server_players.c[name]
                    for name in ("player_id", "game", "pool", "board")
                )
            )
        ),
    ),
    Invariant(
        "player {player_id} has a rated game in server {guild_id} and is not on its leaderboard",
        select(_result.player_id, _result.guild_id)
        .where(
            _of_game,
            _result.rated,
            _result.guild_id.is_not(None),
            _game.by_clicks.is_(False),
            _result.player_id > DELETED_PLAYER,
            ~exists()
            .where(
                server_players.c.guild_id == _result.guild_id,
                server_players.c.game == _result.game,
                server_players.c.pool == _result.pool,
                server_players.c.player_id == _result.player_id,
                or_(
                    _game.options == server_players.c.board, _game.options.like(server_players.c.board + ":%")
                ),
            )
            .correlate(results, games),
        )
        .distinct(),
    ),
    one_of(_result.pool, (Pool.PEOPLE.value, Pool.COMPUTER.value)),
    one_of(ratings.c.pool, Pool),
    one_of(server_players.c.pool, Pool),
    *only_if(_result.rated, "the game was unrated", *_history),
    *always_if(_result.rated, "the game was rated", *_history),
    *within(-2000, 6000, _result.value_before, _result.value_after, ratings.c.value),
    *within(1, 1000, _result.deviation_before, _result.deviation_after, ratings.c.deviation),
    *within(0, 1, _result.volatility_before, _result.volatility_after, ratings.c.volatility),
    *not_negative(_result.former_opponent),
    *not_negative(ratings.c.wins, ratings.c.draws, ratings.c.losses),
    RowRule(ratings.c.wins, ratings.c.wins + ratings.c.draws + ratings.c.losses == 0, "a rating of no game"),
    RowRule(ratings.c.draws, and_(ratings.c.pool == Pool.PUZZLES, ratings.c.draws != 0), "of puzzles"),
    RowRule(ratings.c.board, and_(ratings.c.pool == Pool.PUZZLES, ratings.c.board != ""), "of puzzles"),
    *in_order(ratings.c.rated_at, ratings.c.listed_until),
)
