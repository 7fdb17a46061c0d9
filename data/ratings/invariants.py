"""Invariants of stored results and ratings, apart from what `flipfour check` computes again."""

from __future__ import annotations

from sqlalchemy import and_, case, exists, select

from data.db.invariants import Invariant, never, not_negative
from data.games.records import Ending, GameState
from data.tables.playing import games
from data.tables.standings import ratings, results, server_players

_won = case(
    (games.c.ending == Ending.CALLED_OFF, "called off"),
    (games.c.winner.is_(None), "draw"),
    (games.c.winner == results.c.seat, "win"),
    else_="loss",
)

RESULTS = (
    Invariant(
        "game {game_id} has another result for side {seat} than its end",
        select(results.c.game_id, results.c.seat)
        .join(games, games.c.id == results.c.game_id)
        .where(
            games.c.state == GameState.FINISHED, games.c.unrated_lost.is_(False), results.c.outcome != _won
        ),
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
    *not_negative(
        ratings.c.wins, ratings.c.draws, ratings.c.losses, ratings.c.deviation, ratings.c.volatility
    ),
)
