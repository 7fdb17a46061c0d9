"""Invariants of stored reviews, strength tests and messages."""

from __future__ import annotations

from sqlalchemy import exists, func, or_, select

from data.db.invariants import (
    Invariants,
    RowRule,
    at_least,
    in_order,
    never,
    not_negative,
    only_if,
    together,
    within,
)
from data.games.moves import number_of_moves
from data.games.records import GameState
from data.tables.messages import channel_lists, notices, outdated_names, threads, unanswered
from data.tables.playing import games
from data.tables.standings import judged_games, results, reviewed_plies, reviews, strength_tests

_review, _ply, _judged, _test = reviews.c, reviewed_plies.c, judged_games.c, strength_tests.c

JOBS: Invariants = (
    never(
        "game {id} is reviewed and not over",
        _review.game_id,
        _review.game_id == games.c.id,
        games.c.state != GameState.FINISHED,
    ),
    never(
        "game {id} has a review of moves after its end",
        _ply.game_id,
        _ply.ply > number_of_moves(_ply.game_id),
    ),
    never(
        "game {id} has a finished review that lacks moves",
        _review.game_id,
        _review.finished_at.is_not(None),
        select(func.count()).where(_ply.game_id == _review.game_id).correlate(reviews).scalar_subquery()
        != select(func.max(_ply.ply) + 1)
        .where(_ply.game_id == _review.game_id)
        .correlate(reviews)
        .scalar_subquery(),
    ),
    never(
        "game {id} has analysed moves and no review",
        _ply.game_id,
        ~exists().where(_review.game_id == _ply.game_id).correlate(reviewed_plies),
    ),
    never(
        "game {id} is searched for mistakes from after its end",
        _review.game_id,
        _review.mine_from > number_of_moves(_review.game_id),
    ),
    never(
        "game {id} is judged and has no finished review",
        _judged.game_id,
        ~exists()
        .where(_review.game_id == _judged.game_id, _review.finished_at.is_not(None))
        .correlate(judged_games),
    ),
    never(
        "game {id} is judged as another one",
        _judged.game_id,
        _judged.game_id == games.c.id,
        or_(_judged.game != games.c.game, _judged.finished_at != games.c.finished_at),
    ),
    never(
        "game {id} is judged for a person who did not play it",
        _judged.game_id,
        ~exists()
        .where(
            results.c.game_id == _judged.game_id,
            results.c.seat == _judged.seat,
            results.c.player_id == _judged.player_id,
        )
        .correlate(judged_games),
    ),
    *in_order(_review.begun_at, _review.finished_at),
    *only_if(
        _review.finished_at.is_not(None), "the review is not finished", _review.examined, _review.judged
    ),
    *not_negative(_review.mine_from, _ply.ply, _ply.depth),
    *at_least(0, _ply.keepers),
    *within(-10_000, 10_000, _ply.score, _ply.played),
    *within(-2000, 6000, _judged.own_rating, _judged.other_rating),
    *within(0, 100, _judged.accuracy),
    *at_least(1, _test.games),
    RowRule(_test.results, func.length(_test.results) > _test.games, "more results than games"),
    RowRule(
        _test.results,
        func.length(func.replace(func.replace(func.replace(_test.results, "w", ""), "d", ""), "l", "")) > 0,
        "unknown to this version",
    ),
    RowRule(_ply.played, _ply.played > _ply.score + 0.5, "better than the best move"),
)

MESSAGES: Invariants = (
    never(
        "game {id} has a turn notice for a person who does not play it",
        notices.c.game_id,
        notices.c.game_id == games.c.id,
        func.coalesce(games.c.first_player_id, 0) != notices.c.player_id,
        func.coalesce(games.c.second_player_id, 0) != notices.c.player_id,
    ),
    *not_negative(notices.c.failures, outdated_names.c.failures),
    *together(notices.c.message_id, notices.c.channel_id),
    RowRule(threads.c.channel_id, threads.c.channel_id == threads.c.id, "a thread in itself"),
    RowRule(channel_lists.c.digest, func.length(channel_lists.c.digest) < 8, "no digest"),
    RowRule(unanswered.c.token, func.length(unanswered.c.token) == 0, "it is empty"),
)
